#pragma once

#include <cmath>

#include "cell_bounds.h"
#include "kernels/host_device.h"
#include "leg_cell.h"

/// Bounds for legs with rods: proves that a leg satisfies its limits at all orientations of a cell.
///
/// Let the leg have its drive behind the rod's end, and let two places of the rod's foot lie in the drive's range.
/// Suppose that the first place is farther from the platform's joint than the rod's length and the second is not. Then
/// the foot can be at some place between them. So two spheres with the rod's length as radius suffice to prove a
/// position reachable: it must be outside the sphere about the first place and inside the sphere about the second.
///
/// The ends of the range are such places. So are the places nearest to the platform's joint and farthest from it.
/// Spheres about points of the base have bounds over cells that are linear in R (kernels/sets/cell_bounds.h). Each kind
/// of leg provides its places as `Feet` (kernels/sets/rotary_cells.h, slider_cells.h).
namespace hexscan {

/// The positions of a leg's platform joint over a cell, as in a LegCell. It has 16 numbers.
template <class Real>
struct alignas(16) RodCell {
    static constexpr bool has_size = true;
    Vec3<Real> v;
    Real rest_v_m;
    Vec3<Real> dv[3];
    Real reach_vx_m;
    Real reach_m;  ///< bound on the distance of the joint's positions from v
    Real unused;
};
static_assert(sizeof(RodCell<float>) == 64);

namespace cell_detail {

/// Upper bound of a vector's length.
template <class Real>
HEXSCAN_HD_INLINE Real length_up(Vec3<Real> v) {
    using std::sqrt;
    return sqrt(dot(v, v)) * Real(1 + 0x1p-16);
}

}  // namespace cell_detail

template <class Real>
HEXSCAN_HD_INLINE RodCell<Real> rod_cell(const OrientationTables& set, int level, const IndexBox& box,
                                         Vec3<double> platform_point_m) {
    FreeLeg joint{};
    joint.platform_point_m = platform_point_m;
    const LegCell<Real> cell = leg_cell<Real>(set, level, box, joint);
    using cell_detail::length_up;
    const Real reach_m = length_up(cell.dv[0]) + length_up(cell.dv[1]) + length_up(cell.dv[2]) + cell.rest_v_m;
    return {cell.v, cell.rest_v_m, {cell.dv[0], cell.dv[1], cell.dv[2]}, cell.reach_vx_m, reach_m, 0};
}

/// The platform's joint at a single orientation, which is a cell without extent.
template <class Real>
struct alignas(16) RodSample {
    static constexpr bool has_size = false;
    Vec3<Real> v;
    Real reach_m;  ///< 0
};

/// A leg in the form that its bounds need.
template <class FeetOfKind>
struct RodBound {
    using Feet = FeetOfKind;
    using Real = typename Feet::Real;

    Feet feet;
    BoundLeg<Real> sphere;  ///< a leg whose base point is the leg's base joint, and whose two lengths are both the
                            ///< rod's
};

/// Two places of the foot: the leg must be outside the sphere about one of them and inside the sphere about the other.
template <class Real>
struct RodFeet {
    Vec3<Real> outside_m, inside_m;  ///< relative to the base joint
};

/// The bounds for spheres of the rod's length about a place of the foot.
template <class Real>
HEXSCAN_HD_INLINE BoundLeg<Real> sphere_about(const BoundLeg<Real>& of_joint, Vec3<Real> foot_m) {
    BoundLeg<Real> sphere = of_joint;
    sphere.base_point_m = sphere.base_point_m + foot_m;
    return sphere;
}

/// A piece of a row.
template <class Real>
struct PieceOfRow {
    Real first_x_m, last_x_m, y_m, z_m;

    HEXSCAN_HD_INLINE Vec3<Real> at(Real x_m) const { return {x_m, y_m, z_m}; }
};

template <class Real, class Cell>
HEXSCAN_HD_INLINE bool feet_keep(const BoundLeg<Real>& of_joint, const Cell& cell, const RodFeet<Real>& feet,
                                 const PieceOfRow<Real>& piece) {
    const BoundLeg<Real> inside = sphere_about(of_joint, feet.inside_m);
    const auto is_inside = [&](Real x_m) {
        return lowest(CellAtPosition<Real, Cell>(inside, cell, piece.at(x_m)).longest()) >= 0;
    };
    if (!is_inside(piece.first_x_m) || !is_inside(piece.last_x_m)) return false;
    const BoundLeg<Real> outside = sphere_about(of_joint, feet.outside_m);
    return shortest_on_segment(outside, cell, piece.first_x_m, piece.last_x_m, piece.y_m, piece.z_m) >= 0;
}

/// The slack of a leg with the platform at p, for being inside one sphere, or outside the other.
template <class Feet, class Cell, class Real>
HEXSCAN_HD_INLINE CellSlack<Real> slack_at(const RodBound<Feet>& bound, const Cell& cell, Vec3<Real> p, bool inside) {
    const RodFeet<Real> feet = bound.feet.best(p - bound.sphere.base_point_m + cell.v);
    const BoundLeg<Real> sphere = sphere_about(bound.sphere, inside ? feet.inside_m : feet.outside_m);
    const CellAtPosition<Real, Cell> at(sphere, cell, p);
    return inside ? at.longest() : at.shortest();
}

/// True if the leg certainly satisfies its limits on the piece at every orientation of the cell. Always false if the
/// leg has no known places, as with limited joints. The function tests the places that prove most in the middle of the
/// piece. It also tests the ends of the range if they may prove more.
template <class Feet, class Cell, class Real>
HEXSCAN_HD_INLINE bool keeps_in_cell(const RodBound<Feet>& bound, const Cell& cell, const PieceOfRow<Real>& piece) {
    const Feet& feet = bound.feet;
    if (!feet.are_known) return false;
    if (feet.asks_ends() && feet_keep(bound.sphere, cell, feet.at_ends(), piece)) return true;
    const Vec3<Real> middle_m = piece.at((piece.first_x_m + piece.last_x_m) / 2) - bound.sphere.base_point_m;
    return feet_keep(bound.sphere, cell, feet.best(middle_m + cell.v), piece);
}

}  // namespace hexscan

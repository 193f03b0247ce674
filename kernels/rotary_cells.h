#pragma once

#include <cmath>

#include "cell_bounds.h"
#include "host_device.h"
#include "leg_cell.h"
#include "rotary_leg.h"

/// What a rotary leg keeps at all orientations of a cell.
///
/// The arm behind comes to rest between any two angles of its range, the first of which has its tip beyond the rod and
/// the second within. So two spheres keep a position: outside of the one about the first tip, inside of the one about
/// the second. Ends of the range are such angles, and where the rod hardly reaches or hardly has room the tips that are
/// nearest to and farthest from the platform's joint. Spheres about points of the base have bounds over cells that are
/// linear in R (kernels/cell_bounds.h).
namespace hexscan {

/// A rotary leg as its bounds need it.
struct RotaryBound {
    RotaryLeg leg;
    BoundLeg<double> sphere;  ///< its base point is the motor's, both its lengths are the rod
};

/// The tips about which a leg is outside of one sphere and inside of the other.
struct RotaryFeet {
    Vec3<double> outside_m, inside_m;  ///< from the motor
    bool at_ends;                      ///< of the range, both of them
};

HEXSCAN_HD_INLINE Vec3<double> tip_at(const RotaryLeg& leg, ArmDirection<double> arm) {
    return scaled(leg.u, leg.arm_m * arm.u) + scaled(leg.w, leg.arm_m * arm.w);
}

HEXSCAN_HD_INLINE RotaryFeet feet_at_ends(const RotaryLeg& leg) {
    return {tip_at(leg, leg.from), tip_at(leg, leg.to), true};
}

/// The tips that say most of leg vectors near l.
HEXSCAN_HD_INLINE RotaryFeet best_feet(const RotaryLeg& leg, Vec3<double> l_m) {
    const double u_m = dot(l_m, leg.u), w_m = dot(l_m, leg.w),
                 inverse = bound_math::reciprocal_root(u_m * u_m + w_m * w_m);
    const ArmDirection<double> towards{u_m * inverse, w_m * inverse}, away{-towards.u, -towards.w};
    if (leg.range == ArmRange::any) return {tip_at(leg, away), tip_at(leg, towards), false};
    const auto on_way = [&](ArmDirection<double> arm) { return is_on_way(leg, exact_direction(arm)); };
    bool ends_nearest = on_way(towards), begins_farthest = on_way(away);
    if (ends_nearest && begins_farthest) {
        // Either may come first; each is right beside an end.
        const Vec3<double> rod_m = l_m - tip_at(leg, leg.from);
        const bool is_beyond = dot(rod_m, rod_m) >= leg.rod_m * leg.rod_m;
        (is_beyond ? begins_farthest : ends_nearest) = false;
    }
    return {tip_at(leg, begins_farthest ? away : leg.from), tip_at(leg, ends_nearest ? towards : leg.to),
            !ends_nearest && !begins_farthest};
}

/// The bounds with which a leg is asked about a tip.
HEXSCAN_HD_INLINE BoundLeg<double> sphere_about(const RotaryBound& bound, Vec3<double> tip_m) {
    BoundLeg<double> sphere = bound.sphere;
    sphere.base_point_m = sphere.base_point_m + tip_m;
    return sphere;
}

/// A piece of a row.
struct PieceOfRow {
    double first_x_m, last_x_m, y_m, z_m;

    HEXSCAN_HD_INLINE Vec3<double> at(double x_m) const { return {x_m, y_m, z_m}; }
    HEXSCAN_HD_INLINE double middle_x_m() const { return (first_x_m + last_x_m) / 2; }
};

template <class Cell>
HEXSCAN_HD_INLINE bool feet_keep(const RotaryBound& bound, const Cell& cell, const RotaryFeet& feet,
                                 const PieceOfRow& piece) {
    const BoundLeg<double> inside = sphere_about(bound, feet.inside_m);
    const auto is_inside = [&](double x_m) {
        return lowest(CellAtPosition<double, Cell>(inside, cell, piece.at(x_m)).longest()) >= 0;
    };
    if (!is_inside(piece.first_x_m) || !is_inside(piece.last_x_m)) return false;
    const BoundLeg<double> outside = sphere_about(bound, feet.outside_m);
    return shortest_on_segment(outside, cell, piece.first_x_m, piece.last_x_m, piece.y_m, piece.z_m) >= 0;
}

/// Whether the leg surely keeps the piece at every orientation of the cell; of a leg with limited joints it is never
/// said. The piece is halved at most `halvings` times, as other tips say most elsewhere.
template <class Cell>
HEXSCAN_HD_INLINE bool keeps_in_cell(const RotaryBound& bound, const Cell& cell, const PieceOfRow& piece,
                                     int halvings) {
    const RotaryLeg& leg = bound.leg;
    if (leg.range == ArmRange::one_angle || leg.arm_end.is_limited() || leg.platform_end.is_limited()) return false;
    if (leg.range != ArmRange::any && feet_keep(bound, cell, feet_at_ends(leg), piece)) return true;
    for (int parts = 1; parts <= 1 << halvings; parts *= 2) {
        bool all = true, any_other = false;
        for (int k = 0; k < parts && all; ++k) {
            const double step_m = (piece.last_x_m - piece.first_x_m) / parts;
            const PieceOfRow part{piece.first_x_m + k * step_m,
                                  k + 1 == parts ? piece.last_x_m : piece.first_x_m + (k + 1) * step_m, piece.y_m,
                                  piece.z_m};
            const RotaryFeet feet = best_feet(leg, part.at(part.middle_x_m()) - bound.sphere.base_point_m + cell.v);
            any_other |= !feet.at_ends;
            all = feet_keep(bound, cell, feet, part);
        }
        if (all) return true;
        if (!any_other || !(piece.last_x_m > piece.first_x_m)) return false;
    }
    return false;
}

}  // namespace hexscan

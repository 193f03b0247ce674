#pragma once

#include "cell_bounds.h"
#include "kernels/host_device.h"
#include "leg_cell.h"

/// What a leg with a rod keeps at all orientations of a cell.
///
/// The leg behind comes to rest between any two places of the rod's foot in its range, of which the first is farther
/// from the platform's joint than the rod is long and the second is not. So two spheres keep a position: outside of the
/// one about the first place, inside of the one about the second. Ends of the range are such places, and so are those
/// that are nearest to the platform's joint and farthest from it. Spheres about points of the base have bounds over
/// cells that are linear in R (kernels/sets/cell_bounds.h). What the places are is a matter of the kind of leg
/// (kernels/sets/rotary_cells.h, slider_cells.h).
namespace hexscan {

/// A leg as its bounds need it.
template <class LegOfKind>
struct RodBound {
    LegOfKind leg;
    BoundLeg<double> sphere;  ///< its base point is the leg's base joint, both its lengths are the rod
};

/// The places about which a leg is outside of one sphere and inside of the other.
struct RodFeet {
    Vec3<double> outside_m, inside_m;  ///< from the base joint
};

/// The bounds with which a leg is asked about a place of its foot.
template <class LegOfKind>
HEXSCAN_HD_INLINE BoundLeg<double> sphere_about(const RodBound<LegOfKind>& bound, Vec3<double> foot_m) {
    BoundLeg<double> sphere = bound.sphere;
    sphere.base_point_m = sphere.base_point_m + foot_m;
    return sphere;
}

/// A piece of a row.
struct PieceOfRow {
    double first_x_m, last_x_m, y_m, z_m;

    HEXSCAN_HD_INLINE Vec3<double> at(double x_m) const { return {x_m, y_m, z_m}; }
};

template <class LegOfKind, class Cell>
HEXSCAN_HD_INLINE bool feet_keep(const RodBound<LegOfKind>& bound, const Cell& cell, const RodFeet& feet,
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
/// said. Asked are the ends of the range, where they may say more than the places that say most in the middle of the
/// piece, and those.
template <class LegOfKind, class Cell>
HEXSCAN_HD_INLINE bool keeps_in_cell(const RodBound<LegOfKind>& bound, const Cell& cell, const PieceOfRow& piece) {
    const LegOfKind& leg = bound.leg;
    if (!has_cell_bounds(leg)) return false;
    if (asks_ends(leg) && feet_keep(bound, cell, feet_at_ends(leg), piece)) return true;
    const Vec3<double> middle_m = piece.at((piece.first_x_m + piece.last_x_m) / 2) - bound.sphere.base_point_m;
    return feet_keep(bound, cell, best_feet(leg, middle_m + cell.v), piece);
}

}  // namespace hexscan

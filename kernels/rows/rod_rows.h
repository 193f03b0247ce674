#pragma once

#include "kernels/exact_arithmetic.h"
#include "kernels/host_device.h"
#include "kernels/kinematics.h"
#include "kernels/scan_geometry.h"
#include "kernels/sets/orientation_set.h"
#include "leg_breakpoints.h"
#include "rod_on_row.h"

/// Rows of legs with rods, leg by leg from its breakpoints. `RowLeg` is a kind of leg as its rows are solved with it
/// (rotary_rows.h, slider_breakpoints.h).
namespace hexscan {

/// The ends of a leg, before it is given an orientation.
struct RodJoints {
    Vec3<double> base_m, platform_m, platform_axis;
};

/// Where a leg stands at an orientation.
struct RodPlace {
    Vec3<double> offset_m;  ///< R b - a
    double zero_column;
    Vec3<double> platform_axis;
};

HEXSCAN_HD_INLINE RodPlace rod_place(const GridAxis<double>& x, double columns_per_m, const RodJoints& joints,
                                     const Matrix3<double>& rotation) {
    using exact::add;
    const Vec3<double> turned = exact::turn(rotation, joints.platform_m), base = joints.base_m;
    const Vec3<double> offset_m{add(turned.x, -base.x), add(turned.y, -base.y), add(turned.z, -base.z)};
    return {offset_m, -(grid_coordinate(x, 0) + offset_m.x) * columns_per_m,
            exact::turn(rotation, joints.platform_axis)};
}

HEXSCAN_HD_INLINE RodOnRow on_row(const RodPlace& place, double y_m, double z_m) {
    return {exact::add(y_m, place.offset_m.y), exact::add(z_m, place.offset_m.z), place.zero_column,
            place.platform_axis};
}

/// The reference test, out of line on the device: inlined it would cost every row the registers.
template <class RowLeg>
HEXSCAN_HD_OUTLINE bool exact_rod_keeps(const RowLeg& leg, Vec3<double> platform_axis, Vec3<double> l_m) {
    return exactly_keeps(leg, platform_axis, l_m);
}

/// Takes from the runs of the row at (y, z) what a leg does not keep. False where there is no room.
template <class RowLeg, class Runs>
HEXSCAN_HD_INLINE bool keep_rod_leg(const GridAxis<double>& x, const RowLeg& leg, const RodPlace& place, double y_m,
                                    double z_m, Runs& runs) {
    const RodOnRow at = on_row(place, y_m, z_m);
    LegBreakpoints<RowLeg::most_breakpoints> breakpoints;
    add_breakpoints(leg, at, hull_of(runs), breakpoints);
    return keep_leg(
        breakpoints,
        [&](int column) {
            return exact_rod_keeps(leg, at.platform_axis,
                                   {exact::add(grid_coordinate(x, column), place.offset_m.x), at.ly_m, at.lz_m});
        },
        runs);
}

/// What rows of legs with rods at one orientation are solved with.
template <class RowLeg>
struct RodGeometry {
    GridAxis<double> x, y, z;
    RowLeg legs[leg_count];
    RodPlace places[leg_count];
};

/// Puts into empty runs what all legs keep of the row at (y, z). False where there is no room.
template <class RowLeg, class Runs>
HEXSCAN_HD_INLINE bool solve_rod_row(const RodGeometry<RowLeg>& geometry, double y_m, double z_m, Runs& runs) {
    ColumnRange near{0, geometry.x.count - 1};
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count && !near.empty(); ++i)
        near = columns_in_reach(geometry.legs[i], on_row(geometry.places[i], y_m, z_m), near);
    if (near.empty()) return true;
    if (!runs.insert(0, near)) return false;
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count && runs.count() > 0; ++i)
        if (!keep_rod_leg(geometry.x, geometry.legs[i], geometry.places[i], y_m, z_m, runs)) return false;
    return true;
}

}  // namespace hexscan

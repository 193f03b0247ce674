#pragma once

#include <type_traits>

#include "kernels/exact_arithmetic.h"
#include "kernels/host_device.h"
#include "kernels/kinematics.h"
#include "kernels/scan_geometry.h"
#include "kernels/sets/orientation_set.h"
#include "leg_breakpoints.h"
#include "placed_rod.h"

/// Solves rows for legs with rods, one leg after the other. Each leg's breakpoints divide the row into parts with one
/// verdict (leg_breakpoints.h). `RowLeg` is a kind of leg in the form that rows need (rotary_rows.h,
/// slider_breakpoints.h).
namespace hexscan {

/// The joints at both ends of a leg. The platform joint and its axis are in the platform's frame.
struct RodJoints {
    Vec3<double> base_m, platform_m, platform_axis;
};

HEXSCAN_HD_INLINE RodPlace rod_place(const GridAxis<double>& x, double columns_per_m, const RodJoints& joints,
                                     const Matrix3<double>& rotation) {
    using exact::add;
    const Vec3<double> turned = exact::turn(rotation, joints.platform_m), base = joints.base_m;
    const Vec3<double> offset_m{add(turned.x, -base.x), add(turned.y, -base.y), add(turned.z, -base.z)};
    return {offset_m, -(grid_coordinate(x, 0) + offset_m.x) * columns_per_m,
            exact::turn(rotation, joints.platform_axis)};
}

/// The reference test of a column. Not inlined on the device, because its registers would slow down every row.
template <class Rod>
HEXSCAN_HD_OUTLINE bool exact_rod_column(const GridAxis<double>& x, const Rod& rod, int column, double ly_m,
                                         double lz_m) {
    return exactly_keeps(rod.leg, rod.place.platform_axis,
                         {exact::add(grid_coordinate(x, column), rod.place.offset_m.x), ly_m, lz_m});
}

/// Calls visit(breakpoints, keeps) for a leg on the row at (y, z). The breakpoints are the places where its verdict may
/// change within the columns `asked`. The function keeps(column) is the reference test. The type Rod is a PlacedRod or
/// a TurnedRod.
template <class Rod, class Visit>
HEXSCAN_HD_INLINE auto with_rod_on_row(const GridAxis<double>& x, const Rod& rod, double y_m, double z_m,
                                       ColumnRange asked, Visit visit) {
    const double ly_m = exact::add(y_m, rod.place.offset_m.y), lz_m = exact::add(z_m, rod.place.offset_m.z);
    LegBreakpoints<std::remove_cvref_t<decltype(rod.leg)>::most_breakpoints> breakpoints;
    add_breakpoints(rod, ly_m, lz_m, asked, breakpoints);
    return visit(breakpoints, [&](int column) { return exact_rod_column(x, rod, column, ly_m, lz_m); });
}

/// Removes from the runs of the row at (y, z) the columns where a leg violates a limit. Returns false if there are too
/// many runs.
template <class Rod, class Runs>
HEXSCAN_HD_INLINE bool keep_rod_leg(const GridAxis<double>& x, const Rod& rod, double y_m, double z_m, Runs& runs) {
    return with_rod_on_row(x, rod, y_m, z_m, hull_of(runs),
                           [&](const auto& breakpoints, auto keeps) { return keep_leg(breakpoints, keeps, runs); });
}

/// The input for rows with rods, for all rows of a scan at one orientation.
template <class RowLeg>
struct RodGeometry {
    GridAxis<double> x, y, z;
    PlacedRod<RowLeg> legs[leg_count];
};

/// The reference verdict of one position. Not inlined on the device, for the same reason as the test of a column.
template <class RowLeg>
HEXSCAN_HD_OUTLINE bool exact_rods_keep(const RodGeometry<RowLeg>& geometry, Vec3<double> p_m) {
    using exact::add;
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count; ++i) {
        const PlacedRod<RowLeg>& rod = geometry.legs[i];
        const Vec3<double> offset_m = rod.place.offset_m;
        const Vec3<double> l_m{add(p_m.x, offset_m.x), add(p_m.y, offset_m.y), add(p_m.z, offset_m.z)};
        if (!exactly_keeps(rod.leg, rod.place.platform_axis, l_m)) return false;
    }
    return true;
}

/// The columns of the row at (y, z) that may be reachable and must be tested against all legs.
template <class RowLeg>
HEXSCAN_HD_INLINE ColumnRange columns_in_reach(const RodGeometry<RowLeg>& geometry, double y_m, double z_m) {
    ColumnRange near{0, geometry.x.count - 1};
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count && !near.empty(); ++i) {
        const PlacedRod<RowLeg>& rod = geometry.legs[i];
        near = columns_in_reach(rod, y_m + rod.place.offset_m.y, z_m + rod.place.offset_m.z, near);
    }
    return near;
}

/// Adds to empty runs the columns of the row at (y, z) where all legs satisfy their limits. Returns false if there are
/// too many runs.
template <class RowLeg, class Runs>
HEXSCAN_HD_INLINE_ON_DEVICE bool solve_rod_row(const RodGeometry<RowLeg>& geometry, double y_m, double z_m,
                                               Runs& runs) {
    const ColumnRange near = columns_in_reach(geometry, y_m, z_m);
    if (near.empty()) return true;
    if (!runs.insert(0, near)) return false;
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count && runs.count() > 0; ++i)
        if (!keep_rod_leg(geometry.x, geometry.legs[i], y_m, z_m, runs)) return false;
    return true;
}

/// Solves a row with two lists of runs. On a device this is faster than removing columns from one list: each leg
/// appends the columns that it allows to the other list. Returns the list with the columns that all legs allow; null if
/// there are too many runs.
template <class RowLeg, class Runs>
HEXSCAN_HD_INLINE const Runs* solve_rod_row(const RodGeometry<RowLeg>& geometry, double y_m, double z_m, Runs& one,
                                            Runs& other) {
    Runs *runs = &one, *kept = &other;
    runs->clear();
    const ColumnRange near = columns_in_reach(geometry, y_m, z_m);
    if (near.empty()) return runs;
    if (!runs->insert(0, near)) return nullptr;
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count && runs->count() > 0; ++i) {
        const bool has_room = with_rod_on_row(geometry.x, geometry.legs[i], y_m, z_m, hull_of(*runs),
                                              [&](const auto& breakpoints, auto keeps) {
                                                  kept->clear();
                                                  return append_kept(*runs, breakpoints, keeps, *kept);
                                              });
        if (!has_room) return nullptr;
        Runs* const filled = kept;
        kept = runs;
        runs = filled;
    }
    return runs;
}

}  // namespace hexscan

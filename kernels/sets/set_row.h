#pragma once

#include "kernels/host_device.h"
#include "kernels/rows/column_runs.h"
#include "set_scan.h"

/// A row of a scan over a set of orientations, and the exact application of one orientation's limits to it.
namespace hexscan {

/// A row and its remaining columns. `Runs` also determines whether a limit whose border the row touches can be tested
/// column by column.
template <class Runs>
struct SetRow {
    double y_m, z_m;
    Runs& runs;
    bool undecided;  ///< true if the row touches the border of a limit or has too many runs: the caller must decide it

    HEXSCAN_HD_INLINE bool alive() const { return !undecided && runs.count() > 0; }
    HEXSCAN_HD_INLINE void lose(ColumnRange lost) {
        if (!remove_columns(runs, lost)) undecided = true;
    }
};

/// Applies limit `bit` of a leg at one orientation to a row that still has columns.
template <class Real, class Runs>
HEXSCAN_HD_INLINE void apply_limit(const SetScan<Real>& scan, int index, const Leg<double>& leg, unsigned bit,
                                   SetRow<Runs>& row) {
    const ColumnRange hull = hull_of(row.runs);
    const LegRow exact_row = exact_leg_row(leg, row.y_m, row.z_m);
    const auto within = [&](int column) {
        return exact_leg_within_limits(leg, exact_row, grid_coordinate(scan.x, column));
    };
    const LimitCut<Real> cut = cut_limit<Real>(scan, index, leg, bit, row.y_m, row.z_m);
    if (cut.columns.undecided) {
        if (!row.runs.keep_where(within)) row.undecided = true;
        return;
    }
    const bool forbidden = cut.forbidden;
    const ColumnRange inside = columns_inside(cut, hull, [&](int column) { return within(column) != forbidden; });
    // A loop, so that the code that removes columns exists only once.
    const ColumnRange lost[2] = {forbidden ? inside : ColumnRange{hull.first, inside.first - 1},
                                 forbidden ? ColumnRange{0, -1} : ColumnRange{inside.last + 1, hull.last}};
    HEXSCAN_ROLLED
    for (int side = 0; side < 2; ++side) row.lose(side == 0 ? lost[0] : lost[1]);
}

/// Applies the given limits at one orientation. The mask has four bits per leg.
template <class Real, class Runs>
HEXSCAN_HD_INLINE_ON_DEVICE void apply_orientation(const SetScan<Real>& scan, const Matrix3<double>& rotation,
                                                   unsigned limits, SetRow<Runs>& row) {
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count; ++i) {
        const unsigned bits = leg_bits(limits, i);
        if (bits == 0 || !row.alive()) continue;
        const Leg<double> leg = exact_leg_at(scan.legs[i], rotation);
        HEXSCAN_ROLLED
        for (unsigned bit = platform_bit; bit != 0; bit >>= 1)
            if ((bits & bit) && row.alive()) apply_limit(scan, i, leg, bit, row);
    }
}

}  // namespace hexscan

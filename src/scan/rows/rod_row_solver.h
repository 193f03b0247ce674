#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/base/loop.h"
#include "src/scan/map_kind.h"
#include "src/scan/plan.h"
#include "src/scan/rows/rod_set_data.h"
#include "src/scan/rows/runs.h"

namespace hexscan {

/// Solves rows of a plan of legs with rods on the host, in any order and from several threads at once. For one
/// orientation it uses the breakpoints of each leg (kernels/rows/rod_rows.h), for sets it uses cells of orientations
/// (kernels/sets/rod_total_rows.h, rod_inclusive_rows.h). Every verdict equals that of the double-precision reference.
/// `Scan` is the RodSetScan for the kind of leg.
template <class Scan>
class RodRowSolver {
public:
    /// True if the plan's legs are of this kind and share no limits.
    static bool supports(const ScanPlan& plan);

    /// `loop` runs the preparation.
    explicit RodRowSolver(const ScanPlan& plan, const Loop& loop = one_by_one);
    RodRowSolver(const RodRowSolver&) = delete;
    RodRowSolver& operator=(const RodRowSolver&) = delete;

    /// Appends rows [first, end) of a slice.
    void append(int slice, int first, int end, WorkspaceSlice& out) const;

    /// Both functions compute a number for each column of a row. The first computes the number of rings of the set's
    /// cone that are reachable in every direction, including ring 0 without tilt. The second computes the number of
    /// orientations at which the column is reachable.
    void count_rings(int slice, int row, std::span<std::uint8_t> rings) const;
    void count_orientations(int slice, int row, std::span<std::int32_t> reached) const;

private:
    ScanPlan plan_;
    RodRowsOfPlan<typename Scan::RowLeg> rows_;
    Scan scan_;
    std::vector<RodCell<double>> cells_;  ///< empty for a single orientation
};

/// True if the numbers of the map follow from count_rings() or count_orientations().
inline bool is_counted(MapKind map) { return map == MapKind::tilt || map == MapKind::share; }

using RotaryRowSolver = RodRowSolver<RotarySetScan<RotaryRowLeg, double>>;
using SliderRowSolver = RodRowSolver<SliderSetScan<JointedSliderLeg, double>>;

}  // namespace hexscan

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

/// Solves rows of a plan of legs with rods on the host, any of them in any order and from several threads at once: of
/// one orientation from the breakpoints of each leg (kernels/rows/rod_rows.h), and of sets cell by cell of their
/// orientations (kernels/sets/rod_total_rows.h, rod_inclusive_rows.h). Every verdict equals the double-precision
/// reference. `Scan` is a RodSetScan of the kind of leg.
template <class Scan>
class RodRowSolver {
public:
    /// Machines with legs of the kind that share no limits.
    static bool supports(const ScanPlan& plan);

    /// `loop` runs what is prepared once.
    explicit RodRowSolver(const ScanPlan& plan, const Loop& loop = one_by_one);
    RodRowSolver(const RodRowSolver&) = delete;
    RodRowSolver& operator=(const RodRowSolver&) = delete;

    /// Appends rows [first, end) of a slice.
    void append(int slice, int first, int end, WorkspaceSlice& out) const;

    /// Of one row of a set: how many rings of its cone, the level counted, are reachable in every direction; and at how
    /// many orientations each column is reachable. One value per column.
    void count_rings(int slice, int row, std::span<std::uint8_t> rings) const;
    void count_orientations(int slice, int row, std::span<std::int32_t> reached) const;

private:
    ScanPlan plan_;
    RodRowsOfPlan<typename Scan::RowLeg> rows_;
    Scan scan_;
    std::vector<RodCell<double>> cells_;  ///< of several orientations
};

/// Whether a map over a set follows from count_rings() or count_orientations().
inline bool is_counted(MapKind map) { return map == MapKind::tilt || map == MapKind::share; }

using RotaryRowSolver = RodRowSolver<RotarySetScan<double>>;
using SliderRowSolver = RodRowSolver<SliderSetScan<JointedSliderLeg, double>>;

}  // namespace hexscan

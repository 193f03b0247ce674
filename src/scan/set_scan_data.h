#pragma once

#include <vector>

#include "kernels/sets/set_scan.h"
#include "src/base/loop.h"
#include "src/scan/plan.h"

namespace hexscan {

/// Data on the host for the solvers of rows at a set of orientations.
template <class Real>
struct SetScanData {
    SetScan<Real> scan{};
    std::vector<LegCell<Real>> cells;  ///< ordered by node of the tree and leg; `scan` points to them
    bool wide = false;                 ///< true if a joint's limit exceeds 90 degrees, so its cone cuts a hole in rows
    bool solvable = false;             ///< true if rounding leaves at most one column undecided at each end of a run

    SetScanData() = default;
    SetScanData(const SetScanData&) = delete;
    SetScanData& operator=(const SetScanData&) = delete;
};

/// Prepares everything except the cells (kernels/sets/leg_cell.h). They are the largest part, and a device makes its
/// own.
template <class Real>
void prepare_set_scan(const ScanPlan& plan, const FreeLegs& legs, SetScanData<Real>& data);

/// Computes the cells of all nodes.
template <class Real>
void prepare_cells(SetScanData<Real>& data, const Loop& loop = one_by_one);

/// Determines how the tree splits the boxes of a set.
OrientationTree make_orientation_tree(const OrientationTables& set);

extern template void prepare_set_scan(const ScanPlan&, const FreeLegs&, SetScanData<float>&);
extern template void prepare_set_scan(const ScanPlan&, const FreeLegs&, SetScanData<double>&);
extern template void prepare_cells(SetScanData<float>&, const Loop&);
extern template void prepare_cells(SetScanData<double>&, const Loop&);

}  // namespace hexscan

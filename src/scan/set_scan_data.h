#pragma once

#include <vector>

#include "kernels/sets/set_scan.h"
#include "src/base/loop.h"
#include "src/scan/plan.h"

namespace hexscan {

/// Data on the host for the row solvers of a set.
template <class Real>
struct SetScanData {
    SetScan<Real> scan{};
    std::vector<LegCell<Real>> cells;  ///< ordered by node and leg; `scan` points to them
    bool wide = false;                 ///< true if some limit exceeds 90 degrees, so that cones cut holes
    bool solvable = false;             ///< true if roots leave at most one column per end undecided

    SetScanData() = default;
    SetScanData(const SetScanData&) = delete;
    SetScanData& operator=(const SetScanData&) = delete;
};

/// Prepares everything except the cells. They are the largest part, and a device makes its own.
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

#pragma once

#include <vector>

#include "kernels/rows/rotary_rows.h"
#include "kernels/rows/slider_breakpoints.h"
#include "kernels/sets/rod_total_rows.h"
#include "kernels/sets/rotary_cells.h"
#include "kernels/sets/slider_cells.h"
#include "src/base/loop.h"
#include "src/scan/plan.h"

namespace hexscan {

template <class Real>
using RotarySetScan = RodSetScan<RotaryRowLeg, RotaryFeet<Real>>;
template <class RowLeg, class Real>
using SliderSetScan = RodSetScan<RowLeg, SliderFeet<Real>>;

/// What the rows of legs with rods are solved with, on the host.
template <class RowLeg>
struct RodRowsOfPlan {
    RodGeometry<RowLeg> middle;  ///< at the orientation in the middle of the set
    RodJoints joints[leg_count];
};

/// `plan` must be of legs of the kind.
template <class RowLeg>
RodRowsOfPlan<RowLeg> make_rod_rows(const ScanPlan& plan);

/// Everything but the cells, which the device makes itself. Points to `rows`.
template <class Scan>
Scan make_rod_set_scan(const ScanPlan& plan, const RodRowsOfPlan<typename Scan::RowLeg>& rows);

/// The cells of all nodes.
template <class Scan>
std::vector<RodCell<typename Scan::Real>> make_rod_cells(const Scan& scan, const Loop& loop = one_by_one);

}  // namespace hexscan

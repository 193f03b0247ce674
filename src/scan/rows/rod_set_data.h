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

template <class RowLeg, class Real>
using RotarySetScan = RodSetScan<RowLeg, RotaryFeet<Real>>;
template <class RowLeg, class Real>
using SliderSetScan = RodSetScan<RowLeg, SliderFeet<Real>>;

/// The data on the host from which rows of legs with rods are solved.
template <class RowLeg>
struct RodRowsOfPlan {
    RodGeometry<RowLeg> middle;  ///< at the orientation in the middle of the set
    RodJoints joints[leg_count];
};

/// True if a joint of the plan's legs has a limit. The plan's legs must have rods.
bool has_limited_joints(const ScanPlan& plan);

/// Makes the data. The plan's legs must be of the kind `RowLeg`.
template <class RowLeg>
RodRowsOfPlan<RowLeg> make_rod_rows(const ScanPlan& plan);

/// Makes everything except the cells (kernels/sets/rod_cells.h), because a device makes its own. The result points to
/// `rows`.
template <class Scan>
Scan make_rod_set_scan(const ScanPlan& plan, const RodRowsOfPlan<typename Scan::RowLeg>& rows);

/// Makes the cells of all nodes.
template <class Scan>
std::vector<RodCell<typename Scan::Real>> make_rod_cells(const Scan& scan, const Loop& loop = one_by_one);

}  // namespace hexscan

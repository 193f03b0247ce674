#pragma once

#include <optional>

#include "kernels/rows/slider_breakpoints.h"
#include "kernels/rows/slider_rows.h"
#include "src/scan/plan.h"

namespace hexscan {

using JointedSliderGeometry = SliderGeometry<JointedSliderRowLeg>;
/// Small enough for a kernel's argument.
using JointlessSliderGeometry = SliderGeometry<SliderRowLeg>;

/// Data for solving the rows of a plan of sliders at one orientation.
struct SliderRowsOfPlan {
    JointedSliderGeometry geometry;
    bool has_joints;       ///< true if some joint is limited
    bool single_suffices;  ///< true if roots in float leave at most one column per end in doubt
};

/// Prepares a plan of one orientation for the closed-form row solver. The result has the constants of all rows for each
/// leg and limit, and bounds on rounding for the whole grid. Returns nullopt if legs are not sliders or share limits,
/// if there are several orientations, or if columns are too dense for double.
std::optional<SliderRowsOfPlan> make_slider_geometry(const ScanPlan& plan);

/// The geometry without the limits of joints.
JointlessSliderGeometry without_joints(const JointedSliderGeometry& geometry);

/// A slider for rows of many orientations in which no leg vector is longer than `longest_m`. Travel limits that cannot
/// bind are moved nearer.
JointedSliderLeg make_slider_breakpoint_leg(const SliderLeg& slider, double longest_m, double columns_per_m,
                                            int columns);

/// The leg without the limits of joints.
JointlessSliderLeg without_joints(const JointedSliderLeg& leg);

}  // namespace hexscan

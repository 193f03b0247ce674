#pragma once

#include <optional>

#include "kernels/rows/slider_breakpoints.h"
#include "kernels/rows/slider_rows.h"
#include "src/scan/plan.h"

namespace hexscan {

using JointedSliderGeometry = SliderGeometry<JointedSliderRowLeg>;
/// Small enough to be a kernel's argument.
using JointlessSliderGeometry = SliderGeometry<SliderRowLeg>;

/// What rows of a plan of sliders at one orientation are solved with.
struct SliderRowsOfPlan {
    JointedSliderGeometry geometry;
    bool has_joints;       ///< some joint is limited
    bool single_suffices;  ///< roots in float leave at most one column per end in doubt
};

/// Prepares a plan of one orientation for the closed-form row solver: per leg and limit what is constant for all rows,
/// and bounds on rounding for the whole grid. Nothing where legs are no sliders or share limits, where there are
/// several orientations, or where columns are so dense that double cannot tell them apart.
std::optional<SliderRowsOfPlan> make_slider_geometry(const ScanPlan& plan);

/// The same without what joints limit.
JointlessSliderGeometry without_joints(const JointedSliderGeometry& geometry);

/// A slider for rows of many orientations, where no leg vector is longer than `longest_m`. Ends of travel that are
/// nowhere near are brought nearer.
JointedSliderLeg make_slider_breakpoint_leg(const SliderLeg& slider, double longest_m, double columns_per_m,
                                            int columns);

/// The same without what joints limit.
JointlessSliderLeg without_joints(const JointedSliderLeg& leg);

}  // namespace hexscan

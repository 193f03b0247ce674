#pragma once

#include <optional>

#include "kernels/rows/slider_breakpoints.h"
#include "kernels/rows/slider_rows.h"
#include "src/scan/plan.h"

namespace hexscan {

using JointedSliderGeometry = SliderGeometry<JointedSliderRowLeg>;
/// Slider geometry that is small enough to be a kernel argument.
using JointlessSliderGeometry = SliderGeometry<SliderRowLeg>;

/// The data from which the rows of a plan of sliders at one orientation are solved.
struct SliderRowsOfPlan {
    JointedSliderGeometry geometry;
    bool has_joints;       ///< true if some joint is limited
    bool single_suffices;  ///< true if roots in single precision leave at most one column per end undecided
};

/// Prepares a plan of one orientation for the closed-form row solver. The result contains, for each leg and limit, the
/// constants that all rows use, and bounds on rounding for the whole grid. Returns nullopt if the legs are not sliders,
/// if they share limits, if there are several orientations, or if the columns are too dense for double precision.
std::optional<SliderRowsOfPlan> make_slider_geometry(const ScanPlan& plan);

/// The geometry without the limits of joints.
JointlessSliderGeometry without_joints(const JointedSliderGeometry& geometry);

/// A slider in the form that solves rows at many orientations. No leg vector may be longer than `longest_m`. Travel
/// limits so far away that they cannot bind are moved nearer.
JointedSliderLeg make_slider_breakpoint_leg(const SliderLeg& slider, double longest_m, double columns_per_m,
                                            int columns);

/// The leg without the limits of joints.
JointlessSliderLeg without_joints(const JointedSliderLeg& leg);

}  // namespace hexscan

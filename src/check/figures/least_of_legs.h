#pragma once

#include <span>

#include "src/base/effort.h"
#include "src/check/figures/least_figure.h"
#include "src/machine/machine.h"

/// Proved bounds on the gap, conditioning, stiffness and rate of legs over poses, computed on the calling thread only.
/// Each bound is close to a value that was found: gaps within 1e-4 of the longest leg, conditionings within 1e-3, rates
/// within 1e-3 and stiffnesses within 5e-3 of their value. A bound is less close if the search gave up after
/// tuning::parts_of_least_of_legs times the effort.
namespace hexscan {

/// The smallest gap at all poses between the surfaces of two legs, or of a leg and an obstacle. The machine must have
/// legs_apart, but its required gap does not matter. If a rod does not reach, its nearest position counts.
LeastFigure least_gap_m(const Machine& machine, std::span<const PoseSpan> poses, Effort effort = {});

/// The smallest conditioning, 1 / condition (singularity.h). It is 0 if some pose may be singular.
LeastFigure least_conditioning(const Machine& machine, std::span<const PoseSpan> poses, Effort effort = {});

/// The smallest stiffness in N/m (kernels/shared/stiffness_form.h). The machine must give the stiffness of its legs. It
/// is 0 if some pose may be singular.
LeastFigure least_stiffness_n_per_m(const Machine& machine, std::span<const PoseSpan> poses, Effort effort = {});

/// The negative of the largest rate of a leg's value (rate_limit.h).
LeastFigure least_negative_rate(const Machine& machine, std::span<const PoseSpan> poses, Effort effort = {});

/// The proved bounds of the first three figures over a box of poses.
Found<double> proved_least_gap_m(const Machine& machine, const PoseBox& box, Effort effort = {});
Found<double> proved_least_conditioning(const Machine& machine, const PoseBox& box, Effort effort = {});
Found<double> proved_least_stiffness_n_per_m(const Machine& machine, const PoseBox& box, Effort effort = {});

}  // namespace hexscan

#pragma once

#include <span>

#include "src/base/effort.h"
#include "src/check/figures/least_figure.h"
#include "src/machine/machine.h"

/// Proved least figures of what legs share over poses, on the calling thread alone. They are no more than 1e-4 of the
/// longest leg, of conditionings no more than 1e-3, of rates 1e-3 of them, below one that is met, unless the search
/// gave up after tuning::parts_of_least_of_legs times the effort.
namespace hexscan {

/// The gap, from surface to surface, that two legs, or a leg and what is beside it, keep at all poses. The machine must
/// have legs_apart; what it asks of gaps does not matter. Of rods that do not reach it is as they come nearest.
LeastFigure least_gap_m(const Machine& machine, std::span<const PoseSpan> poses, Effort effort = {});

/// The conditioning, 1 / condition (singularity.h); 0 where some pose may be singular.
LeastFigure least_conditioning(const Machine& machine, std::span<const PoseSpan> poses, Effort effort = {});

/// Minus the largest rate of a leg's value (rate_limit.h).
LeastFigure least_negative_rate(const Machine& machine, std::span<const PoseSpan> poses, Effort effort = {});

/// The first two of a box of poses.
Found<double> proved_least_gap_m(const Machine& machine, const PoseBox& box, Effort effort = {});
Found<double> proved_least_conditioning(const Machine& machine, const PoseBox& box, Effort effort = {});

}  // namespace hexscan

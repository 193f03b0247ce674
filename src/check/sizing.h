#pragma once

#include <optional>
#include <span>

#include "src/base/loop.h"
#include "src/check/proof.h"
#include "src/check/requirement.h"

/// The least strokes and joint tilts of telescopic legs for a requirement, independent of the machine's own limits.
namespace hexscan {

/// True if a single-stage telescope can have these lengths. When retracted, it is at least as long as its stroke.
inline bool suit_a_telescope(double shortest_m, double longest_m) { return longest_m <= 2 * shortest_m; }

/// Limits on lengths and tilts, the same for all legs. Each is for a machine with no other limit. They are proved to
/// meet a requirement with its clearance. Clearly tighter ones do not meet it.
struct LeastSizes {
    /// No leg becomes shorter than the first length or longer than the second one.
    double shortest_m = 0, longest_m = 0;
    std::optional<double> base_tilt_rad, platform_tilt_rad;  ///< nullopt: no tilt limit suffices
    /// Lengths and tilts that some pose of the requirement is proved to need. They differ clearly from those above only
    /// if a search gave up after tuning::parts_of_least_sizes parts, times the effort.
    double shortest_met_m = 0, longest_met_m = 0, base_tilt_refuted_rad = 0, platform_tilt_refuted_rad = 0;
    /// True if the search for that size gave up, so more effort may find a smaller one.
    bool shortest_gave_up = false, longest_gave_up = false, base_tilt_gave_up = false, platform_tilt_gave_up = false;

    bool suit_a_telescope() const { return hexscan::suit_a_telescope(shortest_m, longest_m); }
};

/// Computes the shortest stroke and the smallest tilt limits that meet the requirement. The stroke's two end lengths
/// are exact to a few millionths of the longest length, tilts to a thousandth of a degree. All are rounded to the safe
/// side. If the requirement names a file of poses, it must have been read.
LeastSizes least_sizes(const Machine& machine, const Requirement& requirement, const Loop& loop = one_by_one,
                       Effort effort = {});

/// The sizes that satisfy all of several requirements.
LeastSizes together(std::span<const LeastSizes> sizes);

}  // namespace hexscan

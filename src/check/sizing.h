#pragma once

#include <optional>
#include <span>

#include "src/base/loop.h"
#include "src/check/proof.h"
#include "src/check/requirement.h"

/// How large strokes and joint tilts would have to be at least for a requirement, whatever the file gives the machine.
namespace hexscan {

/// Whether a telescope of one stage could have these lengths: drawn in it is as long as its stroke at least.
inline bool suit_a_telescope(double shortest_m, double longest_m) { return longest_m <= 2 * shortest_m; }

/// Legs of these lengths and joints of these tilts meet a requirement with its clearance, proved; none that are clearly
/// smaller do. The same for all legs, each limit by itself.
struct LeastSizes {
    double shortest_m = 0;  ///< no leg becomes shorter
    double longest_m = 0;
    std::optional<double> base_tilt_rad, platform_tilt_rad;  ///< nothing: no tilt limit would do
    /// Lengths and tilts that some pose of the requirement needs for certain. They differ clearly from those above only
    /// if a search ended after tuning::parts_of_least_sizes, times the effort.
    double shortest_met_m = 0, longest_met_m = 0, base_tilt_refuted_rad = 0, platform_tilt_refuted_rad = 0;
    /// The search for the size: with more effort a smaller one may be found.
    bool shortest_gave_up = false, longest_gave_up = false, base_tilt_gave_up = false, platform_tilt_gave_up = false;

    bool suit_a_telescope() const { return hexscan::suit_a_telescope(shortest_m, longest_m); }
};

/// Lengths to a few millionths of the longest leg, tilts to a thousandth of a degree, both rounded to the safe side.
/// The poses of its file must have been read.
LeastSizes least_sizes(const Machine& machine, const Requirement& requirement, const Loop& loop = one_by_one,
                       Effort effort = {});

/// What meets all of several requirements.
LeastSizes together(std::span<const LeastSizes> sizes);

}  // namespace hexscan

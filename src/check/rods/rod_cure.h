#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "src/base/effort.h"
#include "src/check/requirement.h"
#include "src/machine/description/machine_description.h"
#include "src/machine/limit_table.h"

/// Cures for rods that do not reach all poses of a requirement.
namespace hexscan {

/// Up to about 4096 of the requirement's outermost poses.
std::vector<Pose> outermost_poses(const Requirement& requirement);

/// The range of lengths with which all rods reach at given poses, if all have the same length. No length suffices if
/// shortest_m is larger than longest_m.
struct RodLengths {
    double shortest_m = 0, longest_m = std::numeric_limits<double>::infinity();
};
RodLengths rods_that_reach(const Machine& machine, const std::vector<Pose>& poses);

/// Limits of all legs, with their values in the file's units.
using SizedLimits = std::vector<std::pair<const LimitKind*, double>>;

/// Sizes with which a machine is proved to meet a requirement, the same for all legs. Values are in the file's units.
struct RodCure {
    std::optional<double> arm;  ///< nullopt if the arms stay as they are
    double rod = 0;
    SizedLimits limits;  ///< sizes of all limits of legs that the machine has
};

using BuildMachine = std::function<Machine(const MachineDescription&)>;

/// Searches for the shortest arms, in steps of a twentieth, with which rods reach, or for the shortest rods of sliders.
/// Then searches for the least sizes of all other limits. The result is nullopt if no machine of the search is proved
/// to meet the requirement. `build` makes machines with rods.
std::optional<RodCure> rod_cure(const MachineDescription& description, const BuildMachine& build,
                                const Requirement& requirement, Effort effort = {});

}  // namespace hexscan

#pragma once

#include <optional>
#include <span>
#include <vector>

#include "src/base/loop.h"
#include "src/check/proof.h"
#include "src/check/requirement.h"
#include "src/machine/limit_table.h"

/// The least size of each limit of a machine for a requirement, for legs of any kind. For telescopic legs whose joints
/// limit a tilt, sizing.h is faster.
namespace hexscan {

/// The least size of a limit, the same for all legs. A machine with only this limit is proved to meet the requirement
/// with its clearance. With a clearly tighter limit it does not, unless a proof gave up. There is one exception to
/// *only*: the other end of an arm's range stays near its value, so that the sizes of both ends suffice together. A
/// proof gives up after tuning::parts_of_limit_sizes parts more than the widest limit takes, times the effort.
struct LimitSize {
    const LimitKind* kind = nullptr;
    /// The size in metres or radians. Nullopt if none was found, for example because a rod is too short.
    std::optional<double> value;
    /// A value that some pose needs. Only set if a proof gave up so early that it differs clearly from `value`.
    std::optional<double> needed = std::nullopt;
    /// A value that some pose is proved to need at least. Nullopt if no pose was tested.
    std::optional<double> refuted = std::nullopt;
    bool gave_up = false;  ///< true if the search gave up, so more effort may find a smaller size, or a first one
};

/// For each leg, the whole turns that must be added to the size of an arm's end, so that the sum lies in the turn of
/// that leg's range.
PerLeg turns_of_arms_rad(const Machine& machine);

/// Sizes each kind of limit of legs, except those whose number is part of the geometry (LimitKind::of_geometry), such
/// as a rod's length. Shared limits are not sized. Lengths are exact to 10^-4 of the longest leg, angles to a fiftieth
/// of a degree. Both are rounded to the safe side. The requirement's file of poses must have been read.
std::vector<LimitSize> limit_sizes(const Machine& machine, const Requirement& requirement,
                                   const Loop& loop = one_by_one, Effort effort = {});

/// True if all rods are proved to reach at all poses of the requirement, whatever the limits of joint values and joints
/// are. The machine must have rods.
bool rods_reach(const Machine& machine, Requirement requirement, Effort effort = {});

/// True if a single-stage telescope can have the lengths among the sizes (LeastSizes). Returns nullopt if legs have no
/// lengths, or if a length was not found.
std::optional<bool> suit_a_telescope(std::span<const LimitSize> sizes);

/// The sizes that satisfy all of several requirements of a machine.
std::vector<LimitSize> together(std::span<const std::vector<LimitSize>> sizes);

}  // namespace hexscan

#pragma once

#include <optional>
#include <span>
#include <vector>

#include "src/base/loop.h"
#include "src/check/proof.h"
#include "src/check/requirement.h"
#include "src/machine/limit_table.h"

/// How far each limit of a machine, of any kind, would have to let it go for a requirement. Telescopic legs whose
/// joints tilt from an axis are sized sooner (sizing.h).
namespace hexscan {

/// A machine that has this limit, the same for all legs, meets the requirement with its clearance, proved; one that is
/// clearly tighter does not, unless a proof gave up after tuning::parts_of_limit_sizes more than the widest limit
/// takes, times the effort.
/// It has no other limit, but the other end of arms' ranges near where it is: the ends found for both are enough
/// together.
struct LimitSize {
    const LimitKind* kind = nullptr;
    std::optional<double> value;  ///< metres or radians; nothing: none was found, such as where a rod is too short
    /// What a pose that was met asks for, where a proof ended so early that this is clearly less.
    std::optional<double> needed = std::nullopt;
    /// Some pose needs at least as much, whether or not that is clearly less. Nothing: no pose was tested.
    std::optional<double> refuted = std::nullopt;
    bool gave_up = false;  ///< the search: with more effort a smaller size, or any at all, may be found
};

/// Of each kind of limit of legs whose bound is a number of its own; limits that legs share are not asked. Lengths to
/// 10^-4 of the longest leg, angles to a fiftieth of a degree, both on the safe side. The poses of the requirement's
/// file must have been read.
std::vector<LimitSize> limit_sizes(const Machine& machine, const Requirement& requirement,
                                   const Loop& loop = one_by_one, Effort effort = {});

/// Whether a telescope of one stage could have the lengths among the sizes (LeastSizes); nothing where legs have no
/// lengths, or one was not found.
std::optional<bool> suit_a_telescope(std::span<const LimitSize> sizes);

/// What meets all of several requirements of a machine.
std::vector<LimitSize> together(std::span<const std::vector<LimitSize>> sizes);

}  // namespace hexscan

#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <optional>
#include <string>

#include "src/machine/legs/leg_numbers.h"
#include "src/machine/limit_colours.h"
#include "src/machine/shared/shared_limit.h"

/// Limits on gaps between legs. The bodies of all legs have one thickness around their centre lines; a rotary leg also
/// has a body around its arm. The surfaces of any two legs must keep a gap.
namespace hexscan {

/// The indices of two legs, from 0.
struct LegPair {
    std::size_t first, second;
};

inline constexpr std::size_t pair_count = leg_count * (leg_count - 1) / 2;

inline constexpr std::array<LegPair, pair_count> leg_pairs = [] {
    std::array<LegPair, pair_count> pairs{};
    std::size_t at = 0;
    for (std::size_t i = 0; i < leg_count; ++i)
        for (std::size_t j = i + 1; j < leg_count; ++j) pairs[at++] = {i, j};
    return pairs;
}();

/// The required gaps between legs. Lengths are in metres, or in the file's units inside a description.
struct LegsApart {
    double diameter = 0;
    double gap = 0;        ///< required gap between the surfaces of two legs
    double free_ends = 0;  ///< length at each end of a leg, beside its joint, that may be near other legs
    std::bitset<pair_count> free_pairs{};  ///< pairs whose limit is disabled

    /// Smallest allowed distance between two centre lines.
    double least() const { return diameter + gap; }
    bool operator==(const LegsApart&) const = default;
};

inline constexpr LimitKind gap_limit{
    .name = "gap",
    .plural = "gaps between legs",
    .as_limit = "gaps between legs",
    .heading = "gap",
    .json = "gap",
    .key = "legs.gap",
    .side = "",
    .quantity = "gap",
    .bound = "least",
    .fault = "be too close",
    .violation =
        "{owner} are too close to each other by {missing}: {asked} from surface to surface, but legs.gap is {allowed}",
    .dimension = Dimension::length,
    .keeps = LimitKind::Bound::at_least,
    .rgb = limit_colours::red};

/// Reports joints that are closer to each other than the required distance at every pose. The result is empty if there
/// are none. Lengths are in the machine's units.
std::string legs_apart_problem(const Machine& machine);

/// The limits of all pairs.
extern const SharedLimitKinds gap_limits;

}  // namespace hexscan

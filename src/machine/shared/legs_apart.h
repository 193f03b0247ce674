#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <optional>
#include <string>

#include "src/machine/legs/leg_numbers.h"
#include "src/machine/limit_colours.h"
#include "src/machine/shared/shared_limit.h"

/// Legs that do not touch: bodies of one thickness about each leg's middle line (of rotary legs about the arm's, too),
/// of which any two legs' surfaces keep a gap.
namespace hexscan {

/// Two legs, from 0.
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

/// Lengths in metres, in a description in the units of its file.
struct LegsApart {
    double diameter = 0;
    double gap = 0;        ///< that two legs' surfaces keep
    double free_ends = 0;  ///< so much of a leg at either end, where its joints are, may be near to others
    std::bitset<pair_count> free_pairs{};  ///< that need not keep it

    /// What two middle lines are apart at least.
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
    .fault = "be too near",
    .violation = "{owner} are too near to each other by {missing}: {asked} from surface to surface, legs.gap {allowed}",
    .dimension = Dimension::length,
    .keeps = LimitKind::Bound::at_least,
    .rgb = limit_colours::red};

/// What keeps legs from ever being as far apart as they are asked to be; empty: nothing. In the machine's units.
std::string legs_apart_problem(const Machine& machine);

/// The limits of all pairs.
extern const SharedLimitKinds gap_limits;

}  // namespace hexscan

#pragma once

#include <optional>
#include <string>

#include "src/machine/legs/leg_kinds.h"
#include "src/machine/limit_colours.h"
#include "src/machine/shared/shared_limit.h"

/// The stiffness of legs, and the least stiffness that the platform must have.
namespace hexscan {

struct Stiffness {
    PerLeg of_legs{};          ///< of each leg or rod in N/m; of each arm's motor in N m/rad
    double least_n_per_m = 0;  ///< Required translational stiffness at the tool, with rotation free. 0: no limit.
    bool is_free = false;      ///< true: the limit is disabled

    bool limits() const { return least_n_per_m > 0; }
    bool operator==(const Stiffness&) const = default;
};

/// Largest stiffness of a leg or of the platform, in N/m or N m/rad.
inline constexpr double most_stiffness = 1e15;

inline constexpr LimitKind stiffness_limit{
    .name = "stiffness",
    .plural = "stiffnesses",
    .as_limit = "stiffness limit",
    .heading = "stiffness",
    .json = "stiffness",
    .key = "legs.min_stiffness",
    .side = "",
    .quantity = "stiffness",
    .bound = "least",
    .fault = "be too soft",
    .violation = "the stiffness is too low: {asked}, but legs.min_stiffness is {allowed}",
    .dimension = Dimension::stiffness,
    .keeps = LimitKind::Bound::at_least,
    .rgb = limit_colours::middle_grey};

/// The dimension of a leg's stiffness. The spring of an arm is its motor.
inline Dimension dimension_of_stiffness(const AnyLegs& legs) {
    return have_arms(legs) ? Dimension::turning_stiffness : Dimension::stiffness;
}

/// A problem with a stiffness: the faulty key, and what is allowed there.
struct StiffnessProblem {
    std::string key, text;
};
/// Finds a stiffness that is not above 0 and at most `most_stiffness`, or a required one below 0 or above that.
std::optional<StiffnessProblem> stiffness_problem(const Stiffness& stiffness, const AnyLegs& legs);

/// The limit on the platform's stiffness, if a machine has it.
extern const SharedLimitKinds stiffness_limits;

}  // namespace hexscan

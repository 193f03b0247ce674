#pragma once

#include <array>
#include <bitset>
#include <optional>
#include <string>

#include "src/machine/legs/leg_kinds.h"
#include "src/machine/limit_colours.h"
#include "src/machine/shared/shared_limit.h"

/// A load that the platform carries at rest, and what it may ask of a leg at most.
namespace hexscan {

/// Lengths in metres, in a description in the units of its file; the rest in N and N m.
struct Load {
    std::array<double, 3> force{};   ///< on the platform, in the base frame
    std::array<double, 3> torque{};  ///< likewise
    std::array<double, 3> at{};      ///< where the force acts, in the platform frame; of a machine as its tool sees it
    std::optional<PerLeg> max_force{};                     ///< in a leg or rod, pushed or pulled; nothing: not asked
    std::optional<PerLeg> max_torque{};                    ///< of an arm's motor, either way
    std::bitset<leg_count> frees_force{}, frees_torque{};  ///< legs that need not keep what is asked

    bool limits() const { return max_force || max_torque; }
    bool operator==(const Load&) const = default;
};

/// Largest force, or torque, in N and N m: what a load and its limits are held to.
inline constexpr double most_load = 1e12;

inline constexpr LimitKind force_limit{.name = "largest force",
                                       .plural = "largest forces",
                                       .as_limit = "largest forces",
                                       .heading = "force",
                                       .json = "force",
                                       .key = "legs.max_force",
                                       .side = "",
                                       .quantity = "force",
                                       .bound = "largest",
                                       .fault = "carry too much",
                                       .violation = "{legs} would carry {asked}, legs.max_force {allowed}",
                                       .dimension = Dimension::force,
                                       .rgb = limit_colours::blue};

inline constexpr LimitKind torque_limit{.name = "largest torque",
                                        .plural = "largest torques",
                                        .as_limit = "largest torques",
                                        .heading = "torque",
                                        .json = "torque",
                                        .key = "legs.max_torque",
                                        .side = "",
                                        .quantity = "torque",
                                        .bound = "largest",
                                        .fault = "turn too hard",
                                        .violation = "{legs}: the motor would hold {asked}, legs.max_torque {allowed}",
                                        .dimension = Dimension::torque,
                                        .rgb = limit_colours::brown};

/// What keeps legs from carrying a load within its limits: the key that is to blame, and what is allowed.
struct LoadProblem {
    std::string key, text;
};
/// Where that of a load is right by itself. Nothing where there is none.
std::optional<LoadProblem> load_problem(const Load& load, const AnyLegs& legs);

/// Of each leg's force, of each arm's torque, as far as a machine has them.
extern const SharedLimitKinds load_limits;

}  // namespace hexscan

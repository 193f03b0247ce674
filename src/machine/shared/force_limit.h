#pragma once

#include <array>
#include <bitset>
#include <optional>
#include <string>

#include "src/machine/legs/leg_kinds.h"
#include "src/machine/limit_colours.h"
#include "src/machine/shared/shared_limit.h"

/// A load on the platform at rest, and the largest force or torque that it may cause in a leg.
namespace hexscan {

/// The load and its limits. Lengths are in metres, or in the file's units inside a description. Forces are in N and
/// torques in N m.
struct Load {
    std::array<double, 3> force{};   ///< force on the platform, in the base frame
    std::array<double, 3> torque{};  ///< torque on the platform, in the base frame
    std::array<double, 3>
        at{};  ///< point where the force acts, in the platform frame; in a machine, its origin is the tool
    std::optional<PerLeg> max_force{};   ///< largest force in a leg or rod, push or pull; nullopt: no limit
    std::optional<PerLeg> max_torque{};  ///< largest motor torque of an arm, in either direction; nullopt: no limit
    std::bitset<leg_count> frees_force{}, frees_torque{};  ///< legs whose limit is disabled

    bool limits() const { return max_force || max_torque; }
    bool operator==(const Load&) const = default;
};

/// Largest magnitude of a load and of its limits, in N or N m.
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
                                       .violation = "{legs} would carry {asked}, but legs.max_force is {allowed}",
                                       .dimension = Dimension::force,
                                       .rgb = limit_colours::blue};

inline constexpr LimitKind torque_limit{
    .name = "largest torque",
    .plural = "largest torques",
    .as_limit = "largest torques",
    .heading = "torque",
    .json = "torque",
    .key = "legs.max_torque",
    .side = "",
    .quantity = "torque",
    .bound = "largest",
    .fault = "turn too hard",
    .violation = "{legs}: the motor would have to hold {asked}, but legs.max_torque is {allowed}",
    .dimension = Dimension::torque,
    .rgb = limit_colours::brown};

/// A problem with a load: the faulty key, and what is allowed there.
struct LoadProblem {
    std::string key, text;
};
/// Finds a value out of range, or a torque limit for legs without arms. Returns nullopt if the load is valid.
std::optional<LoadProblem> load_problem(const Load& load, const AnyLegs& legs);

/// The limits on each leg's force and on each arm's torque, if the machine has them.
extern const SharedLimitKinds load_limits;

}  // namespace hexscan

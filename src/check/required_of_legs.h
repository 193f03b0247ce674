#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "src/machine/machine.h"

/// Limits of a requirement on legs, in addition to the machine's own limits.
namespace hexscan {

struct RequiredOfLegs {
    std::optional<double> apart_m{};       ///< required gap between surfaces, like legs.gap
    std::optional<double> conditioning{};  ///< required conditioning, like singularity.min_conditioning
    std::optional<double> rate{};  ///< allowed rate of a leg's value while the tool moves at 1 m/s, in m/s or rad/s
    std::optional<double> stiffness_n_per_m{};  ///< required stiffness at the tool, like legs.min_stiffness
    std::optional<PerLeg> max_force_n{};        ///< allowed force in each leg, like legs.max_force
    std::optional<PerLeg> max_torque_nm{};      ///< allowed torque of each arm, like legs.max_torque

    bool any() const { return apart_m || conditioning || rate || stiffness_n_per_m || max_force_n || max_torque_nm; }
};

template <class T>
using ValueOfLegs = std::optional<T> RequiredOfLegs::*;

/// One of these limits, with its key in machine files and its name in records.
template <class T>
struct KeyOfLegs {
    std::string_view key, json;
    Dimension dimension;
    ValueOfLegs<T> value;
};

inline constexpr std::array<KeyOfLegs<double>, 4> keys_of_legs{
    {{"apart", "apart_m", Dimension::length, &RequiredOfLegs::apart_m},
     {"conditioning", "conditioning", Dimension::number, &RequiredOfLegs::conditioning},
     {"rate", "rate", Dimension::number, &RequiredOfLegs::rate},
     {"stiffness", "stiffness_n_per_m", Dimension::stiffness, &RequiredOfLegs::stiffness_n_per_m}}};
inline constexpr std::array<KeyOfLegs<PerLeg>, 2> keys_of_each_leg{
    {{"max_force", "max_force_n", Dimension::force, &RequiredOfLegs::max_force_n},
     {"max_torque", "max_torque_nm", Dimension::torque, &RequiredOfLegs::max_torque_nm}}};

/// Calls `visit` with each key of `keys_of_legs` and `keys_of_each_leg`.
template <class Visit>
void for_each_key_of_legs(const Visit& visit) {
    for (const auto& key : keys_of_legs) visit(key);
    for (const auto& key : keys_of_each_leg) visit(key);
}

/// The reason why a machine cannot have such a limit: the key that is wrong, such as "max_force[2]", and what is
/// allowed.
struct RequiredProblem {
    std::string key, text;
};
/// Returns nullopt if the machine can have these limits.
std::optional<RequiredProblem> required_problem(const RequiredOfLegs& required, const Machine& machine);

/// Returns the machine with the stricter of its own limits and those of the requirement. The requirement must be valid.
Machine as_required(Machine machine, const RequiredOfLegs& required);

/// Text such as "apart 5 mm, max_force 300 N". The result is empty if nothing is required.
std::string required_text(const RequiredOfLegs& required, const Units& units);

}  // namespace hexscan

#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "src/machine/machine.h"

/// What a requirement asks of what legs share, beside what the machine's own limits ask.
namespace hexscan {

struct RequiredOfLegs {
    std::optional<double> apart_m{};        ///< gap between surfaces, as legs.gap
    std::optional<double> conditioning{};   ///< least, as singularity.min_conditioning
    std::optional<double> rate{};           ///< largest of a leg's value while the tool moves by 1 m/s, in m/s or rad/s
    std::optional<PerLeg> max_force_n{};    ///< largest in each leg, as legs.max_force
    std::optional<PerLeg> max_torque_nm{};  ///< likewise, as legs.max_torque

    bool any() const { return apart_m || conditioning || rate || max_force_n || max_torque_nm; }
};

template <class T>
using ValueOfLegs = std::optional<T> RequiredOfLegs::*;

/// One of these, as platform files and records have it.
template <class T>
struct KeyOfLegs {
    std::string_view key, json;
    Dimension dimension;
    ValueOfLegs<T> value;
};

inline constexpr std::array<KeyOfLegs<double>, 3> keys_of_legs{
    {{"apart", "apart_m", Dimension::length, &RequiredOfLegs::apart_m},
     {"conditioning", "conditioning", Dimension::number, &RequiredOfLegs::conditioning},
     {"rate", "rate", Dimension::number, &RequiredOfLegs::rate}}};
inline constexpr std::array<KeyOfLegs<PerLeg>, 2> keys_of_each_leg{
    {{"max_force", "max_force_n", Dimension::force, &RequiredOfLegs::max_force_n},
     {"max_torque", "max_torque_nm", Dimension::torque, &RequiredOfLegs::max_torque_nm}}};

/// Calls `visit` with all of them in turn.
template <class Visit>
void for_each_key_of_legs(const Visit& visit) {
    for (const auto& key : keys_of_legs) visit(key);
    for (const auto& key : keys_of_each_leg) visit(key);
}

/// What keeps it from being asked of a machine: the key that is to blame, "max_force[2]", and what is allowed.
struct RequiredProblem {
    std::string key, text;
};
/// Nothing where there is none.
std::optional<RequiredProblem> required_problem(const RequiredOfLegs& required, const Machine& machine);

/// The machine with limits that are as strict as its own and as what is required, of which there is no problem.
Machine as_required(Machine machine, const RequiredOfLegs& required);

/// "apart 5 mm, max_force 300 N"; empty: nothing is required.
std::string required_text(const RequiredOfLegs& required, const Units& units);

}  // namespace hexscan

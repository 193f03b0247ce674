#include "src/check/required_of_legs.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "src/scan/maps/stiffness_maps.h"

namespace hexscan {
namespace {

std::optional<RequiredProblem> load_problem_of(const RequiredOfLegs& required, const Machine& machine) {
    const std::string_view key = required.max_force_n ? "max_force" : "max_torque";
    if (!machine.load)
        return RequiredProblem{
            std::string(key),
            "needs a load; give the machine a load: {force: [x, y, z] in N, torque: [x, y, z] in N m, at: [x, y, z]}"};
    Load load;
    load.max_force = required.max_force_n;
    load.max_torque = required.max_torque_nm;
    const auto problem = load_problem(load, machine.legs);
    // Removes the table's name: "legs.max_force[2]" is the key of the machine's own limit.
    return problem ? std::optional(RequiredProblem{problem->key.substr(problem->key.find('.') + 1), problem->text})
                   : std::nullopt;
}

void tighten(std::optional<PerLeg>& most, const std::optional<PerLeg>& required) {
    if (!required) return;
    const PerLeg own = most.value_or(*required);
    most.emplace();
    std::ranges::transform(own, *required, most->begin(), [](double a, double b) { return std::min(a, b); });
}

std::string value_text(double value, Dimension dimension, const Units& units) {
    return units.text(value, dimension, 5);
}

std::string value_text(const PerLeg& values, Dimension dimension, const Units& units) {
    if (std::ranges::count(values, values[0]) == leg_count) return value_text(values[0], dimension, units);
    return fmt::format("[{}] {}", fmt::join(values, ", "), units.name_of(dimension));
}

}  // namespace

std::optional<RequiredProblem> required_problem(const RequiredOfLegs& required, const Machine& machine) {
    if (required.apart_m) {
        if (!machine.legs_apart)
            return RequiredProblem{"apart",
                                   "needs leg diameters; add legs: {diameter: ...} to the machine (0: legs are lines)"};
        const std::string problem = machine.units.length_problem(machine.units.from_metres(*required.apart_m));
        if (!problem.empty()) return RequiredProblem{"apart", problem};
    }
    if (const auto& least = required.conditioning; least && !(*least > 0 && *least < 1))
        return RequiredProblem{
            "conditioning",
            fmt::format("is {}; must be above 0 and below 1 (1 is the best possible conditioning)", *least)};
    if (const auto& most = required.rate; most && !(*most > 0 && std::isfinite(*most)))
        return RequiredProblem{"rate", fmt::format("is {}; must be a finite number above 0", *most)};
    if (const auto& least = required.stiffness_n_per_m) {
        if (const std::string problem = stiffness_missing(machine); !problem.empty())
            return RequiredProblem{"stiffness", problem};
        if (!(*least > 0 && *least <= most_stiffness))
            return RequiredProblem{"stiffness",
                                   fmt::format("is {}; must be above 0 and at most {} N/m", *least, most_stiffness)};
    }
    return required.max_force_n || required.max_torque_nm ? load_problem_of(required, machine) : std::nullopt;
}

Machine as_required(Machine machine, const RequiredOfLegs& required) {
    if (required.apart_m) {
        LegsApart& apart = machine.legs_apart.value();
        apart.gap = std::max(apart.gap, *required.apart_m);
    }
    if (required.conditioning) {
        if (!machine.singularity) machine.singularity.emplace().avoid = false;
        double& least = machine.singularity->min_conditioning;
        least = std::max(least, *required.conditioning);
    }
    if (required.max_force_n || required.max_torque_nm) {
        tighten(machine.load.value().max_force, required.max_force_n);
        tighten(machine.load->max_torque, required.max_torque_nm);
    }
    if (required.stiffness_n_per_m) {
        double& least = machine.stiffness.value().least_n_per_m;
        least = std::max(least, *required.stiffness_n_per_m);
    }
    if (required.rate) machine.rate = RateLimit{*required.rate};
    return machine;
}

std::string required_text(const RequiredOfLegs& required, const Units& units) {
    std::string text;
    for_each_key_of_legs([&](const auto& key) {
        if (const auto& value = required.*key.value)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", key.key, value_text(*value, key.dimension, units));
    });
    return text;
}

}  // namespace hexscan

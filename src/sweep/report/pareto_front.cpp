#include "src/sweep/report/pareto_front.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace hexscan {
namespace {

/// True if every value of `a` is at least the corresponding value of `b`.
bool covers(const std::vector<double>& a, const std::vector<double>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), std::greater_equal<>());
}

double objective_value(const MeasuredMachines& machines, const Objective& objective, std::int64_t machine,
                       const Measured& measured) {
    if (objective.measure) return measured.figures[*objective.measure].value;
    const auto& varied = machines.sweep().varied;
    const auto number =
        std::find_if(varied.begin(), varied.end(), [&](const VariedNumber& v) { return v.key == objective.name; });
    const Designs& designs = machines.designs();
    return designs.varied(designs.design_of(machine)).at(static_cast<std::size_t>(number - varied.begin()));
}

}  // namespace

void ParetoFront::add(const std::vector<double>& values) {
    // Members are in descending order. So vectors that cover `values` come before `place`, and vectors that `values`
    // covers come after it.
    const auto place = std::lower_bound(members_.begin(), members_.end(), values, std::greater<>());
    if (std::any_of(members_.begin(), place, [&](const auto& member) { return covers(member, values); })) return;
    if (place != members_.end() && *place == values) return;
    const auto beaten = [&](const auto& member) { return covers(values, member); };
    const auto index = place - members_.begin();
    members_.erase(std::remove_if(place, members_.end(), beaten), members_.end());
    members_.insert(members_.begin() + index, values);
}

bool ParetoFront::holds(const std::vector<double>& values) const {
    return std::binary_search(members_.begin(), members_.end(), values, std::greater<>());
}

double without_rounding(double value) {
    constexpr double steps = 0x1p40;
    if (!std::isfinite(value)) return value;
    int exponent = 0;
    const double part = std::frexp(value, &exponent);
    return std::ldexp(std::nearbyint(part * steps) / steps, exponent);
}

std::vector<double> objectives_of(const MeasuredMachines& machines, std::int64_t machine, const Measured& measured) {
    std::vector<double> values;
    for (const Objective& objective : machines.sweep().objectives) {
        const double value = objective_value(machines, objective, machine, measured);
        values.push_back(without_rounding(objective.larger_is_better ? value : -value));
    }
    return values;
}

bool meets_nothing(const MeasuredMachines& machines) {
    const auto requirements = machines.sweep().place_of(Measure::requirements);
    if (!requirements) return false;
    bool nothing = true;
    machines.for_each([&](std::int64_t, const Measured& measured) {
        if (measured.is_machine != 0 && measured.figures[*requirements].value > 0) nothing = false;
    });
    return nothing;
}

ParetoFront front_of(const MeasuredMachines& machines) {
    ParetoFront front;
    if (meets_nothing(machines)) return front;
    machines.for_each([&](std::int64_t machine, const Measured& measured) {
        if (measured.is_machine != 0) front.add(objectives_of(machines, machine, measured));
    });
    return front;
}

}  // namespace hexscan

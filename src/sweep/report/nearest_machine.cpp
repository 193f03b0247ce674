#include "src/sweep/report/nearest_machine.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/check/requirement_check.h"
#include "src/sweep/sweep_tuning.h"

namespace hexscan {
namespace {

/// The key by which machines are ordered. A nearer machine has a larger key.
std::pair<double, double> nearness(const NearestMachine& one) {
    constexpr double none = -std::numeric_limits<double>::infinity();
    return {one.growth.value_or(0), one.most_missing_m ? -*one.most_missing_m : none};
}

std::optional<double> most_missing_m(const ProvenMachine& machine, const Requirement& requirement, Effort effort) {
    const double missing_m = requirement.clearance_m - proved_least_clearance_m(machine, requirement, effort).value;
    return std::isfinite(missing_m) && missing_m > 0 ? std::optional(missing_m) : std::nullopt;
}

/// Finds the requirement of a machine that is farthest from being met. `met` is the number of requirements that it
/// meets.
NearestMachine nearness_of(const MeasuredMachines& machines, std::int64_t machine, int met) {
    const SweepFile& sweep = machines.sweep();
    const ProvenMachine proven(machines.designs().machine(machine));
    std::optional<NearestMachine> farthest;
    for (std::size_t r = 0; r < sweep.requirements.size(); ++r) {
        const Requirement requirement = at_home_of(proven.whole, sweep.requirements[r]);
        if (is_proved(proven, requirement, sweep.effort)) continue;
        NearestMachine one{.machine = machine, .met = met, .requirement = r, .growth = {}, .most_missing_m = {}};
        if (requirement.poses->has_size()) one.growth = proved_growth(proven, requirement, sweep.effort).value;
        if (one.growth.value_or(0) == 0) one.most_missing_m = most_missing_m(proven, requirement, sweep.effort);
        if (!farthest || nearness(one) < nearness(*farthest)) farthest = one;
    }
    return farthest.value_or(NearestMachine{.machine = machine, .met = met, .growth = {}, .most_missing_m = {}});
}

}  // namespace

std::optional<MeetsAll> meets_all(const MeasuredMachines& machines) {
    const SweepFile& sweep = machines.sweep();
    const auto requirements = sweep.place_of(Measure::requirements);
    if (!requirements) return std::nullopt;
    const auto all = static_cast<int>(sweep.requirements.size());
    MeetsAll meets;
    int most = -1;
    std::vector<std::int64_t> nearest;
    bool more = false;
    machines.for_each([&](std::int64_t machine, const Measured& measured) {
        if (measured.is_machine == 0) return;
        const auto met = static_cast<int>(measured.figures[*requirements].value);
        meets.machines += met == all ? 1 : 0;
        if (met > most) {
            most = met;
            more = false;
            nearest.clear();
        }
        if (met < most) return;
        more = more || nearest.size() == tuning::nearest_looks;
        if (nearest.size() < tuning::nearest_looks) nearest.push_back(machine);
    });
    if (meets.machines > 0) return meets;
    for (const std::int64_t machine : nearest) {
        NearestMachine one = nearness_of(machines, machine, most);
        one.is_of_some = more;
        if (!meets.nearest || nearness(one) > nearness(*meets.nearest)) meets.nearest = one;
    }
    return meets;
}

std::string text_of(const MeetsAll& meets, const SweepFile& sweep, const std::string& design) {
    const std::size_t all = sweep.requirements.size();
    const std::string every = all == 1 ? "the requirement" : fmt::format("all {} requirements", all);
    if (!meets.nearest)
        return fmt::format("{} {} {}", meets.machines, meets.machines == 1 ? "machine meets" : "machines meet", every);
    const NearestMachine& nearest = *meets.nearest;
    const std::string name = escaped(sweep.requirements[nearest.requirement].name);
    std::string text = fmt::format("no machine meets {}; nearest{} is {}: {} met, ", every,
                                   nearest.is_of_some ? " of those examined" : "", design, nearest.met);
    text += nearest.growth.value_or(0) > 0
                ? fmt::format("{} of the box {} is proved", significant_no_more(*nearest.growth, 3), name)
                : fmt::format("no part of {} is proved", name);
    if (const auto& missing_m = nearest.most_missing_m)
        text += fmt::format(", at most {} {} of clearance are missing",
                            significant_no_less(sweep.machine.units.from_metres(*missing_m), 4),
                            sweep.machine.units.length);
    return text;
}

}  // namespace hexscan

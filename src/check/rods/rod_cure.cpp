#include "src/check/rods/rod_cure.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <variant>

#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/check/limit_sizing.h"
#include "src/check/proof.h"
#include "src/check/required_of_legs.h"
#include "src/check/rods/rod_cure_tuning.h"
#include "src/machine/limits.h"

namespace hexscan {
namespace {

constexpr int digits = 4;

double rounded_up(double value, int count) { return parse_number<double>(significant_no_less(value, count)).value(); }
double rounded_down(double value, int count) { return parse_number<double>(significant_no_more(value, count)).value(); }

bool is_limited(const Machine& machine, const LimitTable& table, const LimitKind& kind) {
    const std::vector<LimitState> states = limit_states(machine, {});
    return std::ranges::any_of(table.ids_of(kind), [&](LimitId id) {
        return std::isfinite(states[static_cast<std::size_t>(id) - 1].allowed);
    });
}

/// Sets the limits of the machine to the least sizes, rounded to the safe side. Returns the rounded sizes in the file's
/// units, or nullopt if a size was not found.
std::optional<SizedLimits> set_least_sizes(Machine& machine, const Requirement& requirement, Effort effort) {
    SizedLimits limits;
    const LimitTable table = limits_of(machine);
    const Machine sized = machine;
    for (const LimitSize& size : limit_sizes(sized, requirement, one_by_one, effort)) {
        if (!is_limited(sized, table, *size.kind)) continue;
        if (!size.value) return std::nullopt;
        const double in_file = machine.units.from_si(*size.value, size.kind->dimension);
        const double value = size.kind->is_least() ? rounded_down(in_file, digits) : rounded_up(in_file, digits);
        for (const LimitId id : table.ids_of(*size.kind))
            set_limit(machine, id, machine.units.to_si(value, size.kind->dimension));
        limits.emplace_back(size.kind, value);
    }
    return limits;
}

MachineDescription with_sizes(MachineDescription description, const RodCure& cure) {
    if (auto* const arms = std::get_if<RotaryLegs>(&description.legs)) {
        arms->rod.fill(cure.rod);
        if (cure.arm) arms->arm.fill(*cure.arm);
    } else if (auto* const sliders = std::get_if<SliderLegs>(&description.legs)) {
        sliders->rod.fill(cure.rod);
    }
    return description;
}

/// Arms that are `times` as long as the longest one, with rods that reach at the poses. If legs have no arms, the rods
/// are `times` as long as needed. Nullopt if no rods reach.
std::optional<RodCure> lengths_that_reach(const Machine& machine, const std::vector<Pose>& poses, double times) {
    Machine changed = machine;
    const Units& units = machine.units;
    RodCure cure;
    auto* const arms = std::get_if<RotaryLegs>(&changed.legs);
    if (arms && times > 1) {
        cure.arm = rounded_up(units.from_metres(times * longest_arm_m(machine.legs)), digits - 1);
        arms->arm.fill(units.metres(*cure.arm));
    }
    const auto [shortest_m, longest_m] = rods_that_reach(changed, poses);
    const double rod_m = arms ? (shortest_m + longest_m) / 2 : times * shortest_m;
    cure.rod = rounded_up(units.from_metres(rod_m), digits);
    return shortest_m <= longest_m ? std::optional(cure) : std::nullopt;
}

bool is_met(const Machine& machine, const Requirement& requirement, Effort effort) {
    ProofRequest request;
    request.effort = effort;
    request.clearance_m = requirement.clearance_m;
    request.least_to_m = std::numeric_limits<double>::infinity();
    request.most_parts = request.most_shared_parts = request.most_assembly_parts = tuning::parts_of_cure;
    const ProvenMachine proven(as_required(machine, requirement.of_legs));
    const Proof proof = requirement.poses->prove(proven, request, one_by_one);
    return !proof.violated && !proof.other_assembly && proof.proves(requirement.clearance_m);
}

/// Adds the least sizes of the limits to the lengths of arms and rods. Nullopt if the requirement is not proved then.
std::optional<RodCure> proved_cure(RodCure cure, Machine machine, const Requirement& requirement, Effort effort) {
    auto limits = set_least_sizes(machine, requirement, effort);
    if (!limits || !is_met(machine, requirement, effort)) return std::nullopt;
    cure.limits = std::move(*limits);
    return cure;
}

}  // namespace

std::vector<Pose> outermost_poses(const Requirement& requirement) {
    constexpr std::size_t most_poses = 4096;
    std::vector<Pose> some;
    const std::vector<Pose> all = requirement.poses->outermost();
    for (std::size_t k = 0; k < all.size(); k += all.size() / most_poses + 1) some.push_back(all[k]);
    return some;
}

RodLengths rods_that_reach(const Machine& machine, const std::vector<Pose>& poses) {
    RodLengths rods;
    const LimitTable table = limits_of(machine);
    for (const Pose& pose : poses) {
        const std::vector<LimitState> states = limit_states(machine, pose);
        for (std::size_t k = 0; k < states.size(); ++k) {
            const LimitKind& kind = *table.rows()[k].kind;
            if (!kind.of_geometry) continue;
            if (kind.is_least())
                rods.longest_m = std::min(rods.longest_m, states[k].asked);
            else
                rods.shortest_m = std::max(rods.shortest_m, states[k].asked);
        }
    }
    return rods;
}

std::optional<RodCure> rod_cure(const MachineDescription& description, const BuildMachine& build,
                                const Requirement& requirement, Effort effort) {
    constexpr double step = 1.05, most_times = 4;
    const Machine machine = build(description);
    const std::vector<Pose> poses = outermost_poses(requirement);
    int tried = 0;
    for (double times = 1; times < most_times && tried < tuning::tried_cures; times *= step) {
        const std::optional<RodCure> lengths = lengths_that_reach(machine, poses, times);
        if (!lengths) continue;
        try {
            const Machine changed = build(with_sizes(description, *lengths));
            if (!rods_reach(changed, requirement, effort)) continue;
            ++tried;
            if (auto cure = proved_cure(*lengths, changed, requirement, effort)) return cure;
        } catch (const DescriptionError&) {
            // No machine has these sizes, for example because its joints' axes depend on a home that it cannot reach.
        }
    }
    return std::nullopt;
}

}  // namespace hexscan

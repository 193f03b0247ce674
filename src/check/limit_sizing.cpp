#include "src/check/limit_sizing.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numbers>
#include <string_view>

#include "src/check/check_tuning.h"
#include "src/check/sizing.h"
#include "src/machine/home_state.h"
#include "src/machine/limits.h"
#include "src/machine/shared/shared_limit.h"

namespace hexscan {
namespace {

constexpr double turn_rad = 2 * std::numbers::pi;

bool is_met(const Proof& proof, const Requirement& requirement) {
    return !proof.violated && proof.at_least_m >= requirement.clearance_m;
}

Proof prove(const Machine& machine, const Requirement& requirement, std::int64_t most_parts, Effort effort) {
    ProofRequest request;
    request.effort = effort;
    request.clearance_m = requirement.clearance_m;
    request.least_to_m = std::numeric_limits<double>::infinity();
    request.most_parts = most_parts;
    request.until_open = true;
    // The size of a limit changes neither the lines of the legs nor the assembly mode.
    request.proves_assembly = false;
    // Uses one thread. On several threads a proof that reaches its largest number of parts may end differently from run
    // to run.
    return requirement.poses->prove(ProvenMachine(machine), request, one_by_one);
}

/// The values that a limit may take in the search, from one that excludes almost everything to one that excludes
/// nothing.
struct Range {
    double tightest, widest;
};

Range range_of(const Machine& machine, const LimitKind& kind, double reach_m) {
    if (kind.dimension == Dimension::angle) return {kind.tightest_rad, kind.widest_rad};
    const double least_m = machine.is_telescopic() ? 0 : -reach_m;
    return kind.is_least() ? Range{reach_m, least_m} : Range{least_m, reach_m};
}

bool is_arms_end(const LimitKind& kind) { return kind.side.empty() && kind.dimension == Dimension::angle; }

/// States of a limit at a pose, and at positions at most `by_m` away that need a wider limit. `way` is 1 if a wider
/// limit has a larger number, otherwise -1.
std::vector<LimitState> states_uphill(const Machine& machine, LimitId id, double way, const Pose& pose, double by_m) {
    const auto state_at = [&](const Vector& move_m) {
        return limit_states(machine, {pose.position_m + move_m, pose.orientation})[static_cast<std::size_t>(id) - 1];
    };
    std::vector<LimitState> states{state_at({0, 0, 0})};
    if (!(by_m > 0)) return states;
    Vector move_m{0, 0, 0};
    for (int look = 0; look < tuning::looks_uphill; ++look) {
        const double step_m = by_m * 1e-4;
        const auto rise = [&](const Vector& step) { return state_at(move_m + step).asked - states.back().asked; };
        const Vector uphill = direction({rise({step_m, 0, 0}), rise({0, step_m, 0}), rise({0, 0, step_m})});
        move_m = scaled(uphill, way * by_m * (1 - 0x1p-40));
        states.push_back(state_at(move_m));
    }
    return states;
}

/// Finds the least size of a kind of limit, the same for all legs. Each trial is slightly above the known need. A pose
/// that violates the trial raises the known need. If a proof gives up, the next trial is much larger.
LimitSize least_size(const Machine& freed, Range range, const LimitTable& table, const LimitKind& kind, double reach_m,
                     const Requirement& requirement, Effort effort) {
    const std::vector<LimitId> ids = table.ids_of(kind);
    const double way = kind.is_least() ? -1 : 1;
    const auto limited_to = [&](double value) {
        Machine limited = freed;
        for (const LimitId id : ids) set_limit(limited, id, way * value);
        return limited;
    };
    // The angle of an arm has several values, which differ by whole turns. The first one beyond the end is used.
    const auto asked_of = [&](const LimitState& state, double tried) {
        if (!(state.left < 0)) return tried;
        double beyond = way * state.asked - tried;
        if (is_arms_end(kind)) beyond -= turn_rad * std::floor(beyond / turn_rad);
        return tried + beyond;
    };
    const auto asked_at = [&](const Pose& pose, double tried) {
        const Machine limited = limited_to(tried);
        double most = tried;
        for (const LimitId id : ids)
            for (const LimitState& state : states_uphill(limited, id, way, pose, requirement.clearance_m))
                most = std::max(most, asked_of(state, tried));
        return most;
    };
    const double step =
        kind.dimension == Dimension::length ? tuning::least_length_part * reach_m : tuning::least_angle_step_rad;
    double too_tight = way * range.tightest, enough = way * range.widest, stride = step / 2, needed = too_tight;
    const Proof widest = prove(limited_to(enough), requirement, tuning::parts_of_limit_sizes, effort);
    if (!is_met(widest, requirement)) return {&kind, std::nullopt, std::nullopt, way * too_tight, widest.gave_up};
    bool gave_up = false;
    for (double tried = too_tight; enough - too_tight > step;
         tried = too_tight + std::min(stride, (enough - too_tight) / 2)) {
        const std::int64_t most_parts = tuning::parts_of_limit_sizes + widest.parts;
        const Proof proof = prove(limited_to(tried), requirement, most_parts, effort);
        if (is_met(proof, requirement)) {
            enough = tried;
            continue;
        }
        gave_up = gave_up || proof.gave_up;
        const double asked = asked_at(proof.least.pose, tried);
        too_tight = asked < enough ? asked : tried;
        if (asked > tried) needed = std::max(needed, std::min(asked, enough));
        if (!(too_tight - tried > stride)) stride *= tuning::next_stride;
    }
    const auto is_least = [&] { return enough - needed <= tuning::steps_told_apart * step; };
    if (!is_least())
        for (const Pose& pose : requirement.poses->outermost())
            needed = std::max(needed, std::min(asked_at(pose, needed), enough));
    if (is_least()) return {&kind, way * enough, std::nullopt, way * needed};
    return {&kind, way * enough, way * needed, way * needed, gave_up};
}

/// The limit at the other end of the same arm's range.
LimitId other_end(const LimitTable& table, LimitId end) {
    const Limit& limit = table[end];
    const auto rows = table.rows();
    const auto other = std::ranges::find_if(
        rows, [&](const Limit& row) { return row.id != end && row.owner == limit.owner && is_arms_end(*row.kind); });
    return other->id;
}

/// Whole turns to add to each leg's angle so that all angles are as close to each other as possible. All 0 if they
/// already are.
PerLeg turns_together_rad(const PerLeg& angles_rad) {
    const auto spread_rad = [&](const PerLeg& turns_rad) {
        PerLeg turned_rad{};
        std::ranges::transform(angles_rad, turns_rad, turned_rad.begin(), std::plus<>());
        const auto [least, most] = std::ranges::minmax(turned_rad);
        return most - least;
    };
    constexpr double rounding_rad = 1e-9;
    PerLeg best_rad{};
    for (const double lowest_rad : angles_rad) {
        PerLeg turns_rad{};
        std::ranges::transform(angles_rad, turns_rad.begin(), [&](double angle_rad) {
            return turn_rad * std::ceil((lowest_rad - angle_rad) / turn_rad);
        });
        if (spread_rad(turns_rad) < spread_rad(best_rad) - rounding_rad) best_rad = turns_rad;
    }
    return best_rad;
}

/// The middle of each arm's range. `kind` is one of its ends.
PerLeg middles_of_arms_rad(const std::vector<LimitState>& states, const LimitTable& table, const LimitKind& kind) {
    const auto allowed_rad = [&](LimitId id) { return states[static_cast<std::size_t>(id) - 1].allowed; };
    PerLeg middles_rad{};
    std::ranges::transform(table.ids_of(kind), middles_rad.begin(),
                           [&](LimitId end) { return (allowed_rad(end) + allowed_rad(other_end(table, end))) / 2; });
    return middles_rad;
}

/// Limits the search for ends of arms' ranges to values near the machine's own ends, all within the same turn. Within
/// this turn an angle has only one value, whichever end is sized. So ends that are found separately are also correct
/// together.
struct NearEnds {
    Machine machine;  ///< the machine with a single limit: the other end of the range
    Range range;      ///< possible values of the end to be sized
};

NearEnds near_ends(const Machine& machine, const Machine& freed, const LimitTable& table, const LimitKind& kind) {
    const std::vector<LimitState> states = limit_states(machine, {});
    const auto allowed_rad = [&](LimitId id) { return states[static_cast<std::size_t>(id) - 1].allowed; };
    const double way = kind.is_least() ? -1 : 1;
    NearEnds near{freed, {-infinity, -infinity}};
    const std::vector<LimitId> ids = table.ids_of(kind);
    const PerLeg turns_rad = turns_together_rad(middles_of_arms_rad(states, table, kind));
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        const LimitId id = ids[leg], other = other_end(table, id);
        const double end_rad = allowed_rad(id) + turns_rad[leg], other_rad = allowed_rad(other) + turns_rad[leg];
        // If the range exceeds a turn, the margin is negative and shortens it.
        const double room_rad =
            std::min((turn_rad - std::abs(end_rad - other_rad)) / 2, tuning::room_beyond_arms_end_rad);
        set_limit(near.machine, other, other_rad - way * room_rad);
        near.range.tightest = std::max(near.range.tightest, way * (other_rad - way * room_rad));
        near.range.widest = std::max(near.range.widest, way * (end_rad + way * room_rad));
    }
    near.range = {way * near.range.tightest, way * near.range.widest};
    return near;
}

/// The larger of two sizes, which suffices for both.
LimitSize larger_of(const LimitSize& a, const LimitSize& b) {
    const bool gave_up = a.gave_up || b.gave_up;
    if (!a.value || !b.value) return {a.kind, std::nullopt, std::nullopt, std::nullopt, gave_up};
    const auto lets_more = [&](double x, double y) { return a.kind->is_least() ? std::min(x, y) : std::max(x, y); };
    const double value = lets_more(*a.value, *b.value);
    const double needed = lets_more(a.needed.value_or(*a.value), b.needed.value_or(*b.value));
    return {a.kind, value, needed == value ? std::nullopt : std::optional(needed),
            lets_more(a.refuted.value_or(value), b.refuted.value_or(value)), gave_up};
}

double reach_m(const Machine& machine, const Requirement& requirement) {
    double joints_m = 0;
    for (const JointSet* const side : {&machine.base, &machine.platform}) {
        double most_m = 0;
        for (const Vector& point : side->points_m) most_m = std::max(most_m, std::sqrt(dot(point, point)));
        joints_m += most_m;
    }
    return requirement.poses->farthest_m() + joints_m + longest_leg_m(machine);
}

/// The machine without limits that depend on a number. The length of a rod remains a limit.
Machine without_sized_limits(const Machine& machine) {
    std::vector<LimitId> all;
    const LimitTable table = limits_of(machine);
    for (const Limit& limit : table.rows()) all.push_back(limit.id);
    return without_limits(machine, all);
}

}  // namespace

bool rods_reach(const Machine& machine, Requirement requirement, Effort effort) {
    requirement.clearance_m = 0;
    const Machine freed = without_sized_limits(with_legs_limits_alone(machine));
    return is_met(prove(freed, requirement, tuning::parts_of_limit_sizes, effort), requirement);
}

PerLeg turns_of_arms_rad(const Machine& machine) {
    const LimitTable table = limits_of(machine);
    const std::vector<const LimitKind*> kinds = table.kinds();
    const auto end = std::ranges::find_if(kinds, [](const LimitKind* kind) { return is_arms_end(*kind); });
    if (end == kinds.end()) return {};
    PerLeg turns_rad = turns_together_rad(middles_of_arms_rad(limit_states(machine, {}), table, **end));
    for (double& turn : turns_rad) turn = -turn;
    return turns_rad;
}

std::vector<LimitSize> limit_sizes(const Machine& whole, const Requirement& requirement, const Loop& loop,
                                   Effort effort) {
    const Machine machine = with_legs_limits_alone(whole);
    const LimitTable table = limits_of(machine);
    const Machine freed = without_sized_limits(machine);
    const double reach = reach_m(machine, requirement);
    const Proof of_freed = prove(freed, requirement, tuning::parts_of_limit_sizes, effort);
    std::vector<LimitSize> sizes;
    for (const LimitKind* const kind : table.kinds())
        if (!kind->of_geometry) sizes.push_back({kind, std::nullopt, std::nullopt, std::nullopt, of_freed.gave_up});
    if (!is_met(of_freed, requirement)) return sizes;
    loop(sizes.size(), [&](std::size_t k) {
        const LimitKind& kind = *sizes[k].kind;
        if (!is_arms_end(kind)) {
            sizes[k] = least_size(freed, range_of(machine, kind, reach), table, kind, reach, requirement, effort);
            return;
        }
        const NearEnds near = near_ends(machine, freed, table, kind);
        sizes[k] = least_size(near.machine, near.range, table, kind, reach, requirement, effort);
    });
    return sizes;
}

std::optional<bool> suit_a_telescope(std::span<const LimitSize> sizes) {
    const auto length_m = [&](std::string_view json) -> std::optional<double> {
        const auto size = std::ranges::find(sizes, json, [](const LimitSize& one) { return one.kind->json; });
        return size == sizes.end() ? std::nullopt : size->value;
    };
    const auto shortest_m = length_m("shortest"), longest_m = length_m("longest");
    return shortest_m && longest_m ? std::optional(suit_a_telescope(*shortest_m, *longest_m)) : std::nullopt;
}

std::vector<LimitSize> together(std::span<const std::vector<LimitSize>> sizes) {
    std::vector<LimitSize> all = sizes.front();
    for (const std::vector<LimitSize>& others : sizes.subspan(1))
        for (std::size_t k = 0; k < all.size(); ++k) all[k] = larger_of(all[k], others[k]);
    return all;
}

}  // namespace hexscan

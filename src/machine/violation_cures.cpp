#include "src/machine/violation_cures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/machine/limits.h"
#include "src/machine/shared/force_limit.h"
#include "src/machine/shared/rate_limit.h"

namespace hexscan {
namespace {

/// A value of a limit that the legs would satisfy. It is one value for all legs if they have a common one, otherwise a
/// value for the legs that violate theirs.
struct Cure {
    std::string text;  ///< "legs.travel to 300 mm"
    double value = 0;  ///< the value in the text, in metres or radians
    std::vector<std::size_t> legs;
};

bool are_alike(const std::vector<LimitState>& states) {
    return std::ranges::all_of(states, [&](const LimitState& state) { return state.allowed == states[0].allowed; });
}

std::vector<std::size_t> all_legs() {
    std::vector<std::size_t> legs(leg_count);
    std::iota(legs.begin(), legs.end(), 0);
    return legs;
}

/// A cure with this value, rounded to `digits` digits in the file's unit: down for a lower limit, otherwise up. If
/// `of_all`, the cure is for all legs, otherwise for those in `missing`.
Cure cure_with(const LimitKind& kind, double value, int digits, const Units& units, const Shortfall& missing,
               bool of_all) {
    const double in_unit = units.from_si(value, kind.dimension);
    const std::string rounded =
        kind.is_least() ? significant_no_more(in_unit, digits) : significant_no_less(in_unit, digits);
    // A key such as base.universal.ranges[0][1] already names the end.
    const bool is_end = (kind.bound == "from" || kind.bound == "to") && !kind.key.ends_with(']');
    Cure cure;
    cure.value = value + (parse_number<double>(rounded).value_or(in_unit) - in_unit) * units.to_si(1, kind.dimension);
    cure.legs = of_all ? all_legs() : missing.legs;
    cure.text =
        fmt::format("{} {} {} {}{}", kind.key, is_end ? kind.bound : "of", rounded, units.name_of(kind.dimension),
                    of_all                     ? ""
                    : missing.legs.size() == 1 ? " for it"
                                               : " for each of them");
    return cure;
}

constexpr int usual_digits = 5, most_digits = 12;

/// The cure for a limit that is not geometry: the value that the legs in `missing` need at the pose.
Cure cure_of(const LimitKind& kind, const std::vector<LimitState>& states, const Shortfall& missing,
             const Units& units) {
    const double sign = kind.is_least() ? -1 : 1;
    double needed = states[missing.worst].asked;
    for (const std::size_t leg : missing.legs) needed = sign * std::max(sign * needed, sign * states[leg].asked);
    return cure_with(kind, needed, usual_digits, units, missing, are_alike(states));
}

Machine with_rods(Machine machine, const Cure& cure) {
    std::visit(
        [&](auto& legs) {
            if constexpr (requires { legs.rod; })
                for (const std::size_t leg : cure.legs) legs.rod[leg] = cure.value;
        },
        machine.legs);
    return machine;
}

/// True if `value` exceeds the largest value that a file may give for this limit of joints.
bool is_beyond_all(const LimitKind& kind, double value) {
    if (kind.side.empty() || kind.dimension != Dimension::angle) return false;
    return kind.is_least() ? value < kind.widest_rad : value > kind.widest_rad;
}

using Violated = std::vector<std::pair<const LimitKind*, Shortfall>>;

/// The kinds of limits of single legs that a pose violates, and by how much.
Violated violated_kinds(const Machine& machine, const LimitTable& table, const HomeState& state) {
    Violated violated;
    for (const LimitKind* const kind : table.kinds()) {
        if (!table[table.ids_of(*kind).front()].is_of_one_leg()) continue;
        Shortfall missing = shortfall_of(states_of(state, table, *kind), violation_rounding(machine, kind->dimension));
        if (!missing.legs.empty()) violated.emplace_back(kind, std::move(missing));
    }
    return violated;
}

/// Sets the value of a leg's limit, including limits that belong to a load. Does nothing for the limit on rates.
void set_value(Machine& machine, const LimitTable& table, const LimitKind& kind, std::size_t leg, double value) {
    if (&kind == &force_limit)
        machine.load.value().max_force.value()[leg] = value;
    else if (&kind == &torque_limit)
        machine.load.value().max_torque.value()[leg] = value;
    else if (&kind != &rate_limit)
        set_limit(machine, table.ids_of(kind)[leg], value);
}

/// The range of rod lengths with which the rods of some legs can reach a pose. It is empty if the shortest length
/// exceeds the longest.
struct RodRange {
    double shortest_m = 0, longest_m = std::numeric_limits<double>::infinity();
};

RodRange rods_that_close(const LimitTable& table, const HomeState& state, const std::vector<std::size_t>& legs) {
    RodRange range;
    for (const LimitKind* const kind : table.kinds()) {
        if (!kind->of_geometry) continue;
        const std::vector<LimitState> states = states_of(state, table, *kind);
        for (const std::size_t leg : legs) {
            if (kind->is_least())
                range.longest_m = std::min(range.longest_m, states[leg].asked);
            else
                range.shortest_m = std::max(range.shortest_m, states[leg].asked);
        }
    }
    return range;
}

/// A rod length with which rods can reach the pose and, if possible, all legs satisfy their limits. It is for all legs
/// if they have the same rod length, otherwise for the legs in `missing`. The smallest change is tried first. It
/// stretches or folds an arm fully, which may need an angle outside the arm's range. So larger changes are tried too.
/// Returns nullopt if no length reaches.
std::optional<Cure> cure_of_rods(const Machine& machine, const LimitTable& table, const HomeState& state,
                                 const LimitKind& kind, const Shortfall& missing) {
    const bool of_all = are_alike(states_of(state, table, kind));
    const RodRange range = rods_that_close(table, state, of_all ? all_legs() : missing.legs);
    const double nearest_m = kind.is_least() ? range.longest_m : range.shortest_m;
    const double farthest_m = kind.is_least() ? range.shortest_m : range.longest_m;
    std::optional<Cure> least_change;
    for (const double part : {0.0, 0.125, 0.25, 0.5}) {
        if (part > 0 && std::isinf(farthest_m)) break;
        const double value_m = part > 0 ? nearest_m + part * (farthest_m - nearest_m) : nearest_m;
        for (int digits = usual_digits; digits <= most_digits; ++digits) {
            const Cure cure = cure_with(kind, value_m, digits, machine.units, missing, of_all);
            if (!(cure.value >= range.shortest_m && cure.value <= range.longest_m)) continue;
            const Machine tried = with_rods(machine, cure);
            if (violated_kinds(tried, table, state_at(tried, state.pose)).empty()) return cure;
            if (!least_change) least_change = cure;
            break;
        }
    }
    return least_change;
}

}  // namespace

std::vector<LimitState> states_of(const HomeState& home, const LimitTable& table, const LimitKind& kind) {
    std::vector<LimitState> states;
    for (const LimitId id : table.ids_of(kind)) states.push_back(home.state(id));
    return states;
}

Shortfall shortfall_of(const std::vector<LimitState>& states, double rounding) {
    Shortfall shortfall;
    for (std::size_t i = 0; i < states.size(); ++i) {
        const double missing = -states[i].left;
        if (missing <= rounding) continue;
        shortfall.legs.push_back(i);
        if (missing <= shortfall.most) continue;
        shortfall.most = missing;
        shortfall.worst = i;
    }
    return shortfall;
}

Cures::Cures(const Machine& machine, const HomeState& state)
    : table_(limits_of(machine)), cured_(machine), pose_(state.pose) {
    const Violated before = violated_kinds(machine, table_, state);
    std::string rods;
    for (const auto& [kind, missing] : before)
        if (kind->of_geometry) rods = set_rods(state, *kind, missing);
    set_ranges();
    const HomeState after = state_at(cured_, pose_);
    passes_ = after.reachable;
    for (const auto& [kind, missing] : violated_kinds(cured_, table_, after)) failing_.insert(kind);
    for (const auto& [kind, missing] : before) texts_[kind] = text_of(*kind, missing, rods);
}

/// Describes the cure of the rods. The result is empty if no other rods would help.
std::string Cures::set_rods(const HomeState& state, const LimitKind& kind, const Shortfall& missing) {
    const std::optional<Cure> cure = cure_of_rods(cured_, table_, state, kind, missing);
    if (!cure) return "";
    cured_ = with_rods(cured_, *cure);
    return cure->text;
}

/// Widens ranges of motion until the legs satisfy them. An arm's angle is the equivalent one nearest to the middle of
/// its range. A wider range can have another middle and so another angle. So a few rounds are needed.
void Cures::set_ranges() {
    constexpr int rounds = 3;
    for (int round = 0; round < rounds; ++round) {
        const HomeState state = state_at(cured_, pose_);
        for (const auto& [kind, missing] : violated_kinds(cured_, table_, state)) {
            if (kind->of_geometry) continue;
            const Cure cure = cure_of(*kind, states_of(state, table_, *kind), missing, cured_.units);
            if (is_beyond_all(*kind, cure.value)) {
                impossible_.insert(kind);
                continue;
            }
            ranges_[kind] = cure.text;
            for (const std::size_t leg : cure.legs) set_value(cured_, table_, *kind, leg, cure.value);
        }
    }
}

std::string Cures::text_of(const LimitKind& kind, const Shortfall& missing, const std::string& rods) const {
    if (impossible_.contains(&kind))
        return fmt::format("no {} would do: the angle is beyond {}", kind.key,
                           cured_.units.angle_text(kind.widest_rad, 5));
    if (kind.of_geometry && rods.empty())
        return fmt::format("no {} would do for {}", kind.key, missing.legs.size() == 1 ? "all legs" : "all of them");
    if (failing_.contains(&kind)) return fmt::format("no {} was found that would do", kind.key);
    const std::string outcome = passes_ ? " would do" : " is enough for this limit alone";
    const auto range = ranges_.find(&kind);
    if (!kind.of_geometry) return (range == ranges_.end() ? rods : range->second) + outcome;
    std::string beside;
    for (const LimitKind* const other : table_.kinds())
        if (const auto further = ranges_.find(other); further != ranges_.end())
            beside += fmt::format("{}{}", beside.empty() ? ", with " : " and ", further->second);
    return fmt::format("{}{}{}{}", rods, beside, beside.empty() ? "" : ",", outcome);
}

}  // namespace hexscan

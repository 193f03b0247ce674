#include "src/proofs/tied_limits.h"

#include <cmath>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/machine/legs/leg_findings.h"

namespace hexscan {
namespace {

/// Lengths count as equal if they differ by at most this share of the leg's length; angles if they differ by at most
/// this many radians.
constexpr double same = 1e-6;

}  // namespace

std::string tied_owners_text(const Machine& machine, const Pose& pose, const Limit& limit) {
    if (!limit.is_of_one_leg()) return "";
    const std::vector<LimitState> states = limit_states(machine, pose);
    const auto left = [&](LimitId id) { return states.at(static_cast<std::size_t>(id) - 1).left; };
    const double size = limit.kind->dimension == Dimension::angle ? 1 : longest_leg_m(machine);
    const LimitTable table = limits_of(machine);
    std::vector<std::size_t> legs;
    for (const LimitId id : table.ids_of(*limit.kind))
        if (id == limit.id || std::abs(left(id) - left(limit.id)) <= same * size) legs.push_back(*table[id].owner.leg);
    return legs_text(legs);
}

std::string tied_name(const Machine& machine, const Pose& pose, const Limit& limit) {
    const std::string owners = tied_owners_text(machine, pose, limit);
    return owners.empty() ? limit.name() : fmt::format("{}, {}", owners, limit.kind->name);
}

std::string nearest_limits_text(const Machine& machine, const HomeState& state, double distance_m) {
    const LimitTable table = limits_of(machine);
    const Limit& active = table[state.clearance.limit];
    if (!active.is_of_one_leg()) return active.name();
    const std::vector<double> rooms_m =
        OrientedMachine(machine, state.pose.orientation).clearances_m(state.pose.position_m);
    std::vector<std::string> texts;
    for (const LimitKind* const kind : table.kinds()) {
        std::vector<std::size_t> legs;
        for (const LimitId id : table.ids_of(*kind)) {
            if (!table[id].is_of_one_leg()) continue;
            const std::size_t leg = *table[id].owner.leg;
            const double room_m = rooms_m.at(static_cast<std::size_t>(id) - 1);
            if (std::abs(room_m - distance_m) <= same * state.length_m[leg]) legs.push_back(leg);
        }
        if (!legs.empty()) texts.push_back(fmt::format("{}, {}", legs_text(legs), kind->name));
    }
    return texts.empty() ? active.name() : joined(texts, "; ");
}

}  // namespace hexscan

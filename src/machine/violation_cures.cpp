#include "src/machine/violation_cures.h"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/text.h"

namespace hexscan {
namespace {

/// A limit that all of the legs would keep, rounded in the file's unit so that they do: of all legs where they have one
/// in common, else of those that violate theirs.
struct Cure {
    std::string text;  ///< "legs.travel to 300 mm"
    double value = 0;  ///< metres or radians
    bool of_all = false;
};

Cure cure_of(const LimitKind& kind, const std::vector<LimitState>& states, const Shortfall& missing,
             const Units& units) {
    const double sign = kind.is_least() ? -1 : 1;
    double needed = states[missing.worst].asked;
    for (const std::size_t leg : missing.legs) needed = sign * std::max(sign * needed, sign * states[leg].asked);
    const double in_unit = units.from_si(needed, kind.dimension);
    const std::string rounded = kind.is_least() ? significant_no_more(in_unit, 5) : significant_no_less(in_unit, 5);
    Cure cure;
    cure.value = needed + (parse_number<double>(rounded).value_or(in_unit) - in_unit) * units.to_si(1, kind.dimension);
    cure.of_all = std::all_of(states.begin(), states.end(),
                              [&](const LimitState& state) { return state.allowed == states[0].allowed; });
    const bool is_end = kind.bound == "from" || kind.bound == "to";
    cure.text =
        fmt::format("{} {} {} {}{}", kind.key, is_end ? kind.bound : "of", rounded, units.name_of(kind.dimension),
                    cure.of_all                ? ""
                    : missing.legs.size() == 1 ? " for it"
                                               : " for each of them");
    return cure;
}

/// The machine whose rods are as long as a cure says.
Machine with_rods(Machine machine, const Cure& cure, const std::vector<std::size_t>& legs_missing) {
    std::visit(
        [&](auto& legs) {
            if constexpr (requires { legs.rod; }) {
                if (cure.of_all) legs.rod.fill(cure.value);
                for (const std::size_t leg : legs_missing) legs.rod[leg] = cure.value;
            }
        },
        machine.legs);
    return machine;
}

/// What legs need beside rods of that length, which give carriages and arms other places: ", with legs.travel to 300
/// mm".
std::string needed_beside(const Machine& cured, const Pose& pose) {
    const HomeState state = state_at(cured, pose);
    const LimitTable table = limits_of(cured);
    std::string text;
    for (const LimitKind* const kind : table.kinds()) {
        if (kind->of_geometry || !table[table.ids_of(*kind).front()].is_of_one_leg()) continue;
        const std::vector<LimitState> states = states_of(state, table, *kind);
        const Shortfall missing = shortfall_of(states, violation_rounding(cured, kind->dimension));
        if (missing.legs.empty()) continue;
        text +=
            fmt::format("{}{}", text.empty() ? ", with " : " and ", cure_of(*kind, states, missing, cured.units).text);
    }
    return text;
}

/// True for a limit of joints above the largest value that a file may give.
bool is_beyond_all(const LimitKind& kind, double value) {
    if (kind.side.empty() || kind.dimension != Dimension::angle) return false;
    return kind.is_least() ? value < kind.widest_rad : value > kind.widest_rad;
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

std::string cure_text(const Machine& machine, const Pose& pose, const LimitKind& kind,
                      const std::vector<LimitState>& states, const Shortfall& missing) {
    const Cure cure = cure_of(kind, states, missing, machine.units);
    if (is_beyond_all(kind, cure.value))
        return fmt::format("no {} is enough: the angle is beyond {}", kind.key,
                           machine.units.angle_text(kind.widest_rad, 5));
    if (!kind.of_geometry) return cure.text + " would do";
    const std::string beside = needed_beside(with_rods(machine, cure, missing.legs), pose);
    return fmt::format("{}{}{} would do", cure.text, beside, beside.empty() ? "" : ",");
}

}  // namespace hexscan

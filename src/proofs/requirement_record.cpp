#include "src/proofs/requirement_record.h"

#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/files/requirement_kind.h"
#include "src/proofs/check_texts.h"
#include "src/proofs/pose_report.h"
#include "src/proofs/tied_limits.h"

namespace hexscan {
namespace {

using nlohmann::json;

json words_json(const CheckedRequirement& checked, const Machine& machine) {
    std::vector<std::string> because;
    for (const WordsRow& row : because_rows(checked, machine)) because.push_back(row.words);
    return {{"outcome", outcome_words(checked, machine)},
            {"asks_for", asked_words(checked.requirement, machine.units)},
            {"because", joined(because, "; ")}};
}

}  // namespace

std::string outcome_words(const CheckedRequirement& checked, const Machine& machine) {
    const std::string where = tightest_place_text(checked, machine.units);
    const Proof& proof = checked.result.proof;
    switch (checked.result.outcome) {
        case Outcome::proved:
            return std::string("HOLDS, proved") + (proof.assembly == OneAssembly::sampled
                                                       ? "; that no pose needs another assembly is only sampled"
                                                       : "");
        case Outcome::violated: return "FAILS at " + where;
        case Outcome::other_assembly:
            return fmt::format("FAILS, the machine cannot get {}to {}",
                               proof.other_assembly->against_home ? "from home " : "",
                               pose_text(proof.other_assembly->pose, machine.units));
        default:
            if (checked.result.gave_up()) return "OPEN, the proof gave up";
            return "OPEN, too close to a limit to decide at " + where;
    }
}

std::string asked_words(const Requirement& requirement, const Units& units) {
    std::string asked = written(requirement).text(units);
    if (requirement.clearance_m > 0) asked += "; clearance " + units.length_text(requirement.clearance_m, 6);
    if (const std::string of_legs = required_text(requirement.of_legs, units); !of_legs.empty())
        asked += "; " + of_legs;
    return asked;
}

std::vector<WordsRow> because_rows(const CheckedRequirement& checked, const Machine& machine) {
    const auto& [requirement, result, seconds] = checked;
    const Machine required = as_required(machine, requirement.of_legs);
    const LimitTable limits = limits_of(required);
    const MetClearance& least = result.proof.least;
    const Limit& limit = limits[least.clearance.limit];
    const Units& units = machine.units;
    switch (result.outcome) {
        case Outcome::proved: return {};
        case Outcome::other_assembly: return {{"why", "it needs another assembly"}};
        case Outcome::violated: {
            const std::string name = least.state ? limit.name() : tied_name(required, least.pose, limit);
            // At a reachable pose only clearance is missing, which has a row of its own.
            if (!least.state && least.clearance.clearance_m >= 0) return {{"limit", name}};
            const LimitState state =
                least.state.value_or(limit_states(required, least.pose)[static_cast<std::size_t>(limit.id) - 1]);
            return {{"limit", fmt::format("{}: {}", name, state_text(state, *limit.kind, units))}};
        }
        default: break;
    }
    if (result.proof.undecided != LimitId::none)
        return {{"why", fmt::format("it is undecided whether all poses keep this limit: {}",
                                    limits[result.proof.undecided].name())}};
    const auto length = [&](double m) { return units.length_text(m, 12); };
    return {{"limit", fmt::format("{}: the least clearance is between {} and {}, required is {}", limit.name(),
                                  length(result.proof.at_least_m), length(least.clearance.clearance_m),
                                  length(requirement.clearance_m))}};
}

json figures_json(const CheckedRequirement& checked, const Machine& machine) {
    const Proof& proof = checked.result.proof;
    const LimitTable table = limits_of(as_required(machine, checked.requirement.of_legs));
    const auto finite = [](double value) { return std::isfinite(value) ? json(value) : json(); };
    json least = clearance_json(proof.least.clearance, table);
    least["pose"] = pose_json(proof.least.pose);
    if (const auto& state = proof.least.state) {
        least["asked"] = finite(state->asked);
        least["allowed"] = state->allowed;
    }
    return {{"proved_clearance_m", proof.violated || proof.other_assembly ? json() : finite(proof.at_least_m)},
            {"other_assembly", other_assembly_json(proof.other_assembly)},
            {"gave_up", checked.result.gave_up()},
            {"least", least}};
}

json recorded_json(const CheckedRequirement& checked, const Machine& machine) {
    json what = outcome_json(checked), figures = figures_json(checked, machine);
    figures["words"] = words_json(checked, machine);
    what["result"] = figures;
    return what;
}

}  // namespace hexscan

#include "src/study/instructions/instruction_model.h"

#include <algorithm>
#include <cstddef>

#include <nlohmann/json.hpp>

#include "src/study/instructions/passed_limits.h"
#include "src/study/recorded_studies.h"

namespace hexscan {
namespace {

/// Returns the stage's object in the record, or null.
const nlohmann::json* stage_in(const nlohmann::json& record, int stage) {
    const auto& stages = record.at("stages");
    const auto found =
        std::ranges::find_if(stages, [&](const nlohmann::json& each) { return each.at("stage") == stage; });
    return found == stages.end() ? nullptr : &*found;
}

/// Adds `times` ways through the machine code.
void add(const nlohmann::json& way, double times, InstructionCounts& sum) {
    sum.all += times * way.at("instructions").get<double>();
    sum.xu += times * way.at("xu").get<double>();
    sum.alu += times * way.at("alu").get<double>();
    sum.fp32 += times * way.at("fma").get<double>();
    sum.fp64 += times * way.at("fp64").get<double>();
}

/// The number of branches that a warp passes if it passes so many limits. If a leg has fewer branches than limits, the
/// first of its branches covers several limits.
int passed_branches(int passed_limits, int branches_per_leg) {
    const int legs = passed_limits / limits_per_leg, rest = passed_limits % limits_per_leg;
    return legs * branches_per_leg + std::max(0, rest - (limits_per_leg - branches_per_leg));
}

}  // namespace

std::optional<InstructionCounts> modelled_instructions(int stage) {
    const nlohmann::json all_paths = recorded_stage_paths(), all_limits = recorded_passed_limits();
    const nlohmann::json *code = stage_in(all_paths, stage), *counted = stage_in(all_limits, stage);
    if (code == nullptr || counted == nullptr) return std::nullopt;
    InstructionCounts sum;
    add(code->at("outside"), counted->at("warps_outside").get<double>(), sum);
    add(code->at("first_warp"), counted->at("blocks").get<double>(), sum);
    const nlohmann::json &paths = code->at("paths"), &warps = counted->at("warps");
    for (std::size_t limits = 0; limits < warps.size(); ++limits) {
        const int branches = passed_branches(static_cast<int>(limits), code->at("tests_per_leg").get<int>());
        // No branch follows the last test of a kernel without a loop.
        const std::size_t path = std::min(static_cast<std::size_t>(branches), paths.size() - 1);
        add(paths.at(path), warps.at(limits).get<double>(), sum);
    }
    return sum;
}

InstructionCounts counted_instructions(int stage) {
    const nlohmann::json record = recorded_stage_counters();
    const nlohmann::json& counters = *stage_in(record, stage);
    return {.all = counters.at("instructions").get<double>(),
            .xu = counters.at("xu_instructions").get<double>(),
            .alu = counters.at("alu_instructions").get<double>(),
            .fp32 = counters.at("fma_instructions").get<double>(),
            .fp64 = counters.at("fp64_instructions").get<double>()};
}

}  // namespace hexscan

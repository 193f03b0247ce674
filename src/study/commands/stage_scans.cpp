#include "src/commands/stage_scans.h"

#include <memory>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/commands/engine_report.h"
#include "src/files/json_fields.h"
#include "src/study/case_study_json.h"
#include "src/study/figure_text.h"
#include "src/study/ladder.h"
#include "src/study/stage_figures.h"
#include "src/study/timing.h"
#include "src/system/stopwatch.h"
#include "stages/registry.h"

namespace hexscan {
namespace {

std::string known_stages() {
    std::string names;
    for (const StageEntry& entry : stage_registry()) names += fmt::format(" {} {},", entry.number, entry.name);
    return names + " all";
}

void add_occupancy_lines(const CaseStudy& study, const StageRecord& stage, EngineDescription& told) {
    const StageFigures figures = stage_figures(study, stage);
    told.lines.emplace_back("launch", fmt::format("{} launches of {} blocks of {} threads, {}", stage.launch.launches,
                                                  extent_text(stage.launch.grid), extent_text(stage.launch.block),
                                                  stage.launch.points_per_thread == 1
                                                      ? "one point each"
                                                      : fmt::format("{} points each", stage.launch.points_per_thread)));
    told.lines.emplace_back("resources",
                            fmt::format("{} registers per thread, {} B shared memory per block",
                                        stage.resources.registers_per_thread, stage.resources.static_shared_bytes));
    if (figures.occupancy_percent)
        told.lines.emplace_back("occupancy",
                                fmt::format("{:.1f} %, limited by {}", *figures.occupancy_percent, stage.limiter));
}

void add_times(const StageRecord& stage, const StageFigures& figures, int repeats, EngineDescription& told) {
    told.time_text = fmt::format("{} ms ({}); kernels {}, copies {}", significant(stage.total_ms.median, 4),
                                 spread_text(stage.total_ms, repeats), significant(stage.kernel_ms.median, 4),
                                 significant(stage.copy_ms.median, 4));
    told.lines.emplace_back("against the floor", fmt::format("{} x the pinned copy of one byte per point",
                                                             figure_text(figures.total_to_floor)));
    for (const std::string& remark : stage.remarks) told.lines.emplace_back("", remark);
}

}  // namespace

const StageEntry* stage_asked_for(const std::optional<std::string>& name) {
    if (!name) return &default_stage();
    if (const StageEntry* entry = find_stage(*name)) return entry;
    throw UsageError(fmt::format("--stage {}: there is no such stage; there are{}", shown(*name), known_stages()));
}

const Engine* engine_of(const StageEntry& stage) { return stage.stage; }

int number_of(const StageEntry& stage) { return stage.number; }

void describe_stage_scan(const EngineChoice& choice, const ScanPlan& plan, std::optional<int> repeats, bool fits,
                         EngineDescription& told) {
    CaseStudy study;
    StageRecord stage = describe_stage(*choice.stage, plan, *choice.device);
    told.text = fmt::format("stage {} {} on {}", stage.number, stage.name, choice.device->name);
    if (repeats && fits) {
        const Stopwatch setup;
        const std::unique_ptr<PreparedStage> scan = choice.stage->stage->prepare_stage(plan.oriented());
        stage.setup_ms = setup.milliseconds();
        const Timing timing = time_stage(*scan, *repeats);
        stage.total_ms = timing.total_ms;
        stage.kernel_ms = timing.kernel_ms;
        stage.copy_ms = timing.copy_ms;
        stage.remarks = timing.remarks;
        stage.output_bytes = scan->output_bytes();
        stage.memory = scan->memory();
        study.pinned_copy_ms = measure_copy_ms(plan.points(), true, *repeats);
        study.stages = {stage};
        add_times(stage, stage_figures(study, stage), *repeats, told);
        told.timings = {{"repeats", *repeats}, {"floor_pinned_copy_ms", spread_json(study.pinned_copy_ms)}};
    }
    if (repeats) add_occupancy_lines(study, stage, told);
    told.json = {{"name", stage.name},
                 {"stage", stage.number},
                 {"device", choice.device->name},
                 {"device_details", device_json(*choice.device)}};
    told.measured = {{"study", stage_json(study, stage)}};
}

}  // namespace hexscan

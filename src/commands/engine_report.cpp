#include "src/commands/engine_report.h"

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/scan/delivery.h"
#include "src/scan/vector_level.h"
#include "src/study/case_study_json.h"
#include "src/study/figure_text.h"
#include "src/study/ladder.h"
#include "src/study/stage_figures.h"

namespace hexscan {
namespace {

using nlohmann::json;

json device_json(const DeviceInfo& device) {
    return {{"index", device.index},
            {"name", device.name},
            {"compute_capability", fmt::format("{}.{}", device.capability_major, device.capability_minor)},
            {"driver", device.driver_version},
            {"runtime", device.runtime_version}};
}

std::string spread_text(const Spread& spread, int repeats) {
    return fmt::format("median of {}, {} to {}", repeats, significant(spread.min, 4), significant(spread.max, 4));
}

void add_occupancy_lines(const CaseStudy& study, const StageRecord& stage, RunRecord& record) {
    const StageFigures figures = stage_figures(study, stage);
    record.details.emplace_back("launch",
                                fmt::format("{} launches of {} blocks of {} threads, {}", stage.launch.launches,
                                            extent_text(stage.launch.grid), extent_text(stage.launch.block),
                                            stage.launch.points_per_thread == 1
                                                ? "one point each"
                                                : fmt::format("{} points each", stage.launch.points_per_thread)));
    record.details.emplace_back("resources",
                                fmt::format("{} registers per thread, {} B shared memory per block",
                                            stage.resources.registers_per_thread, stage.resources.static_shared_bytes));
    if (figures.occupancy_percent)
        record.details.emplace_back("occupancy",
                                    fmt::format("{:.1f} %, limited by {}", *figures.occupancy_percent, stage.limiter));
}

void add_times(const StageRecord& stage, const StageFigures& figures, int repeats, RunRecord& record) {
    record.time_text = fmt::format("{} ms ({}); kernels {}, copies {}", significant(stage.total_ms.median, 4),
                                   spread_text(stage.total_ms, repeats), significant(stage.kernel_ms.median, 4),
                                   significant(stage.copy_ms.median, 4));
    record.details.emplace_back("against the floor", fmt::format("{} x the pinned copy of one byte per point",
                                                                 figure_text(figures.total_to_floor)));
    for (const std::string& remark : stage.remarks) record.details.emplace_back("", remark);
}

void describe_stage_run(const EngineChoice& choice, const ScanPlan& plan, std::optional<int> repeats, bool fits,
                        RunRecord& record) {
    CaseStudy study;
    StageRecord stage = describe_stage(*choice.stage, plan, *choice.device);
    record.engine_text = fmt::format("stage {} {} on {}", stage.number, stage.name, choice.device->name);
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
        add_times(stage, stage_figures(study, stage), *repeats, record);
        record.timings = {{"repeats", *repeats}, {"floor_pinned_copy_ms", spread_json(study.pinned_copy_ms)}};
    }
    if (repeats) add_occupancy_lines(study, stage, record);
    record.engine = {{"name", stage.name},
                     {"stage", stage.number},
                     {"device", choice.device->name},
                     {"device_details", device_json(*choice.device)},
                     {"study", stage_json(study, stage)}};
}

}  // namespace

void describe_engine(const EngineChoice& choice, const ScanPlan& plan, std::optional<int> repeats, RunRecord& record) {
    const bool fits = slices_that_fit(*choice.engine, plan) == plan.slices();
    if (repeats && !fits)
        record.details.emplace_back("", "timed once, slab by slab: the plan does not fit the memory at once");
    if (choice.stage) return describe_stage_run(choice, plan, repeats, fits, record);
    const std::string device = choice.device ? choice.device->name : "cpu";
    record.engine_text = fmt::format("{} engine{}", choice.engine->name(), choice.device ? " on " + device : "");
    record.engine = {{"name", choice.engine->name()}, {"stage", nullptr}, {"device", device}};
    if (!choice.device) record.engine["cpu_instructions"] = name_of(vector_level());
    if (choice.device) record.engine["device_details"] = device_json(*choice.device);
    if (!repeats || !fits) return;
    const Timing timing = time_scans(*choice.engine->prepare(plan), *repeats);
    record.time_text = fmt::format("{} ms for all slices ({})", significant(timing.total_ms.median, 4),
                                   spread_text(timing.total_ms, *repeats));
    record.timings = {{"repeats", *repeats}, {"total_ms", spread_json(timing.total_ms)}};
}

}  // namespace hexscan

#include "src/study/stage_run.h"

#include <algorithm>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "src/base/numbers.h"
#include "src/base/vector_level.h"
#include "src/files/json_fields.h"
#include "src/results/engine_words.h"
#include "src/study/case_study_json.h"
#include "src/study/figure_text.h"
#include "src/study/host_run.h"
#include "src/study/ladder.h"
#include "src/study/published_case_study.h"
#include "src/study/recorded_studies.h"
#include "src/study/stage_figures.h"
#include "src/study/timing.h"
#include "src/system/stopwatch.h"
#include "src/system/threads.h"

namespace hexscan {
namespace {

void add_occupancy_lines(const CaseStudy& study, const StageRecord& stage, EngineDescription& description) {
    const StageFigures figures = stage_figures(study, stage);
    description.lines.emplace_back("launch",
                                   fmt::format("{} launches of {} blocks of {} threads, {}", stage.launch.launches,
                                               extent_text(stage.launch.grid), extent_text(stage.launch.block),
                                               stage.launch.points_per_thread == 1
                                                   ? "one point each"
                                                   : fmt::format("{} points each", stage.launch.points_per_thread)));
    description.lines.emplace_back(
        "resources", fmt::format("{} registers per thread, {} B shared memory per block",
                                 stage.resources.registers_per_thread, stage.resources.static_shared_bytes));
    if (figures.occupancy_percent)
        description.lines.emplace_back(
            "occupancy", fmt::format("{:.1f} %, limited by {}", *figures.occupancy_percent, stage.limiter));
}

void add_times(const StageRecord& stage, const StageFigures& figures, int repeats, EngineDescription& description) {
    description.time_text =
        fmt::format("{} ms ({}); kernels {}, copies {}; decoding {}", significant(stage.total_ms.median, 4),
                    spread_text(stage.total_ms, repeats), significant(stage.kernel_ms.median, 4),
                    significant(stage.copy_ms.median, 4), significant(stage.decoding_ms.median, 4));
    description.lines.emplace_back("against the floor",
                                   fmt::format("{} times as long as a copy of one byte per point to pinned memory",
                                               figure_text(figures.total_to_floor)));
    for (const std::string& remark : stage.remarks) description.lines.emplace_back("", remark);
}

/// Adds a text such as "50.0 %, limited by registers (model; published: 40 registers, 0 B shared memory)".
void add_modelled(const KernelResources& kernel, ComputeCapability capability, std::string_view origin,
                  EngineDescription& description) {
    const Occupancy full = occupancy(kernel, capability);
    description.lines.emplace_back(
        fmt::format("occupancy on {}", to_string(capability)),
        fmt::format("{:.1f} %, limited by {} (model; {}: {} registers, {} B shared memory)", 100 * full.fraction,
                    full.limiter, origin, kernel.registers_per_thread, kernel.static_shared_bytes));
}

KernelResources resources_of(const StageRecord& stage) {
    const Extent3& block = stage.launch.block;
    return {block.x * block.y * block.z, stage.resources.registers_per_thread, stage.resources.static_shared_bytes};
}

/// Adds the modelled occupancy of the stage's kernel on the published hardware, on the recorded device, and on a
/// requested one.
void add_modelled_occupancy(const StageEntry& entry, std::optional<ComputeCapability> capability,
                            EngineDescription& description) {
    const auto& published = published_case_study();
    const auto step = std::ranges::find(published, entry.number, &PublishedStep::number);
    if (step != published.end())
        add_modelled(kernel_resources(*step), published_capability,
                     step->registers_per_thread ? "published" : "published, registers of step 1", description);
    const StageRecord* const recorded = recorded_stage(entry.name);
    if (recorded == nullptr) return;
    const CaseStudy& study = recorded_case_study();
    const KernelResources kernel = resources_of(*recorded);
    add_modelled(kernel, {study.capability_major, study.capability_minor}, study.device, description);
    if (capability) add_modelled(kernel, *capability, study.device, description);
}

/// The recorded time of this scan on a GPU, if there is one.
std::string recorded_time_text(const StageEntry& entry, const ScanPlan& plan) {
    const StageRecord* const stage = recorded_stage(entry.name);
    if (stage == nullptr || !is_recorded(plan.oriented())) return "not recorded";
    return fmt::format("{} ms, kernels {} (recorded on {})", significant(stage->total_ms.median, 4),
                       significant(stage->kernel_ms.median, 4), recorded_where());
}

}  // namespace

std::string host_text() {
    const int threads = computing_threads();
    return fmt::format("{}, {} thread{}", name_of(vector_level()), threads, threads == 1 ? "" : "s");
}

EngineDescription describe_stage_run(const StageEntry& entry, const DeviceInfo& device, const ScanPlan& plan,
                                     const StageRunOptions& options) {
    const auto& repeats = options.repeats;
    EngineDescription description;
    CaseStudy study;
    StageRecord stage = describe_stage(entry, plan, device);
    description.text = fmt::format("stage {} {} on {}", stage.number, stage.name, device.name);
    if (repeats && options.fits) {
        const Stopwatch setup;
        const std::unique_ptr<PreparedStage> scan = entry.stage->prepare_stage(plan.oriented());
        stage.setup_ms = setup.milliseconds();
        const Timing timing = time_stage(*scan, plan.slices(), *repeats);
        stage.total_ms = timing.total_ms;
        stage.kernel_ms = timing.kernel_ms;
        stage.copy_ms = timing.copy_ms;
        stage.decoding_ms = timing.decoding_ms;
        stage.remarks = timing.remarks;
        stage.output_bytes = scan->output_bytes();
        stage.memory = scan->memory();
        study.pinned_copy_ms = measure_copy_ms(plan.points(), true, *repeats);
        study.stages = {stage};
        add_times(stage, stage_figures(study, stage), *repeats, description);
        description.timings = {{"repeats", *repeats}, {"floor_pinned_copy_ms", spread_json(study.pinned_copy_ms)}};
    }
    if (repeats) add_occupancy_lines(study, stage, description);
    description.json = {{"name", stage.name},
                        {"stage", stage.number},
                        {"device", device.name},
                        {"device_details", device_json(device)}};
    description.measured = {{"study", stage_json(study, stage)}};
    return description;
}

EngineDescription describe_stage_on_host(const StageEntry& entry, const ScanPlan& plan, const StageRunOptions& options,
                                         Observer& observer, FinishedScan& finished) {
    EngineDescription description;
    description.text = fmt::format("stage {} {} on this CPU ({})", entry.number, entry.name, host_text());
    description.json = {{"name", entry.name},
                        {"stage", entry.number},
                        {"device", "cpu"},
                        {"cpu_instructions", name_of(vector_level())}};
    if (options.repeats && options.fits) {
        const HostRun run = run_on_host(*entry.on_host, plan, *options.repeats, observer);
        finished = {run.scan, run.total_ms.median / 1000};
        description.time_text = fmt::format("{} ms on this CPU ({})", significant(run.total_ms.median, 4),
                                            run.runs == 1 ? "one run" : spread_text(run.total_ms, run.runs));
        description.timings = {{"repeats", run.runs}, {"total_ms", spread_json(run.total_ms)}};
    }
    description.lines.emplace_back("on a GPU", recorded_time_text(entry, plan));
    add_modelled_occupancy(entry, options.capability, description);
    return description;
}

}  // namespace hexscan

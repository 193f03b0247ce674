#include "src/commands/engine_report.h"

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/engines/delivery.h"
#include "src/engines/scan_times.h"
#include "src/files/json_fields.h"
#include "src/results/engine_words.h"
#include "src/scan/rows/vector_level.h"
#include "src/study/stage_run.h"

namespace hexscan {

namespace {

void describe_plain_engine(const EngineChoice& choice, const ScanPlan& plan, std::optional<int> repeats,
                           EngineDescription& told) {
    const std::string device = choice.device ? choice.device->name : "cpu";
    told.text = fmt::format("{} engine{}", choice.engine->name(), choice.device ? " on " + device : "");
    if (!choice.reason.empty()) told.text += fmt::format(" ({})", choice.reason);
    told.json = {{"name", choice.engine->name()}, {"stage", nullptr}, {"device", device}};
    if (!choice.device) told.json["cpu_instructions"] = name_of(vector_level());
    if (choice.device) told.json["device_details"] = device_json(*choice.device);
    if (!repeats) return;
    const Spread times_ms = time_scans_ms(*choice.engine->prepare(plan), *repeats);
    told.time_text =
        fmt::format("{} ms for all slices ({})", significant(times_ms.median, 4), spread_text(times_ms, *repeats));
    told.timings = {{"repeats", *repeats}, {"total_ms", spread_json(times_ms)}};
}

}  // namespace

DescribedEngine describe_engine(const EngineChoice& choice, const ScanPlan& plan, std::optional<int> repeats,
                                std::optional<ComputeCapability> capability, const nlohmann::json& ranks,
                                Observer& observer) {
    DescribedEngine described;
    EngineDescription& told = described.told;
    const bool fits = slices_that_fit(*choice.engine, plan) == plan.slices();
    const StageRunOptions run{.repeats = repeats, .fits = fits, .capability = capability};
    if (choice.stage && choice.device)
        told = describe_stage_run(*choice.stage, *choice.device, plan, run);
    else if (choice.stage)
        told = describe_stage_on_host(*choice.stage, plan, run, observer, described.finished);
    else
        describe_plain_engine(choice, plan, fits ? repeats : std::nullopt, told);
    if (repeats && !fits)
        told.lines.emplace_back("", "timed once, slab by slab: the plan does not fit the memory at once");
    if (ranks.is_null()) return described;
    told.json["ranks"] = ranks;
    told.text += fmt::format(", {} ranks", ranks.size());
    return described;
}

}  // namespace hexscan

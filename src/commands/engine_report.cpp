#include "src/commands/engine_report.h"

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/base/vector_level.h"
#include "src/engines/delivery.h"
#include "src/engines/scan_times.h"
#include "src/files/json_fields.h"
#include "src/results/engine_words.h"
#include "src/study/stage_run.h"

namespace hexscan {

namespace {

void describe_plain_engine(const EngineChoice& choice, const ScanPlan& plan, std::optional<int> repeats,
                           EngineDescription& description) {
    const std::string device = choice.device ? choice.device->name : "cpu";
    description.text = fmt::format("{} engine{}", choice.engine->name(), choice.device ? " on " + device : "");
    if (!choice.reason.empty()) description.text += fmt::format(" ({})", choice.reason);
    description.json = {{"name", choice.engine->name()}, {"stage", nullptr}, {"device", device}};
    if (!choice.device) description.json["cpu_instructions"] = name_of(vector_level());
    if (choice.device) description.json["device_details"] = device_json(*choice.device);
    if (!repeats) return;
    const Spread times_ms = time_scans_ms(*choice.engine->prepare(plan), *repeats);
    description.time_text =
        fmt::format("{} ms for all slices ({})", significant(times_ms.median, 4), spread_text(times_ms, *repeats));
    description.timings = {{"repeats", *repeats}, {"total_ms", spread_json(times_ms)}};
}

}  // namespace

DescribedEngine describe_engine(const EngineChoice& choice, const ScanPlan& plan, std::optional<int> repeats,
                                std::optional<ComputeCapability> capability, const nlohmann::json& ranks,
                                Observer& observer) {
    DescribedEngine described;
    EngineDescription& description = described.description;
    const bool fits = slices_that_fit(*choice.engine, plan) == plan.slices();
    const StageRunOptions run{.repeats = repeats, .fits = fits, .capability = capability};
    if (choice.stage && choice.device)
        description = describe_stage_run(*choice.stage, *choice.device, plan, run);
    else if (choice.stage)
        description = describe_stage_on_host(*choice.stage, plan, run, observer, described.finished);
    else
        describe_plain_engine(choice, plan, fits ? repeats : std::nullopt, description);
    if (repeats && !fits)
        description.lines.emplace_back(
            "", "timed once, slab by slab, because the whole scan does not fit into memory at once");
    if (ranks.is_null()) return described;
    description.json["ranks"] = ranks;
    description.text += fmt::format(", {} ranks", ranks.size());
    return described;
}

}  // namespace hexscan

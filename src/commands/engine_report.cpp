#include "src/commands/engine_report.h"

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/commands/stage_scans.h"
#include "src/engines/delivery.h"
#include "src/engines/scan_times.h"
#include "src/files/json_fields.h"
#include "src/scan/rows/vector_level.h"

namespace hexscan {

nlohmann::json device_json(const DeviceInfo& device) {
    return {{"index", device.index},
            {"name", device.name},
            {"compute_capability", fmt::format("{}.{}", device.capability_major, device.capability_minor)},
            {"driver", device.driver_version},
            {"runtime", device.runtime_version}};
}

std::string spread_text(const Spread& spread, int repeats) {
    return fmt::format("median of {}, {} to {}", repeats, significant(spread.min, 4), significant(spread.max, 4));
}

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

EngineDescription describe_engine(const EngineChoice& choice, const ScanPlan& plan, std::optional<int> repeats,
                                  const nlohmann::json& ranks) {
    EngineDescription told;
    const bool fits = slices_that_fit(*choice.engine, plan) == plan.slices();
    if (repeats && !fits)
        told.lines.emplace_back("", "timed once, slab by slab: the plan does not fit the memory at once");
    if (choice.stage)
        describe_stage_scan(choice, plan, repeats, fits, told);
    else
        describe_plain_engine(choice, plan, fits ? repeats : std::nullopt, told);
    if (ranks.is_null()) return told;
    told.json["ranks"] = ranks;
    told.text += fmt::format(", {} ranks", ranks.size());
    return told;
}

}  // namespace hexscan

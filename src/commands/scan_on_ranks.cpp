#include "src/commands/scan_on_ranks.h"

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/version.h"
#include "src/files/json_fields.h"
#include "src/files/machine_json.h"
#include "src/files/request_json.h"
#include "src/ranks/rank_messages.h"

namespace hexscan {
namespace {

using nlohmann::json;

LocalEngine local_engine(const EngineChoice& choice) {
    if (!choice.device) return {*choice.engine, {}};
    return {*choice.engine, [index = choice.device->index] { use_device(index); }};
}

/// Information about this rank.
json rank_json(const EngineChoice& choice, const Ranks& ranks) {
    return {{"rank", ranks.rank()},
            {"host", ranks.host()},
            {"engine", choice.engine->name()},
            {"device", choice.device ? choice.device->name : "cpu"}};
}

void require_same_version(const std::string& first_version, const Ranks& ranks) {
    if (first_version != version)
        throw DeviceError(
            fmt::format("rank {} on {} runs hexscan {}, rank 0 runs {}: install the same version on every host",
                        ranks.rank(), ranks.host(), version, first_version));
}

void require_same_engine(const json& rank, const json& first) {
    if (rank.at("engine") == first.at("engine")) return;
    const auto text = [](const json& of, const char* key) { return of.at(key).get<std::string>(); };
    throw DeviceError(
        fmt::format("rank {} on {} would scan with the engine {}, but rank 0 on {} with {}; all ranks need the same "
                    "engine: give --device cpu, or start ranks only on hosts with a CUDA device",
                    rank.at("rank").get<int>(), text(rank, "host"), text(rank, "engine"), text(first, "host"),
                    text(first, "engine")));
}

}  // namespace

ScanOnRanks::ScanOnRanks(const Platform& platform, EngineChoice& choice, Ranks& ranks) {
    if (ranks.count() == 1) return;
    broadcast(ranks, json_text({{"version", version},
                                {"machine", machine_json(platform.machine)},
                                {"request", request_json(platform.scan)}}));
    ranks_ = json::array();
    for (const std::string& text : gather(ranks, json_text(rank_json(choice, ranks))))
        ranks_.push_back(parsed_json(text));
    for (const json& rank : ranks_) require_same_engine(rank, ranks_.front());
    engine_.emplace(local_engine(choice), ranks);
    choice.engine = &*engine_;
}

void ScanOnRanks::end() const {
    if (engine_) engine_->end_scans();
}

void scan_with_first_rank(const DeviceChoice& device, Ranks& ranks) {
    const json message = parsed_json(broadcast(ranks, {}));
    const JsonField field(message, "the message of rank 0");
    require_same_version(field.at("version").text(), ranks);
    const ScanPlan plan =
        make_scan_plan(machine_from_json(field.at("machine")), request_from_json(field.at("request")));
    const EngineChoice choice = engine_of_run({.device = device}, plan);
    gather(ranks, json_text(rank_json(choice, ranks)));
    serve_scans(local_engine(choice), plan, ranks);
}

}  // namespace hexscan

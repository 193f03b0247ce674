#include "src/commands/left_out.h"
#include "src/commands/stage_scans.h"

/// A build without the study.
namespace hexscan {

const StageEntry* stage_asked_for(const std::optional<std::string>& name) {
    if (name) throw built_without(left_out_study, "--stage " + *name);
    return nullptr;
}

const Engine* engine_of(const StageEntry&) { return nullptr; }

int number_of(const StageEntry&) { return 0; }

void describe_stage_scan(const EngineChoice&, const ScanPlan&, std::optional<int>, bool, EngineDescription&) {}

}  // namespace hexscan

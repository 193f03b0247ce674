// Counts how many limits the warps of stages 1 to 9 test in a scan of the case study. Prints output/case-study/
// passed_limits.json. It needs no GPU.
//
//   hexscan_passed_limits

#include <cstdio>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "src/files/json_fields.h"
#include "src/files/platform_file.h"
#include "src/scan/plan.h"
#include "src/study/instructions/passed_limits.h"
#include "stages/registry.h"
#include "stages/slice_stage.h"

int main() {
    using namespace hexscan;
    std::vector<int> stages;
    std::vector<LaunchPolicy> launches;
    for (const StageEntry& entry : stage_registry())
        if (const auto* slices = dynamic_cast<const HostSliceStage*>(entry.on_host)) {
            stages.push_back(entry.number);
            launches.push_back(slices->spec().launch);
        }
    const OrientedPlan plan = make_scan_plan(built_in_platform()).oriented();
    const std::vector<PassedLimits> counted = count_passed_limits(to_float(plan.geometry), launches, 0, plan.slices());
    nlohmann::json record = {{"schema", 1}, {"points", counted.front().points}, {"stages", nlohmann::json::array()}};
    for (std::size_t i = 0; i < stages.size(); ++i)
        record["stages"].push_back({{"stage", stages[i]},
                                    {"blocks", counted[i].blocks},
                                    {"warps_outside", counted[i].warps_outside},
                                    {"warps", counted[i].warps}});
    std::fputs(json_text(record).c_str(), stdout);
}

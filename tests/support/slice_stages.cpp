#include "tests/support/slice_stages.h"

namespace hexscan_test {

std::vector<PointStage> point_stages() {
    std::vector<PointStage> stages;
#if HEXSCAN_WITH_CUDA
    for (const hexscan::StageEntry& entry : hexscan::stage_registry())
        if (const auto* stage = dynamic_cast<const hexscan::SliceStage*>(entry.stage))
            stages.push_back({&entry, &stage->spec()});
#endif
    return stages;
}

}  // namespace hexscan_test

#pragma once

#include <vector>

#include "stages/registry.h"
#include "stages/slice_stage.h"

namespace hexscan_test {

/// A stage that visits points, with its values.
struct PointStage {
    const hexscan::StageEntry* entry;
    const hexscan::SliceStageSpec* spec;
};

/// All of them, read from the stages themselves; none in a build without CUDA.
std::vector<PointStage> point_stages();

}  // namespace hexscan_test

#pragma once

#include <vector>

#include "stages/registry.h"
#include "stages/slice_stage.h"

namespace hexscan_test {

/// A stage that tests points, with its specification.
struct PointStage {
    const hexscan::StageEntry* entry;
    const hexscan::SliceStageSpec* spec;
};

/// All such stages, read from the list of stages. Empty in a build without CUDA.
std::vector<PointStage> point_stages();

}  // namespace hexscan_test

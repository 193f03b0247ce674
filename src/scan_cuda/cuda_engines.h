#pragma once

#include "src/engines/engine.h"

namespace hexscan {

/// The engine on the current CUDA device that supports the plan, the stages of the study aside. Null where there is
/// none, and in a build without CUDA.
const Engine* cuda_engine_for(const ScanPlan& plan);

}  // namespace hexscan

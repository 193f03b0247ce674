#pragma once

#include <string_view>

#include "src/engines/engine.h"

namespace hexscan {

/// The engine on the current CUDA device that supports the plan; never a stage of the study. Null if there is none, and
/// in a build without CUDA.
const Engine* cuda_engine_for(const ScanPlan& plan);

/// The message for a user who has named a device on which no engine supports the plan.
inline constexpr std::string_view no_kernel_text =
    "this scan has no kernel; there are kernels for legs of every kind and for limits that telescopic legs share";

}  // namespace hexscan

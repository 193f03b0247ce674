#pragma once

#include "src/engines/engine.h"

namespace hexscan {

/// Answers plans of telescopic legs with rod ends or universal joints on the current CUDA device: one orientation or a
/// total workspace, without maps. What such legs keep is what a few sorts of legs with tilting joints keep
/// (src/machine/legs/telescope_parts.h), whose rows have kernels. Null in a build without CUDA.
const Engine* cuda_telescope_engine();

}  // namespace hexscan

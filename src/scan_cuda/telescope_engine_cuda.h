#pragma once

#include "src/engines/engine.h"

namespace hexscan {

/// Solves plans of telescopic legs with rod ends or universal joints on the current CUDA device: one orientation or a
/// total workspace, without maps. Such a leg keeps its limits if a few legs with tilting joints keep theirs
/// (src/machine/legs/telescope_parts.h), and the rows of those have kernels. Null in a build without CUDA.
const Engine* cuda_telescope_engine();

}  // namespace hexscan

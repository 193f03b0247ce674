#pragma once

#include "src/engines/engine.h"

namespace hexscan {

/// Solves plans with sets of orientations, and with maps, on the current CUDA device, a row per lane. The source is
/// shared with the CPU engine (kernels/sets/total_rows.h and its neighbours). Every verdict and value equals the
/// double-precision reference, within the tolerance of maps. The host solves rows that the device cannot decide. Null
/// in a build without CUDA.
const Engine* cuda_set_engine();

/// Tests every orientation at every point in double, on the current CUDA device. It verifies the other engine where the
/// reference on the host would take hours. Null in a build without CUDA.
const Engine* cuda_brute_force_engine();

}  // namespace hexscan

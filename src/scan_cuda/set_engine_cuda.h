#pragma once

#include "src/engines/engine.h"

namespace hexscan {

/// Answers plans with sets of orientations and with maps on the current CUDA device: the same source as the CPU engine
/// (kernels/sets/total_rows.h and its neighbours), a row per lane. Every verdict and number equals the double-precision
/// reference, but for a map's tolerance; rows that the device cannot decide are solved on the host. Null in a build
/// without CUDA.
const Engine* cuda_set_engine();

/// Every orientation at every point in double, on the current CUDA device: what the other one is verified against where
/// the reference on the host would take hours. Null in a build without CUDA.
const Engine* cuda_brute_force_engine();

}  // namespace hexscan

#pragma once

#include "src/engines/engine.h"

namespace hexscan {

/// Scans plans of legs of any kind on the current CUDA device, point by point and orientation by orientation
/// (kernels/points/points_kernel.cuh). Supports all workspaces, their proofs and the maps of single legs, but no limits
/// that legs share. Verdicts equal the double-precision reference. Null in a build without CUDA.
const Engine* cuda_points_engine();

}  // namespace hexscan

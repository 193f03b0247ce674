#pragma once

#include "src/engines/engine.h"

namespace hexscan {

/// Scans plans of legs with rods on the current CUDA device, a row per lane in closed form. At one orientation it
/// supports sliders and arms, with maps if has_rod_maps(). For sets it requires has_rod_set_rows(), and supports the
/// maps for which is_counted() is true. Every verdict and value equals the double-precision reference. The host solves
/// rows that the device cannot decide. Null in a build without CUDA.
const Engine* cuda_rod_engine();

}  // namespace hexscan

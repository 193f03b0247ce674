#pragma once

#include "src/engines/engine.h"

namespace hexscan {

/// Scans plans of legs with rods on the current CUDA device, a row per lane in closed form: sliders and arms at one
/// orientation, with maps as has_rod_maps() says, and sets as has_rod_set_rows() says, with maps that is_counted()
/// names. Every verdict and number equals the double-precision reference; rows that the device cannot decide are solved
/// on the host. Null in a build without CUDA.
const Engine* cuda_rod_engine();

}  // namespace hexscan

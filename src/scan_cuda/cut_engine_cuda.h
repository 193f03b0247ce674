#pragma once

#include "src/engines/engine.h"

namespace hexscan {

/// Solves plans whose legs share limits with a form (kernels/shared/limit_form.h) on the current CUDA device. It finds
/// what single telescopic legs reach at one orientation or at all of a set, and removes what violates the shared
/// limits. Every verdict equals the double-precision reference, which decides what the device cannot. Null in a build
/// without CUDA.
const Engine* cuda_cut_engine();

}  // namespace hexscan

#pragma once

#include "src/engines/engine.h"

namespace hexscan {

/// Answers plans whose legs share limits that kernels know (kernels/shared/limit_form.h) on the current CUDA device:
/// what telescopic legs by themselves reach at one orientation or at all of a set, and of that what keeps the shared
/// limits, too. Every verdict equals the double-precision reference, which settles what the device cannot decide. Null
/// in a build without CUDA.
const Engine* cuda_cut_engine();

}  // namespace hexscan

#include "src/scan_cuda/rod_engine_cuda.h"

namespace hexscan {

const Engine* cuda_rod_engine() { return nullptr; }

}  // namespace hexscan

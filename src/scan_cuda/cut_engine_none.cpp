#include "src/scan_cuda/cut_engine_cuda.h"

namespace hexscan {

const Engine* cuda_cut_engine() { return nullptr; }

}  // namespace hexscan

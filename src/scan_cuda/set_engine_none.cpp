#include "src/scan_cuda/set_engine_cuda.h"

namespace hexscan {

const Engine* cuda_set_engine() { return nullptr; }
const Engine* cuda_brute_force_engine() { return nullptr; }

}  // namespace hexscan

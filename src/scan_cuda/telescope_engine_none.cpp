#include "src/scan_cuda/telescope_engine_cuda.h"

namespace hexscan {

const Engine* cuda_telescope_engine() { return nullptr; }

}  // namespace hexscan

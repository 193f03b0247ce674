#include "src/scan_cuda/points_engine_cuda.h"

namespace hexscan {

const Engine* cuda_points_engine() { return nullptr; }

}  // namespace hexscan

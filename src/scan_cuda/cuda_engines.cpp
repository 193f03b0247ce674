#include "src/scan_cuda/cuda_engines.h"

#include "src/scan_cuda/cut_engine_cuda.h"
#include "src/scan_cuda/points_engine_cuda.h"
#include "src/scan_cuda/rod_engine_cuda.h"
#include "src/scan_cuda/set_engine_cuda.h"
#include "src/scan_cuda/telescope_engine_cuda.h"

namespace hexscan {

const Engine* cuda_engine_for(const ScanPlan& plan) {
    for (const Engine* const engine :
         {cuda_set_engine(), cuda_rod_engine(), cuda_telescope_engine(), cuda_cut_engine(), cuda_points_engine()})
        if (engine != nullptr && engine->supports(plan)) return engine;
    return nullptr;
}

}  // namespace hexscan

#include "src/scan_cuda/cuda_engines.h"

#include <algorithm>
#include <array>

namespace hexscan {
namespace {

const Engine* first_that_supports(const ScanPlan& plan, std::span<const Engine* const> engines) {
    const auto found = std::ranges::find_if(engines, [&](const Engine* engine) { return engine->supports(plan); });
    return found == engines.end() ? nullptr : *found;
}

#if HEXSCAN_WITH_CUDA
std::array<const Engine*, 1> referees() { return {cuda_brute_force_engine()}; }
#else
std::array<const Engine*, 0> referees() { return {}; }
#endif

}  // namespace

std::span<const Engine* const> cuda_engines() {
#if HEXSCAN_WITH_CUDA
    static const std::array engines{cuda_set_engine(),   cuda_rod_engine(),    cuda_telescope_engine(),
                                    cuda_cut_engine(),   cuda_points_engine(), cuda_maps_engine(),
                                    cuda_turns_engine(), cuda_bands_engine()};
    return engines;
#else
    return {};
#endif
}

const Engine* cuda_engine_for(const ScanPlan& plan) { return first_that_supports(plan, cuda_engines()); }

const Engine* cuda_referee_for(const ScanPlan& plan) { return first_that_supports(plan, referees()); }

}  // namespace hexscan

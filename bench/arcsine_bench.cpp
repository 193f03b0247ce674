#include <cstddef>
#include <vector>

#include <benchmark/benchmark.h>

#include "src/base/vector_level.h"
#include "stages/float_lanes.h"

namespace hexscan {
namespace {

HEXSCAN_HD_INLINE void arcsines(const float* sines, float* angles_rad, int count) {
    for (int i = 0; i < count; i += float_lanes) {
        FloatLanes sine;
        for (int lane = 0; lane < float_lanes; ++lane) sine.v[lane] = sines[i + lane];
        const FloatLanes angle_rad = arcsine(sine);
        for (int lane = 0; lane < float_lanes; ++lane) angles_rad[i + lane] = angle_rad.v[lane];
    }
}

/// Computes the arcsine of stages 1 to 6 in vector lanes, on one thread and in cache. Stage 1 computes at least twelve
/// arcsines per point.
void arcsine_in_lanes(benchmark::State& state) {
    constexpr int count = 4096;
    std::vector<float> sines(count), angles_rad(count);
    for (int i = 0; i < count; ++i)
        sines[static_cast<std::size_t>(i)] = 1.9F * static_cast<float>(i) / float{count} - 0.95F;
    for ([[maybe_unused]] auto repeat : state) {
        at_vector_level<arcsines>(sines.data(), angles_rad.data(), count);
        benchmark::ClobberMemory();
    }
    state.counters["arcsines/s"] = benchmark::Counter(count, benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(arcsine_in_lanes);

}  // namespace
}  // namespace hexscan

// Times a warp in blocks of different sizes, with and without the early exit.
//     nvcc -std=c++20 -O3 -arch=native -I. docs/exercises/block_sizes.cu -o block_sizes && ./block_sizes
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "docs/exercises/default_scan.cuh"

namespace {

using namespace hexscan;

constexpr int repeats = 9;

template <int x, int y>
struct Shape {
    static constexpr LaunchPolicy launch{.block_x = x, .block_y = y, .slices_per_launch = 0};
    using Math = StandardMath;
};

/// Grid: tiles of a slice x slices. Block: `Policy::launch`. No shared memory: scratch is in registers. A thread tests
/// one point. It computes all legs or, if `exits` is true, stops after the first leg that violates a limit.
template <class Policy, bool exits>
__global__ void __launch_bounds__(threads_per_block(Policy::launch))
    hexapod_slice_kernel_whole_legs(const __grid_constant__ ScanGeometry<float> scan, const SliceWindow window) {
    const GridPoint point = point_of_thread(Policy::launch, this_thread(), window.first_row, window.first_slice);
    if (point.column >= scan.x.count || point.row >= scan.y.count) return;
    const Vec3<float> p = position_m(scan, point);
    bool reachable = true;
#pragma unroll 1
    for (int i = 0; i < leg_count && (!exits || reachable); ++i) {
        const Leg<float>& leg = scan.legs[i];
        const Vec3<float> l = leg_vector(leg, p);
        const auto length = StandardMath::measure(dot(l, l));
        const float base_rad = StandardMath::elevation_rad(dot(l, leg.base_axis), length);
        const float platform_rad = StandardMath::elevation_rad(dot(l, leg.platform_axis), length);
        reachable &= within_stroke(leg, length.length_m) & (base_rad >= leg.base_min_elevation_rad) &
                     (platform_rad >= leg.platform_min_elevation_rad);
    }
    store_verdict(window, scan, point, reachable);
}

double ms_of(void (*kernel)(ScanGeometry<float>, SliceWindow), dim3 grid, dim3 block, std::uint8_t* verdicts) {
    cudaEvent_t start, stop;
    check(cudaEventCreate(&start));
    check(cudaEventCreate(&stop));
    std::vector<float> times;
    for (int i = 0; i < repeats + 3; ++i) {
        check(cudaEventRecord(start));
        kernel<<<grid, block>>>(case_study(), SliceWindow{verdicts, columns, 0, 0});
        check(cudaGetLastError());
        check(cudaEventRecord(stop));
        check(cudaEventSynchronize(stop));
        float ms = 0;
        check(cudaEventElapsedTime(&ms, start, stop));
        if (i >= 3) times.push_back(ms);
    }
    std::sort(times.begin(), times.end());
    return times[repeats / 2];
}

template <int x, int y>
void row(std::uint8_t* verdicts, int multiprocessors) {
    using Policy = Shape<x, y>;
    const dim3 block(x, y), grid(blocks_for(columns, x), blocks_for(rows, y), slices);
    const int warps = (x * y + 31) / 32;
    const double all_warps = static_cast<double>(warps) * grid.x * grid.y * grid.z;
    std::printf("%2d x %-2d   %8d", x, y, warps);
    const auto add = [&](auto kernel) {
        const double ms = ms_of(kernel, grid, block, verdicts);
        std::printf("%10.3f%10.2f", ms, ms * 1e6 * multiprocessors / all_warps);
    };
    add(hexapod_slice_kernel_whole_legs<Policy, false>);
    add(hexapod_slice_kernel_whole_legs<Policy, true>);
    add(hexapod_slice_kernel_registers<Policy>);
    std::printf("\n");
}

}  // namespace

int main() {
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, 0));
    const int multiprocessors = properties.multiProcessorCount;
    std::uint8_t* verdicts = nullptr;
    check(cudaMalloc(&verdicts, std::size_t{columns} * rows * slices));
    std::printf("Warps in blocks of different sizes on %s, median of %d launches over %d slices\n\n", properties.name,
                repeats, slices);
    std::printf("%-10s%8s%20s%20s%20s\n", "block", "warps", "every leg", "early exit", "stage 4");
    std::printf("%-10s%8s%10s%10s%10s%10s%10s%10s\n", "", "/block", "ms", "ns/warp", "ms", "ns/warp", "ms", "ns/warp");
    row<16, 4>(verdicts, multiprocessors);
    row<16, 8>(verdicts, multiprocessors);
    row<8, 16>(verdicts, multiprocessors);
    row<32, 4>(verdicts, multiprocessors);
    row<16, 16>(verdicts, multiprocessors);
    row<32, 8>(verdicts, multiprocessors);
    row<32, 16>(verdicts, multiprocessors);
    std::printf(
        "\nevery leg, early exit: the same kernel without shared memory, a leg at a time. ns/warp: time of a "
        "multiprocessor\nfor each warp, of which it works on many at once.\n");
}

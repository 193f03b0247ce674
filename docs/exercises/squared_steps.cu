// Makes the changes from stage 7 to stage 9 one after the other: squares in place of root and arcsine, more points per
// thread, fewer stores, bits in place of bytes. It times each kernel alone, over the case study's default grid:
//     nvcc -std=c++20 -O3 -arch=native -I. docs/exercises/squared_steps.cu -o squared_steps && ./squared_steps
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "docs/exercises/default_scan.cuh"
#include "kernels/ladder/intrinsic_policy.cuh"
#include "kernels/ladder/slice_kernels.cuh"
#include "kernels/ladder/squared_tests.cuh"

namespace {

using namespace hexscan;

constexpr int repeats = 21;

struct Stage7 {
    static constexpr LaunchPolicy launch{.block_x = 8, .block_y = 16, .points_per_thread = 2};
    static constexpr int unrolled_legs = leg_count;
    using Math = IntrinsicMath;
};
template <int points>
struct Squares {
    static constexpr LaunchPolicy launch{
        .block_x = 32, .block_y = 8, .points_per_thread = points, .spacing = PointSpacing::adjacent};
};

/// Stage 8's kernel with any number of points per thread, and with 1 or 4 bytes per store. The points must divide a
/// row.
/// Grid: tiles of a slice x slices. Block: `Policy::launch`. No shared memory. A thread has `points_per_thread` points
/// of a row.
template <class Policy, int bytes>
__global__ void __launch_bounds__(threads_per_block(Policy::launch))
    hexapod_slice_kernel_squares(const __grid_constant__ ScanGeometry<float> scan, const SliceWindow window) {
    const MaskedPoints mine = masked_points<Policy>(scan, window);
    if (!mine.inside) return;
    std::uint8_t* const first = verdict_row(window, scan.y.count, mine.first.row, mine.first.slice) + mine.first.column;
#pragma unroll
    for (int k = 0; k < Policy::launch.points_per_thread; k += bytes) {
        const std::uint32_t mask = mine.mask >> k;
        if constexpr (bytes == 4)
            *reinterpret_cast<std::uint32_t*>(first + k) = ((mask & 15U) * 0x00204081U) & 0x01010101U;
        else
            first[k] = static_cast<std::uint8_t>(mask & 1U);
    }
}

/// Prints the median time of one launch over all slices in milliseconds, and the number of points that it finds
/// reachable.
void row(const char* name, void (*kernel)(ScanGeometry<float>, SliceWindow), LaunchPolicy launch, bool bits,
         std::uint8_t* device, std::vector<std::uint8_t>& host) {
    const ScanGeometry<float> scan = case_study();
    const std::size_t row_bytes = bits ? columns / 8 : columns, volume = row_bytes * rows * slices;
    const dim3 block(launch.block_x, launch.block_y);
    const dim3 grid(blocks_for(columns, columns_per_block(launch)), blocks_for(rows, launch.block_y), slices);
    cudaEvent_t start, stop;
    check(cudaEventCreate(&start));
    check(cudaEventCreate(&stop));
    check(cudaMemset(device, 0xAA, volume));
    const auto once_ms = [&] {
        check(cudaEventRecord(start));
        kernel<<<grid, block>>>(scan, SliceWindow{device, row_bytes, 0, 0});
        check(cudaGetLastError());
        check(cudaEventRecord(stop));
        check(cudaEventSynchronize(stop));
        float ms = 0;
        check(cudaEventElapsedTime(&ms, start, stop));
        return ms;
    };
    for (float warm_ms = 0; warm_ms < 100;) warm_ms += once_ms();
    std::vector<float> times;
    for (int repeat = 0; repeat < repeats; ++repeat) times.push_back(once_ms());
    std::sort(times.begin(), times.end());
    check(cudaMemcpy(host.data(), device, volume, cudaMemcpyDeviceToHost));
    std::int64_t reachable = 0;
    for (std::size_t i = 0; i < volume; ++i) reachable += bits ? __builtin_popcount(host[i]) : host[i];
    std::printf("%-58s%8.3f%14.3f-%.3f%14lld\n", name, times[repeats / 2], times.front(), times.back(),
                static_cast<long long>(reachable));
}

}  // namespace

int main() {
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, 0));
    std::uint8_t* device = nullptr;
    std::vector<std::uint8_t> host(std::size_t{columns} * rows * slices);
    check(cudaMalloc(&device, host.size()));
    std::printf("From stage 7 to stage 9 on %s: one launch over %d slices of %d x %d points, median of %d\n\n",
                properties.name, slices, columns, rows, repeats);
    std::printf("%-58s%8s%19s%14s\n", "kernel", "ms", "min-max ms", "reachable");
    const auto add = [&](const char* name, auto kernel, LaunchPolicy launch, bool bits = false) {
        row(name, kernel, launch, bits, device, host);
    };
    add("stage 7: root and polynomial, two points a thread", hexapod_slice_kernel_points<Stage7>, Stage7::launch);
    add("squares, one point a thread", hexapod_slice_kernel_squares<Squares<1>, 1>, Squares<1>::launch);
    add("squares, four points, a store each", hexapod_slice_kernel_squares<Squares<4>, 1>, Squares<4>::launch);
    add("stage 8: squares, four points, one store", hexapod_slice_kernel_squared<Squares<4>>, Squares<4>::launch);
    add("squares, eight points, two stores", hexapod_slice_kernel_squares<Squares<8>, 4>, Squares<8>::launch);
    add("stage 9: squares, eight points, one store of their bits", hexapod_slice_kernel_packed<Squares<8>>,
        Squares<8>::launch, true);
}

// Stage 8's kernel with features of newer GPUs that do not help it: a persistent grid, stores by the TMA unit, clusters
// of blocks, tensor cores. Each kernel runs alone over the case study's default grid. Needs compute capability 9.0.
//     nvcc -std=c++20 -O3 -arch=native -I. docs/exercises/what_does_not_help.cu -o nothing && ./nothing
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <type_traits>
#include <vector>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include "docs/exercises/default_scan.cuh"
#include "kernels/ladder/squared_tests.cuh"

namespace {

using namespace hexscan;
namespace wmma = nvcuda::wmma;

constexpr int repeats = 21;
constexpr int slice_points = columns * rows;
constexpr std::size_t volume = std::size_t{slice_points} * slices;

struct Stage8 {
    static constexpr LaunchPolicy launch{
        .block_x = 32, .block_y = 8, .points_per_thread = 4, .spacing = PointSpacing::adjacent};
};
constexpr dim3 stage_8_block(32, 8);
constexpr dim3 stage_8_grid(8, 125, slices);

__device__ std::uint32_t four_verdicts(const ScanGeometry<float>& scan, int column, int row, int slice) {
    float x_m[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) x_m[k] = grid_coordinate(scan.x, column + k);
    return bytes_of_four(reachable_mask(scan, x_m, grid_coordinate(scan.y, row), grid_coordinate(scan.z, slice)));
}

/// Grid: as many blocks as are resident. Block: 32 x 8. No shared memory. A block takes one tile of stage 8 after the
/// other. A thread has four points of a tile.
__global__ void __launch_bounds__(256)
    persistent_kernel(const __grid_constant__ ScanGeometry<float> scan, std::uint8_t* verdicts) {
    constexpr int tiles = 8 * 125 * slices;
    for (int tile = static_cast<int>(blockIdx.x); tile < tiles; tile += static_cast<int>(gridDim.x)) {
        const int column = (tile % 8 * 32 + static_cast<int>(threadIdx.x)) * 4;
        const int row = tile / 8 % 125 * 8 + static_cast<int>(threadIdx.y), slice = tile / 1000;
        if (column >= columns) continue;
        const auto line = static_cast<std::size_t>(slice * rows + row);
        std::uint8_t* const target = verdicts + line * columns + column;
        *reinterpret_cast<std::uint32_t*>(target) = four_verdicts(scan, column, row, slice);
    }
}

/// Grid: 500 x slices. Block: 250 x 2. Shared memory: 2000 B with `bulk`. A thread has four points of a row and stores
/// them. With `bulk` one thread hands the block's two rows to the TMA unit, which stores them.
template <bool bulk>
__global__ void __launch_bounds__(500)
    two_rows_kernel(const __grid_constant__ ScanGeometry<float> scan, std::uint8_t* verdicts) {
    const int first_row = static_cast<int>(blockIdx.x) * 2, slice = static_cast<int>(blockIdx.y);
    const auto row = static_cast<int>(threadIdx.y), four = static_cast<int>(threadIdx.x);
    std::uint8_t* const target = verdicts + static_cast<std::size_t>(slice * rows + first_row) * columns;
    const std::uint32_t mine = four_verdicts(scan, four * 4, first_row + row, slice);
    if constexpr (!bulk) {
        reinterpret_cast<std::uint32_t*>(target)[row * 250 + four] = mine;
        return;
    }
    __shared__ alignas(16) std::uint32_t tile[500];
    tile[row * 250 + four] = mine;
    // The TMA unit reads shared memory by another path than the threads that wrote it.
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (row != 0 || four != 0) return;
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 2000;" ::"l"(target),
                 "r"(static_cast<std::uint32_t>(__cvta_generic_to_shared(tile)))
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;\n cp.async.bulk.wait_group 0;" ::: "memory");
}

/// Grid: 8 x 125 x slices. Block: 32 x 8. No shared memory. A thread has four points of a row. Every `blocks` blocks
/// that follow each other along x are a cluster on neighbouring multiprocessors.
template <int blocks>
__global__ void __cluster_dims__(blocks, 1, 1) __launch_bounds__(256)
    cluster_kernel(const __grid_constant__ ScanGeometry<float> scan, std::uint8_t* verdicts) {
    const GridPoint point = point_of_thread(Stage8::launch, this_thread(), 0, 0);
    if (point.column >= columns) return;
    std::uint8_t* const target =
        verdicts + static_cast<std::size_t>(point.slice * rows + point.row) * columns + point.column;
    *reinterpret_cast<std::uint32_t*>(target) = four_verdicts(scan, point.column, point.row, point.slice);
}

constexpr int features = 5;  // x^2 + y^2 + z^2, x, y, z, 1
constexpr int outputs = 16;  // six squared lengths, six products with an axis, four of zero
constexpr int tensor_warps = 4;

template <class Input>
using Stored = std::conditional_t<std::is_same_v<Input, wmma::precision::tf32>, float, Input>;

template <class Input>
__device__ Stored<Input> rounded(float value) {
    if constexpr (std::is_same_v<Input, wmma::precision::tf32>)
        return wmma::__float_to_tf32(value);
    else
        return Input(value);
}

/// Grid: points / 128. Block: 32 x 4. Shared memory: below. A warp computes the squared lengths of six legs and their
/// products with the axes at 32 points as a product of matrices. A thread then tests one point. At the level
/// orientation a leg has the same axis at both of its joints. With `split` each number is the sum of two rounded
/// numbers, and three products of their matrices are added.
template <class Input, int depth, bool split>
__global__ void __launch_bounds__(32 * tensor_warps)
    tensor_kernel(const __grid_constant__ ScanGeometry<float> scan, std::uint8_t* verdicts) {
    constexpr int parts = split ? 2 : 1;
    __shared__ alignas(32) Stored<Input> points[parts][tensor_warps][32][depth];
    __shared__ alignas(32) Stored<Input> legs[parts][depth][outputs];
    __shared__ alignas(32) float results[tensor_warps][32][outputs];
    const auto put = [](float value, Stored<Input>& main, Stored<Input>& rest) {
        main = rounded<Input>(value);
        if constexpr (split) rest = rounded<Input>(value - static_cast<float>(main));
    };
    const auto warp = static_cast<int>(threadIdx.y), lane = static_cast<int>(threadIdx.x);
    for (int i = warp * 32 + lane; i < depth * outputs; i += 32 * tensor_warps) {
        const int feature = i / outputs, output = i % outputs, leg = output % leg_count;
        const Vec3<float> o = scan.legs[leg].offset_m, n = scan.legs[leg].base_axis;
        const float of_length[features] = {1, 2 * o.x, 2 * o.y, 2 * o.z, dot(o, o)};
        const float of_axis[features] = {0, n.x, n.y, n.z, dot(n, o)};
        const bool used = feature < features && output < 2 * leg_count;
        const float value = !used ? 0 : output < leg_count ? of_length[feature] : of_axis[feature];
        put(value, legs[0][feature][output], legs[parts - 1][feature][output]);
    }
    const int index = (static_cast<int>(blockIdx.x) * tensor_warps + warp) * 32 + lane;
    const int slice = index / slice_points, row = index / columns % rows, column = index % columns;
    const float x = grid_coordinate(scan.x, column), y = grid_coordinate(scan.y, row);
    const float z = grid_coordinate(scan.z, slice);
    const float of_point[features] = {x * x + y * y + z * z, x, y, z, 1};
#pragma unroll
    for (int k = 0; k < depth; ++k)
        put(k < features ? of_point[k] : 0, points[0][warp][lane][k], points[parts - 1][warp][lane][k]);
    __syncthreads();
#pragma unroll
    for (int half = 0; half < 2; ++half) {
        wmma::fragment<wmma::accumulator, 16, 16, depth, float> sum;
        wmma::fill_fragment(sum, 0.0F);
        const auto add = [&](int part_of_points, int part_of_legs) {
            wmma::fragment<wmma::matrix_a, 16, 16, depth, Input, wmma::row_major> a;
            wmma::fragment<wmma::matrix_b, 16, 16, depth, Input, wmma::row_major> b;
            wmma::load_matrix_sync(a, &points[part_of_points][warp][half * 16][0], depth);
            wmma::load_matrix_sync(b, &legs[part_of_legs][0][0], outputs);
            wmma::mma_sync(sum, a, b, sum);
        };
        if constexpr (split) {
            add(1, 0);
            add(0, 1);
        }
        add(0, 0);
        wmma::store_matrix_sync(&results[warp][half * 16][0], sum, outputs, wmma::mem_row_major);
    }
    __syncwarp();
    bool reachable = true;
#pragma unroll
    for (int i = 0; i < leg_count; ++i) {
        const Leg<float>& leg = scan.legs[i];
        const float q = results[warp][lane][i], d = results[warp][lane][leg_count + i];
        reachable &= (q >= leg.min_length_sq_m2) & (q <= leg.max_length_sq_m2) &
                     (d * fabsf(d) >= leg.base_signed_cos_sq * q) & (d * fabsf(d) >= leg.platform_signed_cos_sq * q);
    }
    verdicts[index] = reachable ? 1 : 0;
}

struct Verdicts {
    std::uint8_t* device = nullptr;
    std::vector<std::uint8_t> of_stage_8, host = std::vector<std::uint8_t>(volume);
};

/// Prints the milliseconds of a launch, and how many verdicts are not those of stage 8. The first row is stage 8.
template <class Launch>
void row(const char* name, Verdicts& verdicts, Launch launch) {
    cudaEvent_t start, stop;
    check(cudaEventCreate(&start));
    check(cudaEventCreate(&stop));
    check(cudaMemset(verdicts.device, 0xAA, volume));
    const auto once_ms = [&] {
        check(cudaEventRecord(start));
        launch();
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
    check(cudaMemcpy(verdicts.host.data(), verdicts.device, volume, cudaMemcpyDeviceToHost));
    if (verdicts.of_stage_8.empty()) verdicts.of_stage_8 = verdicts.host;
    std::size_t different = 0;
    for (std::size_t i = 0; i < volume; ++i) different += verdicts.host[i] != verdicts.of_stage_8[i];
    std::printf("%-52s%8.3f%12.3f-%.3f%14zu\n", name, times[repeats / 2], times.front(), times.back(), different);
}

template <class Input, int depth, bool split>
void tensor_row(const char* name, Verdicts& verdicts, const ScanGeometry<float>& scan) {
    row(name, verdicts, [&] {
        tensor_kernel<Input, depth, split>
            <<<volume / (32 * tensor_warps), dim3(32, tensor_warps)>>>(scan, verdicts.device);
    });
}

}  // namespace

int main() {
    static_assert(volume % (32 * tensor_warps) == 0 && slice_points % 2000 == 0);
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, 0));
    if (properties.major < 9) {
        std::printf("%s has compute capability %d.%d; this program needs 9.0\n", properties.name, properties.major,
                    properties.minor);
        return 3;
    }
    const ScanGeometry<float> scan = case_study();
    Verdicts verdicts;
    check(cudaMalloc(&verdicts.device, volume));
    int resident = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, persistent_kernel, 256, 0));
    std::printf("What does not help stage 8 on %s: one launch over %d slices of %d x %d points, median of %d\n\n",
                properties.name, slices, columns, rows, repeats);
    std::printf("%-52s%8s%17s%14s\n", "kernel", "ms", "min-max ms", "differ");
    row("stage 8", verdicts, [&] {
        hexapod_slice_kernel_squared<Stage8>
            <<<stage_8_grid, stage_8_block>>>(scan, SliceWindow{verdicts.device, columns, 0, 0});
    });
    row("persistent: only resident blocks, a tile in turn", verdicts, [&] {
        persistent_kernel<<<resident * properties.multiProcessorCount, stage_8_block>>>(scan, verdicts.device);
    });
    row("blocks of two rows", verdicts,
        [&] { two_rows_kernel<false><<<dim3(500, slices), dim3(250, 2)>>>(scan, verdicts.device); });
    row("blocks of two rows, stored by the TMA unit", verdicts,
        [&] { two_rows_kernel<true><<<dim3(500, slices), dim3(250, 2)>>>(scan, verdicts.device); });
    row("clusters of one block", verdicts,
        [&] { cluster_kernel<1><<<stage_8_grid, stage_8_block>>>(scan, verdicts.device); });
    row("clusters of two blocks", verdicts,
        [&] { cluster_kernel<2><<<stage_8_grid, stage_8_block>>>(scan, verdicts.device); });
    row("clusters of eight blocks", verdicts,
        [&] { cluster_kernel<8><<<stage_8_grid, stage_8_block>>>(scan, verdicts.device); });
    tensor_row<__half, 16, false>("tensor cores, half", verdicts, scan);
    tensor_row<__nv_bfloat16, 16, false>("tensor cores, bfloat16", verdicts, scan);
    tensor_row<wmma::precision::tf32, 8, false>("tensor cores, tf32", verdicts, scan);
    tensor_row<wmma::precision::tf32, 8, true>("tensor cores, three products of tf32", verdicts, scan);
    std::printf("\ndiffer: verdicts that are not those of stage 8, of %zu\n", volume);
}

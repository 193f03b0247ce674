// Runs the point test of each stage over a small grid. For each stage it prints the number of verdicts that differ from
// the reference, and a number that depends on every verdict. If a C++ compiler compiles this file, the test runs in
// lanes, and with float for one thread after the other. If nvcc compiles it (with -x cu), the test runs in the kernel
// of the stage. This file needs kernels/, stages/host_rows.h and src/base/vector_level.cpp, and no library.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "kernels/kinematics.h"
#include "kernels/ladder/intrinsic_policy.cuh"
#include "kernels/ladder/slice_kernels.cuh"
#include "kernels/ladder/squared_tests.cuh"
#if !defined(__CUDACC__)
#include "stages/host_rows.h"
#endif

namespace {

using namespace hexscan;

constexpr int columns = 96, rows = 40, slices = 12;

struct Scratch {
    static constexpr LaunchPolicy launch{.block_x = 16, .block_y = 16};
};
struct SideBySide {
    static constexpr LaunchPolicy launch{.block_x = 8, .block_y = 16, .points_per_thread = 2};
    static constexpr int unrolled_legs = 1;
    using Math = StandardMath;
};
struct Intrinsics : SideBySide {
    static constexpr int unrolled_legs = leg_count;
    using Math = IntrinsicMath;
};
struct Squared {
    static constexpr LaunchPolicy launch{
        .block_x = 32, .block_y = 8, .points_per_thread = 4, .spacing = PointSpacing::adjacent};
};
struct Packed {
    static constexpr LaunchPolicy launch{
        .block_x = 32, .block_y = 8, .points_per_thread = 8, .spacing = PointSpacing::adjacent};
};

GridAxis<double> axis(double from_m, double to_m, int count) {
    return {from_m, to_m, (to_m - from_m) / (count - 1), count, 0, count};
}

/// A hexapod whose workspace is bounded by all strokes and tilts.
ScanGeometry<double> machine() {
    ScanGeometry<double> scan{axis(-1.2, 1.2, columns), axis(-1.2, 1.2, rows), axis(0.9, 1.7, slices), {}};
    for (int i = 0; i < leg_count; ++i) {
        const double base = (i / 2) * 2.0944 + (i % 2 == 0 ? -0.2 : 0.2);
        const double platform = (i / 2) * 2.0944 + (i % 2 == 0 ? -0.9 : 0.9);
        Leg<double>& leg = scan.legs[i];
        leg.offset_m = {0.5 * std::cos(platform) - std::cos(base), 0.5 * std::sin(platform) - std::sin(base), 0};
        leg.base_axis = leg.platform_axis = {0, 0, 1};
        leg.min_length_m = 1.1;
        leg.max_length_m = 1.9;
        leg.base_min_elevation_rad = 0.75;
        leg.platform_min_elevation_rad = 0.8;
        leg.min_length_sq_m2 = leg.min_length_m * leg.min_length_m;
        leg.max_length_sq_m2 = leg.max_length_m * leg.max_length_m;
        const double base_sine = std::sin(leg.base_min_elevation_rad);
        const double platform_sine = std::sin(leg.platform_min_elevation_rad);
        leg.base_signed_cos_sq = base_sine * std::fabs(base_sine);
        leg.platform_signed_cos_sq = platform_sine * std::fabs(platform_sine);
    }
    return scan;
}

GridAxis<float> rounded(const GridAxis<double>& a) {
    return {static_cast<float>(a.from_m),
            static_cast<float>(a.to_m),
            static_cast<float>(a.step_m),
            a.count,
            a.begin,
            a.full_count};
}
Vec3<float> rounded(const Vec3<double>& v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}
ScanGeometry<float> rounded(const ScanGeometry<double>& scan) {
    ScanGeometry<float> result{rounded(scan.x), rounded(scan.y), rounded(scan.z), {}};
    for (int i = 0; i < leg_count; ++i) {
        const Leg<double>& leg = scan.legs[i];
        result.legs[i] = {rounded(leg.offset_m),
                          rounded(leg.base_axis),
                          rounded(leg.platform_axis),
                          static_cast<float>(leg.min_length_m),
                          static_cast<float>(leg.max_length_m),
                          static_cast<float>(leg.base_min_elevation_rad),
                          static_cast<float>(leg.platform_min_elevation_rad),
                          static_cast<float>(leg.min_length_sq_m2),
                          static_cast<float>(leg.max_length_sq_m2),
                          static_cast<float>(leg.base_signed_cos_sq),
                          static_cast<float>(leg.platform_signed_cos_sq)};
    }
    return result;
}

using Volume = std::vector<std::uint8_t>;  ///< one byte per point

const ScanGeometry<double> exact = machine();
const ScanGeometry<float> single = rounded(exact);

std::size_t index_of(int column, int row, int slice) {
    return (static_cast<std::size_t>(slice) * rows + static_cast<std::size_t>(row)) * columns +
           static_cast<std::size_t>(column);
}

void print(const char* form, const char* stage, const Volume& verdicts) {
    long differences = 0;
    std::uint64_t all = 14695981039346656037U;  // FNV-1a
    for (int slice = 0; slice < slices; ++slice)
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column) {
                const std::uint8_t ours = verdicts[index_of(column, row, slice)];
                const bool reachable = exact_reachable(exact, grid_coordinate(exact.x, column),
                                                       grid_coordinate(exact.y, row), grid_coordinate(exact.z, slice));
                differences += (ours != 0) != reachable ? 1 : 0;
                all = (all ^ ours) * 1099511628211U;
            }
    std::printf("%s %s %ld %016llx\n", form, stage, differences, static_cast<unsigned long long>(all));
}

Volume spread_bits(const Volume& bits) {
    Volume bytes(std::size_t{columns} * rows * slices);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = (bits[i / 8] >> (i % 8)) & 1U;
    return bytes;
}

#if defined(__CUDACC__)

template <class Kernel>
Volume run(Kernel kernel, LaunchPolicy launch, std::size_t row_bytes) {
    std::uint8_t* device = nullptr;
    Volume verdicts(row_bytes * rows * slices);
    if (cudaMalloc(&device, verdicts.size()) != cudaSuccess) std::exit(77);
    const dim3 grid(blocks_for(columns, columns_per_block(launch)), blocks_for(rows, launch.block_y), slices);
    kernel<<<grid, dim3(launch.block_x, launch.block_y)>>>(single, {device, row_bytes, 0, 0});
    if (cudaMemcpy(verdicts.data(), device, verdicts.size(), cudaMemcpyDeviceToHost) != cudaSuccess) std::exit(77);
    cudaFree(device);
    return verdicts;
}

void run_all() {
    print("kernel", "phases", run(hexapod_slice_kernel_shared_scratch<Scratch>, Scratch::launch, columns));
    print("kernel", "legs", run(hexapod_slice_kernel_registers<Scratch>, Scratch::launch, columns));
    print("kernel", "points", run(hexapod_slice_kernel_points<SideBySide>, SideBySide::launch, columns));
    print("kernel", "intrinsics", run(hexapod_slice_kernel_points<Intrinsics>, Intrinsics::launch, columns));
    print("kernel", "squares", run(hexapod_slice_kernel_squared<Squared>, Squared::launch, columns));
    print("kernel", "bits", spread_bits(run(hexapod_slice_kernel_packed<Packed>, Packed::launch, columns / 8)));
}

#else

Volume in_lanes(HostRowTest test, std::size_t row_bytes) {
    Volume verdicts(row_bytes * rows * slices);
    const SliceWindow window{verdicts.data(), row_bytes, 0, 0};
    for (int slice = 0; slice < slices; ++slice) test({single, window, slice, 0, rows});
    return verdicts;
}

/// Verdicts of all points. The test is called as one thread of the kernel calls it.
template <class OneThread>
Volume by_threads(OneThread one) {
    Volume verdicts;
    for (int slice = 0; slice < slices; ++slice)
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column)
                verdicts.push_back(one(column, grid_coordinate(single.y, row), grid_coordinate(single.z, slice)));
    return verdicts;
}

template <class Policy>
bool side_by_side(int column, float y_m, float z_m) {
    const Vec3<float> p[2] = {{grid_coordinate(single.x, column), y_m, z_m},
                              {grid_coordinate(single.x, column + 8), y_m, z_m}};
    bool reachable[2] = {true, true};
    test_side_by_side<typename Policy::Math, Policy::unrolled_legs>(single, p, reachable);
    return reachable[0];
}

template <int points>
bool by_squares(int column, float y_m, float z_m) {
    float x_m[points];
    for (int k = 0; k < points; ++k) x_m[k] = grid_coordinate(single.x, column + k);
    return (reachable_mask(single, x_m, y_m, z_m) & 1U) != 0;
}

void run_all() {
    const detail::JointOffsets offsets(single);
    print("lanes", "phases", in_lanes(host_rows_in_phases, columns));
    print("thread", "phases", by_threads([&](int column, float y_m, float z_m) {
              float scratch[scratch_floats];
              const Vec3<float> p{grid_coordinate(single.x, column), y_m, z_m};
              return test_in_phases(single, offsets.m, p, scratch);
          }));
    print("lanes", "legs", in_lanes(host_rows_leg_by_leg, columns));
    print("thread", "legs", by_threads([&](int column, float y_m, float z_m) {
              const Vec3<float> p{grid_coordinate(single.x, column), y_m, z_m};
              return test_leg_by_leg(single, offsets.m, p);
          }));
    print("lanes", "points", in_lanes(host_rows_side_by_side<SideBySide>, columns));
    print("thread", "points", by_threads(side_by_side<SideBySide>));
    print("lanes", "intrinsics", in_lanes(host_rows_side_by_side<Intrinsics>, columns));
    print("thread", "intrinsics", by_threads(side_by_side<Intrinsics>));
    print("lanes", "squares", in_lanes(host_rows_squared, columns));
    print("thread", "squares", by_threads(by_squares<4>));
    print("lanes", "bits", spread_bits(in_lanes(host_rows_packed, columns / 8)));
    print("thread", "bits", by_threads(by_squares<8>));
}

#endif

}  // namespace

int main() {
    run_all();
    return 0;
}

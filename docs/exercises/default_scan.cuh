#pragma once

// The case study's scan, for programs that are a single file.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>

#include "kernels/ladder/slice_kernels.cuh"

namespace hexscan {

constexpr int columns = 1000, rows = 1000, slices = 350;

inline void check(cudaError_t status) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(status));
    std::exit(3);
}

/// The scan of platforms/case-study.yaml at the level orientation.
inline ScanGeometry<float> case_study() {
    constexpr double degree = std::numbers::pi / 180;
    constexpr double angles_deg[leg_count][2] = {{350, 310}, {10, 50}, {110, 70}, {130, 170}, {230, 190}, {250, 290}};
    const auto square = [](double value) { return static_cast<float>(value * value); };
    ScanGeometry<float> scan{{-0.9F, 0.9F, 1.8F / (columns - 1), columns, 0, columns},
                             {-0.9F, 0.9F, 1.8F / (rows - 1), rows, 0, rows},
                             {1.0F, 1.9F, 0.9F / (slices - 1), slices, 0, slices},
                             {}};
    for (int i = 0; i < leg_count; ++i) {
        const double base = angles_deg[i][0] * degree, platform = angles_deg[i][1] * degree;
        const double x = 0.7 * std::cos(platform) - std::cos(base), y = 0.7 * std::sin(platform) - std::sin(base);
        const double home_length = std::hypot(x, y, 1.45);
        const Vec3<float> axis{static_cast<float>(x / home_length), static_cast<float>(y / home_length),
                               static_cast<float>(1.45 / home_length)};
        scan.legs[i] = {{static_cast<float>(x), static_cast<float>(y), 0.0F},
                        axis,
                        axis,
                        1.2F,
                        2.0F,
                        static_cast<float>((90 - 33) * degree),
                        static_cast<float>((90 - 36) * degree),
                        square(1.2),
                        square(2.0),
                        square(std::cos(33 * degree)),
                        square(std::cos(36 * degree))};
    }
    return scan;
}

}  // namespace hexscan

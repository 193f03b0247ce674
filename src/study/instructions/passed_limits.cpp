#include "src/study/instructions/passed_limits.h"

#include <algorithm>
#include <cmath>

#include "kernels/kinematics.h"
#include "kernels/ladder/thread_mapping.h"

namespace hexscan {
namespace {

constexpr int warp_threads = 32;

/// The passed limits of the points of one slice. Blocks reach beyond the last column, so rows may be longer than the
/// grid's.
class SliceLimits {
public:
    SliceLimits(const ScanGeometry<float>& scan, int slice, int columns)
        : columns_(columns), limits_(static_cast<std::size_t>(columns) * static_cast<std::size_t>(scan.y.count)) {
        const float z_m = grid_coordinate(scan.z, slice);
        auto next = limits_.begin();
        for (int row = 0; row < scan.y.count; ++row)
            for (int column = 0; column < columns; ++column)
                *next++ = static_cast<std::uint8_t>(
                    passed_limits(scan, {grid_coordinate(scan.x, column), grid_coordinate(scan.y, row), z_m}));
    }

    int at(int column, int row) const {
        return limits_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                       static_cast<std::size_t>(column)];
    }

private:
    int columns_;
    std::vector<std::uint8_t> limits_;
};

/// The number of limits that the warp passes. It begins at `first_thread` of the block. Returns -1 outside the grid.
int limits_of_warp(const ScanGeometry<float>& scan, LaunchPolicy launch, ThreadPlace place, int first_thread,
                   const SliceLimits& limits) {
    int most = -1;
    const int end = std::min(first_thread + warp_threads, threads_per_block(launch));
    for (int thread = first_thread; thread < end; ++thread) {
        place.thread_x = thread % launch.block_x;
        place.thread_y = thread / launch.block_x;
        const GridPoint first = point_of_thread(launch, place, 0, 0);
        if (first.column >= scan.x.count || first.row >= scan.y.count) continue;
        for (int k = 0; k < launch.points_per_thread; ++k)
            most = std::max(most, limits.at(point_of_thread(launch, place, 0, 0, k).column, first.row));
    }
    return most;
}

PassedLimits count_slice(const ScanGeometry<float>& scan, LaunchPolicy launch, const SliceLimits& limits) {
    PassedLimits sum;
    ThreadPlace place{};
    for (place.block_y = 0; place.block_y < blocks_for(scan.y.count, launch.block_y); ++place.block_y)
        for (place.block_x = 0; place.block_x < blocks_for(scan.x.count, columns_per_block(launch)); ++place.block_x) {
            ++sum.blocks;
            for (int first = 0; first < threads_per_block(launch); first += warp_threads) {
                const int passed = limits_of_warp(scan, launch, place, first, limits);
                ++(passed < 0 ? sum.warps_outside : sum.warps[static_cast<std::size_t>(passed)]);
            }
        }
    for (int row = 0; row < scan.y.count; ++row)
        for (int column = 0; column < scan.x.count; ++column)
            ++sum.points[static_cast<std::size_t>(limits.at(column, row))];
    return sum;
}

void add(const PassedLimits::Histogram& from, PassedLimits::Histogram& to) {
    for (std::size_t n = 0; n < to.size(); ++n) to[n] += from[n];
}

}  // namespace

PassedLimits& PassedLimits::operator+=(const PassedLimits& other) {
    blocks += other.blocks;
    warps_outside += other.warps_outside;
    add(other.warps, warps);
    add(other.points, points);
    return *this;
}

int passed_limits(const ScanGeometry<float>& scan, Vec3<float> p) {
    int passed = 0;
    for (const Leg<float>& leg : scan.legs) {
        const Vec3<float> l = leg_vector(leg, p);
        const float q = dot(l, l), base_d = dot(l, leg.base_axis), platform_d = dot(l, leg.platform_axis);
        const bool passes[limits_per_leg] = {q >= leg.min_length_sq_m2, q <= leg.max_length_sq_m2,
                                             base_d * std::fabs(base_d) >= leg.base_signed_cos_sq * q,
                                             platform_d * std::fabs(platform_d) >= leg.platform_signed_cos_sq * q};
        for (const bool limit : passes) {
            if (!limit) return passed;
            ++passed;
        }
    }
    return passed;
}

std::vector<PassedLimits> count_passed_limits(const ScanGeometry<float>& scan, std::span<const LaunchPolicy> launches,
                                              int first_slice, int end_slice) {
    std::vector<PassedLimits> sums(launches.size());
    int columns = scan.x.count;
    for (const LaunchPolicy& launch : launches)
        columns = std::max(columns, blocks_for(scan.x.count, columns_per_block(launch)) * columns_per_block(launch));
    for (int slice = first_slice; slice < end_slice; ++slice) {
        const SliceLimits limits(scan, slice, columns);
        for (std::size_t i = 0; i < launches.size(); ++i) sums[i] += count_slice(scan, launches[i], limits);
    }
    return sums;
}

}  // namespace hexscan

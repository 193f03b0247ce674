#pragma once

#include <cstddef>
#include <cstdint>

#include "quick_verdict.h"

/// Poses on the device, each with an orientation of its own, one per thread.
namespace hexscan {

/// Six numbers each, as quick::pose_slack has them. A verdict is what quick arithmetic says; `any_open` becomes 1 where
/// one is open.
static __global__ void hexapod_poses_kernel(const double* poses, std::size_t count,
                                            const __grid_constant__ quick::BareMachine<double> machine,
                                            std::uint8_t* verdicts, std::uint8_t* any_open) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const auto verdict =
        static_cast<std::uint8_t>(quick::verdict_of(quick::pose_slack(machine, poses + i * quick::pose_numbers)));
    verdicts[i] = verdict;
    if (verdict == quick::open) *any_open = 1;
}

/// The poses at some places, one after the other.
static __global__ void gather_poses_kernel(const double* poses, const std::uint64_t* places, std::size_t count,
                                           double* gathered) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count * quick::pose_numbers) return;
    gathered[i] = poses[places[i / quick::pose_numbers] * quick::pose_numbers + i % quick::pose_numbers];
}

static __global__ void settle_verdicts_kernel(const std::uint64_t* places, const std::uint8_t* settled,
                                              std::size_t count, std::uint8_t* verdicts) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) verdicts[places[i]] = settled[i];
}

}  // namespace hexscan

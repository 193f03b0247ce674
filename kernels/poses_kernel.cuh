#pragma once

#include <cstddef>
#include <cstdint>

#include "quick_verdict.h"
#include "report_undecided.cuh"

/// Tests poses on the device, each with its own orientation, one per thread.
namespace hexscan {

/// Tests poses, each of six numbers in the layout of quick::pose_slack. The verdicts come from quick arithmetic.
/// `any_open` becomes 1 if a verdict is undecided. Grid: poses / block. Block: whole warps. No shared memory. A thread
/// tests one pose.
static __global__ void hexapod_poses_kernel(const double* poses, std::size_t count,
                                            const __grid_constant__ quick::BareMachine<double> machine,
                                            std::uint8_t* verdicts, int* any_open) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    bool is_open = false;
    if (i < count) {
        const auto verdict = quick::verdict_of(quick::pose_slack(machine, poses + i * quick::pose_numbers));
        verdicts[i] = static_cast<std::uint8_t>(verdict);
        is_open = verdict == quick::open;
    }
    report_undecided(is_open, any_open);
}

/// Copies the poses with the given indices into a dense array.
/// Grid: poses * 6 / block. Block: any. No shared memory. A thread copies one number.
static __global__ void gather_poses_kernel(const double* poses, const std::uint64_t* places, std::size_t count,
                                           double* gathered) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count * quick::pose_numbers) return;
    gathered[i] = poses[places[i / quick::pose_numbers] * quick::pose_numbers + i % quick::pose_numbers];
}

/// Writes the host's verdicts of the poses with the given indices.
/// Grid: poses / block. Block: any. No shared memory. A thread writes one verdict.
static __global__ void settle_verdicts_kernel(const std::uint64_t* places, const std::uint8_t* settled,
                                              std::size_t count, std::uint8_t* verdicts) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < count) verdicts[places[i]] = settled[i];
}

}  // namespace hexscan

#include "src/study/occupancy_model.h"

#include <algorithm>
#include <array>
#include <climits>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"

#if __has_include(<cuda_occupancy.h>)
#define HEXSCAN_HAS_CUDA_OCCUPANCY 1
#include <cuda_occupancy.h>
#else
#define HEXSCAN_HAS_CUDA_OCCUPANCY 0
#endif

namespace hexscan {
namespace {

using detail::SmLimits;

constexpr int Ki = 1024;

// Sources. For 5.0 and later, warps, blocks, registers and shared memory per SM, and registers per block and per
// thread, come from NVIDIA's CUDA C++ Programming Guide. Its table is "Technical Specifications per Compute
// Capability", for CUDA 12 (up to 7.0) and CUDA 13.0.
// For 2.0, 3.5 and 3.7 they come from the GPU data of NVIDIA's CUDA Occupancy Calculator spreadsheet, as reproduced by
// https://github.com/karthikeyann/cuda-calculator. The registers per block of 3.7 are those that deviceQuery reports on
// a Tesla K80.
// Allocation units and granularities come from the spreadsheet for 2.0, and from cuda_occupancy.h of CUDA 13.0 for the
// rest.
//
// From 7.5 on, ptxas of CUDA 13.0 confirms these warps and blocks: it rejects __launch_bounds__ just beyond them. The
// Blackwell tuning guide states 32 blocks and 128 KB of shared memory for 12.0. The programming guide and the header
// contradict it (24 blocks, 100 KB), and ptxas contradicts the blocks, too. The guide gives 255 registers per thread;
// the header allows 256 from 7.0 on.
//
// Two rows are special. A multiprocessor of 3.7 has twice the registers that one block may use. A multiprocessor of 6.0
// has two register partitions. But its launches are checked as for the four of 6.1, so that a kernel which runs on one
// Pascal runs on every Pascal.
//
//   capability  warps blocks  registers  /block  /thread unit warps launch    shared  reserved  unit
constexpr std::array limits_table{
    SmLimits{{2, 0}, 48, 8, 32 * Ki, 32 * Ki, 63, 64, 2, 2, 48 * Ki, 0, 128},
    SmLimits{{3, 5}, 64, 16, 64 * Ki, 64 * Ki, 255, 256, 4, 4, 48 * Ki, 0, 256},
    SmLimits{{3, 7}, 64, 16, 128 * Ki, 64 * Ki, 255, 256, 4, 4, 112 * Ki, 0, 256},
    SmLimits{{5, 0}, 64, 32, 64 * Ki, 64 * Ki, 255, 256, 4, 4, 64 * Ki, 0, 256},
    SmLimits{{5, 2}, 64, 32, 64 * Ki, 64 * Ki, 255, 256, 4, 4, 96 * Ki, 0, 256},
    SmLimits{{6, 0}, 64, 32, 64 * Ki, 64 * Ki, 255, 256, 2, 4, 64 * Ki, 0, 256},
    SmLimits{{6, 1}, 64, 32, 64 * Ki, 64 * Ki, 255, 256, 4, 4, 96 * Ki, 0, 256},
    SmLimits{{7, 0}, 64, 32, 64 * Ki, 64 * Ki, 255, 256, 4, 4, 96 * Ki, 0, 256},
    SmLimits{{7, 5}, 32, 16, 64 * Ki, 64 * Ki, 255, 256, 4, 4, 64 * Ki, 0, 256},
    SmLimits{{8, 0}, 64, 32, 64 * Ki, 64 * Ki, 255, 256, 4, 4, 164 * Ki, Ki, 128},
    SmLimits{{8, 6}, 48, 16, 64 * Ki, 64 * Ki, 255, 256, 4, 4, 100 * Ki, Ki, 128},
    SmLimits{{8, 7}, 48, 16, 64 * Ki, 64 * Ki, 255, 256, 4, 4, 164 * Ki, Ki, 128},
    SmLimits{{8, 9}, 48, 24, 64 * Ki, 64 * Ki, 255, 256, 4, 4, 100 * Ki, Ki, 128},
    SmLimits{{9, 0}, 64, 32, 64 * Ki, 64 * Ki, 255, 256, 4, 4, 228 * Ki, Ki, 128},
    SmLimits{{10, 0}, 64, 32, 64 * Ki, 64 * Ki, 255, 256, 4, 4, 228 * Ki, Ki, 128},
    SmLimits{{10, 3}, 64, 32, 64 * Ki, 64 * Ki, 255, 256, 4, 4, 228 * Ki, Ki, 128},
    SmLimits{{11, 0}, 48, 24, 64 * Ki, 64 * Ki, 255, 256, 4, 4, 228 * Ki, Ki, 128},
    SmLimits{{12, 0}, 48, 24, 64 * Ki, 64 * Ki, 255, 256, 4, 4, 100 * Ki, Ki, 128},
    SmLimits{{12, 1}, 48, 24, 64 * Ki, 64 * Ki, 255, 256, 4, 4, 100 * Ki, Ki, 128},
};

InputError unknown_capability(std::string_view text) {
    std::vector<std::string> names;
    for (const SmLimits& limits : limits_table) names.push_back(to_string(limits.capability));
    return InputError(fmt::format("compute capability '{}' is not known; known are {}", text, joined(names, ", ")));
}

const SmLimits& limits_of(ComputeCapability capability) {
    for (const SmLimits& limits : limits_table) {
        if (limits.capability == capability) return limits;
    }
    throw unknown_capability(to_string(capability));
}

constexpr int divide_up(int value, int unit) { return (value + unit - 1) / unit; }

constexpr int round_up(int value, int unit) { return divide_up(value, unit) * unit; }

constexpr int round_down(int value, int unit) { return value / unit * unit; }

int warps_per_block(const KernelResources& resources) { return divide_up(resources.threads_per_block, warp_size); }

int registers_per_warp(const KernelResources& resources, const SmLimits& limits) {
    return round_up(resources.registers_per_thread * warp_size, limits.register_unit);
}

/// The number that the hardware compares with the number of registers that one block may use.
int registers_checked_at_launch(const KernelResources& resources, const SmLimits& limits) {
    return registers_per_warp(resources, limits) * round_up(warps_per_block(resources), limits.launch_granularity);
}

int blocks_by_registers(const KernelResources& resources, const SmLimits& limits) {
    if (resources.registers_per_thread == 0) return INT_MAX;
    if (registers_checked_at_launch(resources, limits) > limits.registers_per_block) return 0;
    // Each partition holds whole warps. All partitions hold the same number of warps.
    const int warps = round_down(limits.registers / registers_per_warp(resources, limits), limits.warp_granularity);
    return warps / warps_per_block(resources);
}

int blocks_by_shared_memory(const KernelResources& resources, const SmLimits& limits) {
    const int block_bytes =
        round_up(resources.static_shared_bytes + limits.reserved_shared_bytes, limits.shared_unit_bytes);
    return block_bytes == 0 ? INT_MAX : limits.shared_bytes / block_bytes;
}

void require_meaningful(const KernelResources& resources) {
    if (resources.threads_per_block < 1) {
        throw InputError(fmt::format("threads per block: {} is not a positive number", resources.threads_per_block));
    }
    if (resources.registers_per_thread < 0) {
        throw InputError(fmt::format("registers per thread: {} is negative", resources.registers_per_thread));
    }
    if (resources.static_shared_bytes < 0) {
        throw InputError(fmt::format("shared memory per block: {} B is negative", resources.static_shared_bytes));
    }
}

int fewest_blocks(const detail::BlockLimits& limits) {
    return std::min({limits.registers, limits.shared_memory, limits.warps, limits.blocks});
}

std::string binding_limits(const detail::BlockLimits& limits) {
    const int fewest = fewest_blocks(limits);
    std::vector<std::string_view> names;
    if (limits.registers == fewest) names.push_back("registers");
    if (limits.shared_memory == fewest) names.push_back("shared memory");
    if (limits.warps == fewest) names.push_back("warps");
    if (limits.blocks == fewest) names.push_back("blocks");
    return joined(names, ", ");
}

/// The reason why no block can start although launch_obstacle() found none. Only the registers of all threads of the
/// block together can exceed a limit then.
std::string register_file_obstacle(const KernelResources& resources, const SmLimits& limits) {
    return fmt::format("registers: the block needs {}, at most {} per block",
                       registers_checked_at_launch(resources, limits), limits.registers_per_block);
}

Occupancy no_blocks(const SmLimits& limits, std::string reason) {
    return {.blocks_per_sm = 0,
            .active_warps = 0,
            .max_warps = limits.max_warps,
            .fraction = 0,
            .limiter = std::move(reason)};
}

#if HEXSCAN_HAS_CUDA_OCCUPANCY

cudaOccDeviceProp device_properties(const SmLimits& limits) {
    cudaOccDeviceProp properties;
    properties.computeMajor = limits.capability.major;
    properties.computeMinor = limits.capability.minor;
    properties.maxThreadsPerBlock = max_threads_per_block;
    properties.maxThreadsPerMultiprocessor = limits.max_warps * warp_size;
    properties.regsPerBlock = limits.registers_per_block;
    properties.regsPerMultiprocessor = limits.registers;
    properties.warpSize = warp_size;
    properties.sharedMemPerBlock = static_cast<std::size_t>(max_static_shared_bytes);
    properties.sharedMemPerMultiprocessor = static_cast<std::size_t>(limits.shared_bytes);
    properties.numSms = 1;  // must be positive, but occupancy is per multiprocessor
    properties.reservedSharedMemPerBlock = static_cast<std::size_t>(limits.reserved_shared_bytes);
    return properties;
}

cudaOccFuncAttributes function_attributes(const KernelResources& resources) {
    // Block barriers stay at 0, which disables their limit. With the one barrier of __syncthreads(), that limit is
    // never stricter than the limit on blocks itself.
    cudaOccFuncAttributes attributes;
    attributes.maxThreadsPerBlock = max_threads_per_block;
    attributes.numRegs = resources.registers_per_thread;
    attributes.sharedSizeBytes = static_cast<std::size_t>(resources.static_shared_bytes);
    return attributes;
}

/// True if the header knows the capability. The header treats an unknown minor version as an older one and reports no
/// error. So the capability is compared with the newest one that the header supports.
bool header_covers(ComputeCapability capability) {
    return capability <= ComputeCapability{__CUDA_OCC_MAJOR__, __CUDA_OCC_MINOR__};
}

#endif

}  // namespace

const std::vector<ComputeCapability>& known_compute_capabilities() {
    static const std::vector<ComputeCapability> capabilities = [] {
        std::vector<ComputeCapability> all;
        for (const SmLimits& limits : limits_table) all.push_back(limits.capability);
        return all;
    }();
    return capabilities;
}

ComputeCapability parse_compute_capability(std::string_view text) {
    for (const SmLimits& limits : limits_table) {
        if (to_string(limits.capability) == text) return limits.capability;
    }
    throw unknown_capability(text);
}

std::string to_string(ComputeCapability capability) { return fmt::format("{}.{}", capability.major, capability.minor); }

Occupancy occupancy(const KernelResources& resources, ComputeCapability capability) {
    if (auto obstacle = detail::launch_obstacle(resources, capability)) {
        return no_blocks(limits_of(capability), std::move(*obstacle));
    }
    const auto from_header = detail::block_limits_from_cuda_header(resources, capability);
    return detail::occupancy_from_limits(
        resources, capability, from_header ? *from_header : detail::block_limits_from_table(resources, capability));
}

namespace detail {

std::span<const SmLimits> sm_limits() { return limits_table; }

std::optional<std::string> launch_obstacle(const KernelResources& resources, ComputeCapability capability) {
    const SmLimits& limits = limits_of(capability);
    require_meaningful(resources);
    if (resources.threads_per_block > max_threads_per_block) {
        return fmt::format("threads: {} per block, at most {}", resources.threads_per_block, max_threads_per_block);
    }
    if (resources.registers_per_thread > limits.registers_per_thread) {
        return fmt::format("registers: {} per thread, at most {}", resources.registers_per_thread,
                           limits.registers_per_thread);
    }
    if (resources.static_shared_bytes > max_static_shared_bytes) {
        return fmt::format("shared memory: {} B per block, at most {} B", resources.static_shared_bytes,
                           max_static_shared_bytes);
    }
    return std::nullopt;
}

BlockLimits block_limits_from_table(const KernelResources& resources, ComputeCapability capability) {
    const SmLimits& limits = limits_of(capability);
    return {.registers = blocks_by_registers(resources, limits),
            .shared_memory = blocks_by_shared_memory(resources, limits),
            .warps = limits.max_warps / warps_per_block(resources),
            .blocks = limits.max_blocks};
}

#if HEXSCAN_HAS_CUDA_OCCUPANCY

std::optional<BlockLimits> block_limits_from_cuda_header(const KernelResources& resources,
                                                         ComputeCapability capability) {
    if (!header_covers(capability)) return std::nullopt;
    const cudaOccDeviceProp properties = device_properties(limits_of(capability));
    const cudaOccFuncAttributes attributes = function_attributes(resources);
    const cudaOccDeviceState state;  // no preference: the largest shared-memory carve-out
    constexpr std::size_t dynamic_shared_bytes = 0;
    cudaOccResult result;
    const cudaOccError status = cudaOccMaxActiveBlocksPerMultiprocessor(
        &result, &properties, &attributes, &state, resources.threads_per_block, dynamic_shared_bytes);
    if (status != CUDA_OCC_SUCCESS) return std::nullopt;
    return BlockLimits{.registers = result.blockLimitRegs,
                       .shared_memory = result.blockLimitSharedMem,
                       .warps = result.blockLimitWarps,
                       .blocks = result.blockLimitBlocks};
}

#else

std::optional<BlockLimits> block_limits_from_cuda_header(const KernelResources&, ComputeCapability) {
    return std::nullopt;
}

#endif

Occupancy occupancy_from_limits(const KernelResources& resources, ComputeCapability capability,
                                const BlockLimits& block_limits) {
    const SmLimits& limits = limits_of(capability);
    const int blocks = fewest_blocks(block_limits);
    if (blocks == 0) return no_blocks(limits, register_file_obstacle(resources, limits));
    const int warps = blocks * warps_per_block(resources);
    return {.blocks_per_sm = blocks,
            .active_warps = warps,
            .max_warps = limits.max_warps,
            .fraction = static_cast<double>(warps) / limits.max_warps,
            .limiter = binding_limits(block_limits)};
}

int most_registers_per_thread(ComputeCapability capability) { return limits_of(capability).registers_per_thread; }

}  // namespace detail
}  // namespace hexscan

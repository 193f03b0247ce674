#pragma once

#include <compare>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/warp.h"

namespace hexscan {

/// Limits that are the same for all compute capabilities, in addition to the size of a warp.
inline constexpr int max_threads_per_block = 1024;
/// A kernel gets more shared memory per block than this only if the memory is dynamic and the kernel opts in.
inline constexpr int max_static_shared_bytes = 48 * 1024;

/// A GPU generation as CUDA numbers it, for example 9.0.
struct ComputeCapability {
    int major, minor;

    friend auto operator<=>(const ComputeCapability&, const ComputeCapability&) = default;
};

/// Every capability for which the occupancy model has limits, in ascending order.
const std::vector<ComputeCapability>& known_compute_capabilities();

/// Reads `major.minor`, for example "9.0". Throws InputError, naming the known capabilities, if the text has another
/// form or the model has no limits for that capability.
ComputeCapability parse_compute_capability(std::string_view text);

/// The inverse of parse_compute_capability(), for example "9.0".
std::string to_string(ComputeCapability capability);

/// The resources that one kernel needs of a multiprocessor.
struct KernelResources {
    int threads_per_block;
    int registers_per_thread;
    int static_shared_bytes;  ///< per block
};

/// How full a multiprocessor (SM) can get with blocks of one kernel.
struct Occupancy {
    int blocks_per_sm;
    int active_warps;
    int max_warps;
    double fraction;      ///< active_warps / max_warps
    std::string limiter;  ///< "registers", "shared memory", "warps" or "blocks". If several of them bind equally, their
                          ///< names are joined by ", ". If no block can start, this is the reason instead.
};

/// Theoretical occupancy of a kernel at a capability. No device is needed. NVIDIA's cuda_occupancy.h computes it if the
/// build has that header and the header knows the capability; otherwise hexscan's own model does. Both assume the
/// largest shared-memory carve-out and no partitioned global caching, as the CUDA runtime does by default.
///
/// Some kernels are meaningful but too large to launch at the capability: they have too many threads or registers, or
/// more static shared memory than a block may have. They get 0 blocks and a limiter that says why. Throws InputError
/// for input without a meaning: fewer than one thread, negative registers or shared memory, or an unknown capability.
Occupancy occupancy(const KernelResources& resources, ComputeCapability capability);

/// Three text plots like those of NVIDIA's occupancy spreadsheet: occupancy against block size, registers per thread
/// and shared memory per block. Each plot varies one resource and keeps the other two. An X marks the kernel itself.
/// The text is UTF-8 with at most 78 columns. Throws as occupancy() does.
std::string occupancy_plots(const KernelResources& resources, ComputeCapability capability);

/// The two models behind occupancy(), as separate functions, so that each can be checked against the other.
namespace detail {

/// The resources of one multiprocessor of a capability, and the units in which it allocates them.
struct SmLimits {
    ComputeCapability capability;
    int max_warps;
    int max_blocks;
    int registers;
    int registers_per_block;
    int registers_per_thread;
    int register_unit;       ///< registers are handed to a warp in multiples of this
    int warp_granularity;    ///< partitions of the register file; each holds whole warps
    int launch_granularity;  ///< a launch is checked as if the block's warps were a multiple of this
    int shared_bytes;
    int reserved_shared_bytes;  ///< taken by the driver from every block
    int shared_unit_bytes;      ///< shared memory is handed to a block in multiples of this
};

/// The limits of every known capability, in ascending order.
std::span<const SmLimits> sm_limits();

/// How many blocks fit onto one multiprocessor if only one resource is considered. INT_MAX if a kernel uses nothing of
/// that resource.
struct BlockLimits {
    int registers, shared_memory, warps, blocks;

    friend bool operator==(const BlockLimits&, const BlockLimits&) = default;
};

/// The reason why not even a single block can launch (too many threads, registers per thread or bytes of shared
/// memory), or nothing. Throws as occupancy() does.
std::optional<std::string> launch_obstacle(const KernelResources& resources, ComputeCapability capability);

/// hexscan's own model. The resources must have no launch obstacle.
BlockLimits block_limits_from_table(const KernelResources& resources, ComputeCapability capability);

/// NVIDIA's model. Returns nothing in a build without cuda_occupancy.h, or at a capability that the header does not
/// know. The resources must have no launch obstacle.
std::optional<BlockLimits> block_limits_from_cuda_header(const KernelResources& resources,
                                                         ComputeCapability capability);

/// Occupancy under the given limits.
Occupancy occupancy_from_limits(const KernelResources& resources, ComputeCapability capability,
                                const BlockLimits& limits);

/// The largest number of registers that a thread may have. Throws InputError for an unknown capability.
int most_registers_per_thread(ComputeCapability capability);

}  // namespace detail
}  // namespace hexscan

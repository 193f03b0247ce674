#pragma once

#include <compare>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/warp.h"

namespace hexscan {

/// Limits that all compute capabilities share, beside the size of a warp.
inline constexpr int max_threads_per_block = 1024;
/// A kernel gets more than this only as dynamic shared memory that it opts in to.
inline constexpr int max_static_shared_bytes = 48 * 1024;

/// A GPU generation as CUDA numbers it, for example 9.0.
struct ComputeCapability {
    int major, minor;

    friend auto operator<=>(const ComputeCapability&, const ComputeCapability&) = default;
};

/// Every capability the occupancy model has limits for, in ascending order.
const std::vector<ComputeCapability>& known_compute_capabilities();

/// Reads `major.minor`, for example "9.0". Throws InputError, naming the known
/// capabilities, when the text has another form or no limits are known for what it names.
ComputeCapability parse_compute_capability(std::string_view text);

/// The inverse of parse_compute_capability: "9.0".
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
    std::string limiter;  ///< "registers", "shared memory", "warps", "blocks", joined by ", " where several
                          ///< bind equally; with 0 blocks per SM the reason why no block can start
};

/// Theoretical occupancy of a kernel at a capability, without needing a device. NVIDIA's cuda_occupancy.h computes it
/// if the build has that header and the header knows the capability; otherwise hexscan's own model does. Both assume
/// the largest shared-memory carve-out and no partitioned global caching, as the CUDA runtime does by default.
///
/// A kernel that is meaningful but too large to launch there (too many threads or registers, more
/// static shared memory than a block may have) gets 0 blocks and a limiter that says why. Throws
/// InputError for input without a meaning: fewer than one thread, negative registers or
/// shared memory, or a capability that is not known.
Occupancy occupancy(const KernelResources& resources, ComputeCapability capability);

/// Three text plots as NVIDIA's occupancy spreadsheet draws them: occupancy against block size,
/// registers per thread and shared memory per block, each varying one resource and keeping the other
/// two. An X marks the kernel itself. UTF-8, at most 78 columns. Throws as occupancy() does.
std::string occupancy_plots(const KernelResources& resources, ComputeCapability capability);

/// The two models behind occupancy(), apart, so that each can be checked against the other.
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

/// How many blocks each resource alone lets onto one multiprocessor; INT_MAX where a kernel uses
/// none of the resource.
struct BlockLimits {
    int registers, shared_memory, warps, blocks;

    friend bool operator==(const BlockLimits&, const BlockLimits&) = default;
};

/// Why a single block cannot launch at all whatever else runs (too many threads, registers per thread
/// or bytes of shared memory), or nothing. Throws as occupancy() does.
std::optional<std::string> launch_obstacle(const KernelResources& resources, ComputeCapability capability);

/// hexscan's own model. The resources must have no launch obstacle.
BlockLimits block_limits_from_table(const KernelResources& resources, ComputeCapability capability);

/// NVIDIA's model, or nothing in a build without cuda_occupancy.h or at a capability it does not
/// know. The resources must have no launch obstacle.
std::optional<BlockLimits> block_limits_from_cuda_header(const KernelResources& resources,
                                                         ComputeCapability capability);

/// Occupancy under the given limits.
Occupancy occupancy_from_limits(const KernelResources& resources, ComputeCapability capability,
                                const BlockLimits& limits);

/// Registers a thread may have. Throws InputError for an unknown capability.
int most_registers_per_thread(ComputeCapability capability);

}  // namespace detail
}  // namespace hexscan

#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <set>

#include "kernels/warp.h"

/// The model on which every prediction of hexscan memory is based: it counts the cost of a warp's request.
///
/// Global and local memory move in sectors of 32 bytes, four per cache line (CUDA C++ Programming Guide, "Device Memory
/// Accesses"; the same for all compute capabilities from 5.0 on). Shared memory has 32 banks of 4 bytes. Different
/// words of one bank need a pass each. If several lanes read the same word, one pass serves all of them.
///
/// A request for 8 bytes per lane is served in halves of the warp, a request for 16 bytes in quarters. If two
/// neighbouring parts use the same words, the second part gets them from the first. Constant memory delivers one word
/// per pass. scripts/confirm-memory-lessons.sh compares these rules with the hardware's counters.
namespace hexscan::memory {

using hexscan::sector_bytes;
inline constexpr int line_bytes = 128;
/// The smallest number of bytes that L2 fetches from memory: two sectors, as strides of 12 to 32 words show (hexscan
/// memory --lesson strides).
inline constexpr int fetch_bytes = 64;
inline constexpr int bank_bytes = 4;

/// The request of a warp's lanes in one instruction. For each lane it has the first byte, or nothing if the lane is
/// idle.
struct WarpRequest {
    std::array<std::optional<std::int64_t>, warp_size> first_byte;
    int bytes_per_lane = 4;
};

/// The request in which lane i reads the `bytes` bytes of element `element(i)` of an array. A lane with a negative
/// element is idle.
template <std::invocable<int> Element>
WarpRequest request_of(Element element, int bytes = 4) {
    WarpRequest request;
    request.bytes_per_lane = bytes;
    for (int lane = 0; lane < warp_size; ++lane)
        if (const auto i = static_cast<std::int64_t>(element(lane)); i >= 0)
            request.first_byte[static_cast<std::size_t>(lane)] = i * bytes;
    return request;
}

/// The sectors and lines that requests to global or local memory touch.
class GlobalTraffic {
public:
    void add(const WarpRequest& request);

    std::int64_t requests() const { return requests_; }
    /// The sectors that L2 delivers to multiprocessors if L1 keeps nothing, summed over requests.
    std::int64_t sectors() const { return sectors_; }
    std::int64_t lines() const { return lines_; }
    /// The number of distinct bytes that each request reads, summed over requests.
    std::int64_t bytes_used() const { return bytes_used_; }
    /// The number of distinct aligned pieces of `piece_bytes` bytes that all requests together touch.
    std::int64_t distinct(int piece_bytes = sector_bytes) const;
    /// The number of distinct sectors of which the requests touch only a part. If such a sector is written, the rest of
    /// it must be read from memory.
    std::int64_t partial() const;

    double sectors_per_request() const;
    double lines_per_request() const;
    /// The share of the moved bytes that is used. use() counts sectors request by request. use_once() counts every
    /// piece of `piece_bytes` bytes once for all requests.
    double use() const;
    double use_once(int piece_bytes) const;

private:
    std::int64_t requests_ = 0, sectors_ = 0, lines_ = 0, bytes_used_ = 0;
    std::set<std::int64_t> bytes_;  ///< of all requests
};

/// Passes that shared memory needs for a request; 0 if all lanes are idle.
int shared_passes(const WarpRequest& request);

/// Passes that the constant cache needs for a request: the number of different words.
int constant_passes(const WarpRequest& request);

/// Shared memory (KB) that a multiprocessor of compute capability 8.0 or 9.0 reserves for a kernel. The kernel prefers
/// `percent` of the maximum, and one block takes `block_bytes`. The driver selects the smallest of certain sizes that
/// satisfies both. Returns nothing for other capabilities.
std::optional<int> carve_out_kb(int capability_major, int capability_minor, int percent, int block_bytes);

}  // namespace hexscan::memory

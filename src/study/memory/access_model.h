#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <set>

#include "kernels/warp.h"

/// The one model behind every prediction of hexscan memory: what a warp's request costs, by counting.
///
/// Global and local memory move in sectors of 32 bytes, four to a cache line (CUDA C++ Programming Guide, "Device
/// Memory Accesses"; the same for all compute capabilities from 5.0 on). Shared memory has 32 banks, 4 bytes wide:
/// words of one bank that differ need a pass each, lanes that ask for the same word share it. A request for 8 bytes a
/// lane is taken in halves of the warp, one for 16 in quarters; of two neighbouring parts the second finds the words
/// that the first brought. Constant memory hands out one word a pass. scripts/confirm-memory-lessons.sh holds these
/// rules against the hardware's counters.
namespace hexscan::memory {

using hexscan::sector_bytes;
inline constexpr int line_bytes = 128;
/// What L2 fetches from memory at least: two sectors, as strides of 12 to 32 words show (hexscan memory --lesson
/// strides).
inline constexpr int fetch_bytes = 64;
inline constexpr int bank_bytes = 4;

/// What the lanes of a warp ask for with one instruction: the first byte of each; nothing from a lane that sits out.
struct WarpRequest {
    std::array<std::optional<std::int64_t>, warp_size> first_byte;
    int bytes_per_lane = 4;
};

/// The request in which lane i asks for the `bytes` bytes of element `element(i)` of an array of such elements; a
/// negative element sits out.
template <std::invocable<int> Element>
WarpRequest request_of(Element element, int bytes = 4) {
    WarpRequest request;
    request.bytes_per_lane = bytes;
    for (int lane = 0; lane < warp_size; ++lane)
        if (const auto i = static_cast<std::int64_t>(element(lane)); i >= 0)
            request.first_byte[static_cast<std::size_t>(lane)] = i * bytes;
    return request;
}

/// Sectors and lines that requests to global or local memory touch.
class GlobalTraffic {
public:
    void add(const WarpRequest& request);

    std::int64_t requests() const { return requests_; }
    /// Summed over requests: what passes between the multiprocessors and L2 where L1 keeps nothing.
    std::int64_t sectors() const { return sectors_; }
    std::int64_t lines() const { return lines_; }
    /// Summed over requests: different bytes that were asked for.
    std::int64_t bytes_used() const { return bytes_used_; }
    /// Over all requests together: pieces of `piece_bytes` that must be delivered at least once.
    std::int64_t distinct(int piece_bytes = sector_bytes) const;
    /// Of these sectors, those that are asked for in part: where they are written, memory must be read for the rest.
    std::int64_t partial() const;

    double sectors_per_request() const;
    double lines_per_request() const;
    /// Bytes used over bytes moved: in sectors, request by request; and in pieces that all requests share.
    double use() const;
    double use_once(int piece_bytes) const;

private:
    std::int64_t requests_ = 0, sectors_ = 0, lines_ = 0, bytes_used_ = 0;
    std::set<std::int64_t> bytes_;  ///< of all requests
};

/// Passes that shared memory needs for a request; 0 where no lane asks.
int shared_passes(const WarpRequest& request);

/// Passes that the constant cache needs: different words.
int constant_passes(const WarpRequest& request);

/// Shared memory that a multiprocessor of compute capability 8.0 or 9.0 sets aside (KB) when a kernel prefers
/// `percent` of the most it can have and one block of it takes `block_bytes`; nothing for other capabilities. The
/// driver offers certain sizes and takes the smallest that satisfies both.
std::optional<int> carve_out_kb(int capability_major, int capability_minor, int percent, int block_bytes);

}  // namespace hexscan::memory

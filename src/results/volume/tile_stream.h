#pragma once

#include <cstdint>
#include <vector>

#include "src/results/volume/chunk_shape.h"
#include "src/scan/rows/runs.h"

namespace hexscan {

/// Makes the zlib stream (RFC 1950) of a tile's bytes, 1 where a point is reachable and 0 elsewhere, straight from the
/// slice's runs.
///
/// A run is what deflate (RFC 1951) looks for: one literal and matches at distance 1. zlib would be handed all bytes of
/// a tile to find its runs again; here time and memory grow with the runs. Literals and lengths have one fixed code,
/// made for long runs of two values.
class TileStream {
public:
    TileStream();

    /// The stream of one tile; empty where no point of it is reachable. Points beyond the slice are unreachable. Valid
    /// until the next call.
    const std::vector<std::uint8_t>& compress(const WorkspaceSlice& slice, const SliceTile& tile);

private:
    void begin();
    void put(std::uint32_t bits, int count);
    void take_waiting_bytes(int count);
    void add(std::uint8_t value, std::int64_t count);
    void emit_pending();
    void finish();

    std::vector<std::uint8_t> bytes_;
    std::uint64_t waiting_bits_ = 0;
    int waiting_count_ = 0;
    std::uint8_t pending_value_ = 0;
    std::int64_t pending_count_ = 0;
    std::uint64_t sum_ = 1, sum_of_sums_ = 0;  ///< the two halves of Adler-32
};

}  // namespace hexscan

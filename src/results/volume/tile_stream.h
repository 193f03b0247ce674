#pragma once

#include <cstdint>
#include <vector>

#include "src/results/volume/chunk_shape.h"
#include "src/scan/rows/runs.h"

namespace hexscan {

/// Makes the zlib stream (RFC 1950) of a tile's bytes directly from the slice's runs. Reachable points are bytes of 1,
/// others bytes of 0.
///
/// In deflate (RFC 1951) a run is one literal and matches at distance 1. zlib would have to read all bytes of a tile to
/// find the runs again. Here time and memory grow with the number of runs. Literals and lengths have one fixed code,
/// made for long runs of two values.
class TileStream {
public:
    TileStream();

    /// The stream of one tile. It is empty if no point of the tile is reachable. Points beyond the slice are
    /// unreachable. The result is valid until the next call.
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

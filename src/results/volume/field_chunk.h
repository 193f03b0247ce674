#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "src/results/volume/chunk_shape.h"

struct z_stream_s;

namespace hexscan {

/// Compresses tiles of fields as HDF5's filters "shuffle" and "deflate" do, so that threads can compress chunks outside
/// HDF5. One object serves one thread and keeps its buffers from tile to tile.
class FieldChunk {
public:
    FieldChunk();
    ~FieldChunk();
    FieldChunk(FieldChunk&&) noexcept;
    FieldChunk& operator=(FieldChunk&&) noexcept;

    /// Compresses one tile of a slice. `values` belong to the whole slice, with `columns` per row. Points beyond the
    /// slice are 0. The result is valid until the next call. Throws std::bad_alloc.
    std::span<const std::uint8_t> compress(std::span<const std::uint8_t> values, int columns, const SliceTile& tile);
    std::span<const std::uint8_t> compress(std::span<const float> values, int columns, const SliceTile& tile);

private:
    struct EndStream {
        void operator()(z_stream_s* stream) const;
    };

    template <class Value>
    std::span<const std::uint8_t> compress_values(std::span<const Value> values, int columns, const SliceTile& tile);
    std::span<const std::uint8_t> deflated();

    std::unique_ptr<z_stream_s, EndStream> stream_;
    std::vector<std::uint8_t> plain_, packed_;
};

}  // namespace hexscan

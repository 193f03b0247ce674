#include "src/results/volume/field_chunk.h"
#include "src/results/results_tuning.h"

#include <algorithm>
#include <array>
#include <bit>
#include <new>

#include <zlib.h>

#include "hexscan/errors.h"

namespace hexscan {

void FieldChunk::EndStream::operator()(z_stream_s* stream) const {
    deflateEnd(stream);
    delete stream;
}

FieldChunk::FieldChunk() = default;
FieldChunk::~FieldChunk() = default;
FieldChunk::FieldChunk(FieldChunk&&) noexcept = default;
FieldChunk& FieldChunk::operator=(FieldChunk&&) noexcept = default;

/// Shuffles, then compresses: the first bytes of all values come first, then all second bytes, and so on. Neighbouring
/// values differ little in each of these bytes.
template <class Value>
std::span<const std::uint8_t> FieldChunk::compress_values(std::span<const Value> values, int columns,
                                                          const SliceTile& tile) {
    const auto points = static_cast<std::size_t>(tile.points());
    plain_.assign(points * sizeof(Value), 0);
    const int rows = static_cast<int>(values.size() / static_cast<std::size_t>(columns));
    const int end_row = std::min(tile.row + tile.rows, rows), width = std::min(tile.columns, columns - tile.column);
    for (int row = tile.row; row < end_row; ++row) {
        const auto from = values.subspan(
            static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(tile.column),
            static_cast<std::size_t>(width));
        const std::size_t start = static_cast<std::size_t>(row - tile.row) * static_cast<std::size_t>(tile.columns);
        for (std::size_t i = 0; i < from.size(); ++i) {
            const auto bytes = std::bit_cast<std::array<std::uint8_t, sizeof(Value)>>(from[i]);
            for (std::size_t byte = 0; byte < sizeof(Value); ++byte) plain_[byte * points + start + i] = bytes[byte];
        }
    }
    return deflated();
}

std::span<const std::uint8_t> FieldChunk::deflated() {
    if (stream_) {
        deflateReset(stream_.get());
    } else {
        stream_.reset(new z_stream{});
        if (deflateInit(stream_.get(), tuning::field_level) != Z_OK) throw std::bad_alloc();
    }
    packed_.resize(deflateBound(stream_.get(), plain_.size()));
    stream_->next_in = plain_.data();
    stream_->avail_in = static_cast<uInt>(plain_.size());
    stream_->next_out = packed_.data();
    stream_->avail_out = static_cast<uInt>(packed_.size());
    if (deflate(stream_.get(), Z_FINISH) != Z_STREAM_END) throw InternalError("zlib's own bound is too small");
    return std::span(packed_).first(stream_->total_out);
}

std::span<const std::uint8_t> FieldChunk::compress(std::span<const std::uint8_t> values, int columns,
                                                   const SliceTile& tile) {
    return compress_values(values, columns, tile);
}

std::span<const std::uint8_t> FieldChunk::compress(std::span<const float> values, int columns, const SliceTile& tile) {
    return compress_values(values, columns, tile);
}

}  // namespace hexscan

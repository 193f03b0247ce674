// Compares compressed tiles of fields with zlib's decompression and the definition of HDF5's shuffle.

#include "src/results/volume/field_chunk.h"

#include <cstring>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <zlib.h>

namespace {

using namespace hexscan;

/// The values of a tile as a reader gets them. The tile is decompressed and the bytes of each value are joined again.
template <class Value>
std::vector<Value> read_back(std::span<const std::uint8_t> packed, const SliceTile& tile) {
    const auto points = static_cast<std::size_t>(tile.points());
    std::vector<std::uint8_t> bytes(points * sizeof(Value));
    uLongf size = bytes.size();
    EXPECT_EQ(uncompress(bytes.data(), &size, packed.data(), packed.size()), Z_OK);
    EXPECT_EQ(size, bytes.size());
    std::vector<Value> values(points);
    for (std::size_t i = 0; i < points; ++i) {
        std::uint8_t parts[sizeof(Value)];
        for (std::size_t byte = 0; byte < sizeof(Value); ++byte) parts[byte] = bytes[byte * points + i];
        std::memcpy(&values[i], parts, sizeof(Value));
    }
    return values;
}

template <class Value>
void expect_tiles(Value (*value)(int column, int row)) {
    constexpr int columns = 50, rows = 30;
    std::vector<Value> values;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) values.push_back(value(column, row));
    FieldChunk chunk;
    for (const SliceTile& tile : {SliceTile{0, 0, 30, 50}, SliceTile{7, 3, 10, 20}, SliceTile{20, 0, 20, 50},
                                  SliceTile{0, 40, 1, 25}, SliceTile{29, 49, 3, 3}}) {
        const std::vector<Value> found = read_back<Value>(chunk.compress(std::span(values), columns, tile), tile);
        std::size_t i = 0;
        for (int row = tile.row; row < tile.row + tile.rows; ++row)
            for (int column = tile.column; column < tile.column + tile.columns; ++column, ++i) {
                const Value expected = row < rows && column < columns ? value(column, row) : Value{0};
                EXPECT_EQ(std::memcmp(&found[i], &expected, sizeof(Value)), 0) << column << ", " << row;
            }
    }
}

TEST(FieldChunk, OfFloats) {
    expect_tiles<float>([](int column, int row) {
        if (column == 3) return std::numeric_limits<float>::quiet_NaN();
        if (row == 8) return -std::numeric_limits<float>::infinity();
        return 0.37F * static_cast<float>(column) - 1.1F / static_cast<float>(1 + row);
    });
}

TEST(FieldChunk, OfBytes) {
    expect_tiles<std::uint8_t>([](int column, int row) { return static_cast<std::uint8_t>(17 * column + row); });
}

}  // namespace

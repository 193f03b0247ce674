// Compares the streams that are made from runs with zlib's decompression of them.

#include "src/results/volume/tile_stream.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>
#include <zlib.h>

#include "tests/support/pictures.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// The bytes that zlib decompresses from a stream. The result is empty if zlib rejects the stream or their number is
/// not `size`.
std::vector<std::uint8_t> unpacked(const std::vector<std::uint8_t>& stream, std::int64_t size) {
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size) + 1);
    uLongf found = bytes.size();
    if (uncompress(bytes.data(), &found, stream.data(), stream.size()) != Z_OK) return {};
    if (found != static_cast<uLongf>(size)) return {};
    bytes.resize(found);
    return bytes;
}

std::vector<std::uint8_t> expected_bytes(const Picture& reachable, int columns, int rows, const SliceTile& tile) {
    std::vector<std::uint8_t> bytes;
    for (int row = tile.row; row < tile.row + tile.rows; ++row)
        for (int column = tile.column; column < tile.column + tile.columns; ++column)
            bytes.push_back(row < rows && column < columns && reachable(column, row) ? 1 : 0);
    return bytes;
}

void expect_tile(const Picture& reachable, int columns, int rows, const SliceTile& tile) {
    TileStream stream;
    const std::vector<std::uint8_t> expected = expected_bytes(reachable, columns, rows, tile);
    const std::vector<std::uint8_t>& packed = stream.compress(slice_of(columns, rows, reachable), tile);
    if (std::count(expected.begin(), expected.end(), 1) == 0) {
        EXPECT_TRUE(packed.empty());
    } else {
        EXPECT_EQ(unpacked(packed, tile.points()), expected);
    }
}

TEST(TileStream, OfRandomPictures) {
    for (unsigned seed = 0; seed < 40; ++seed)
        for (const double density : {0.001, 0.02, 0.5, 0.9, 0.999}) {
            const int columns = 1 + static_cast<int>(seed * 37 % 301), rows = 1 + static_cast<int>(seed * 53 % 97);
            expect_tile(random_picture(seed, density), columns, rows, {0, 0, rows, columns});
        }
}

/// Deflate has many codes for match lengths from 3 to 258. The rest after the longest match may be too short for a
/// match.
TEST(TileStream, OfRunsOfEveryLength) {
    for (int length = 1; length <= 1100; ++length) {
        const auto run = [=](int column, int) { return column >= 7 && column < 7 + length; };
        expect_tile(run, length + 7 + length % 5, 1, {0, 0, 1, length + 7 + length % 5});
    }
}

TEST(TileStream, OfTilesInsideAndBeyondTheSlice) {
    const Picture picture = random_picture(5, 0.4);
    for (const SliceTile& tile : {SliceTile{3, 10, 20, 50}, SliceTile{90, 0, 20, 100}, SliceTile{0, 80, 100, 40},
                                  SliceTile{99, 99, 5, 7}, SliceTile{40, 60, 1, 1}})
        expect_tile(picture, 100, 100, tile);
}

TEST(TileStream, IsSmallWhereRunsAreFew) {
    TileStream stream;
    const WorkspaceSlice full = slice_of(1000, 1000, [](int, int) { return true; });
    // A stream has three bits for every 258 points, and a header.
    EXPECT_LT(stream.compress(full, {0, 0, 1000, 1000}).size(), 1600U);
    // The same object makes a second stream. Nothing of the first stream may remain in it.
    EXPECT_EQ(unpacked(stream.compress(full, {0, 0, 10, 10}), 100), std::vector<std::uint8_t>(100, 1));
}

TEST(TileStream, SkipsTilesThatAreUnreachableThroughout) {
    TileStream stream;
    const WorkspaceSlice corner = slice_of(10, 10, [](int column, int row) { return column > 7 && row > 7; });
    EXPECT_TRUE(stream.compress(corner, {0, 0, 8, 10}).empty());
    EXPECT_TRUE(stream.compress(corner, {0, 0, 10, 8}).empty());
    EXPECT_FALSE(stream.compress(corner, {0, 0, 9, 9}).empty());
}

}  // namespace

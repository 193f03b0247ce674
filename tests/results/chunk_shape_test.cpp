#include "src/results/volume/chunk_shape.h"

#include <gtest/gtest.h>

namespace {

using namespace hexscan;

constexpr int mebibyte = 1 << 20;

TEST(ChunkShape, OfUsualSlices) {
    EXPECT_EQ(chunk_shape(1000, 1000, 1), (SliceTile{0, 0, 1000, 1000}));
    // Four bytes per point give four equal parts.
    EXPECT_EQ(chunk_shape(1000, 1000, 4), (SliceTile{0, 0, 250, 1000}));
    EXPECT_EQ(chunk_shape(2000, 2000, 1), (SliceTile{0, 0, 500, 2000}));
    EXPECT_EQ(chunk_shape(1, 1, 4), (SliceTile{0, 0, 1, 1}));
}

TEST(ChunkShape, IsNeverTooLargeNeverLargerThanTheSliceAndHardlyReachesBeyondIt) {
    for (const int bytes : {1, 4})
        for (const int rows : {1, 2, 3, 999, 1025, 4096, 1 << 20, 1 << 24})
            for (const int columns : {1, 7, 1000, 1025, 262145, 1 << 20, (1 << 20) + 1, 1 << 24}) {
                const SliceTile shape = chunk_shape(rows, columns, bytes);
                EXPECT_GE(shape.rows, 1);
                EXPECT_GE(shape.columns, 1);
                EXPECT_LE(shape.points() * bytes, mebibyte) << rows << " x " << columns;
                EXPECT_LE(shape.rows, rows);
                EXPECT_LE(shape.columns, columns);
                // One part less would not suffice. The parts reach beyond the end by less than their number.
                const int down = (rows + shape.rows - 1) / shape.rows;
                const int across = (columns + shape.columns - 1) / shape.columns;
                EXPECT_LT(std::int64_t{down} * shape.rows - rows, down);
                EXPECT_LT(std::int64_t{across} * shape.columns - columns, across);
            }
}

}  // namespace

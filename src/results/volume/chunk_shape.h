#pragma once

#include <cstdint>

namespace hexscan {

/// A part of one slice: rows `row` to row + rows - 1 and columns `column` to column + columns - 1. It may extend beyond
/// the slice.
struct SliceTile {
    int row = 0, column = 0;
    int rows = 0, columns = 0;

    std::int64_t points() const { return std::int64_t{rows} * columns; }
    bool operator==(const SliceTile&) const = default;
};

/// The shape of the tiles in which slices of a volume are stored. The returned tile starts at (0, 0), and all tiles
/// have its size.
///
/// Tiles are one slice thick, because slices arrive in any order and from several threads. So threads can compress
/// slices independently. A tile has at most 1 MiB, because HDF5's readers cache that much of an array by default. A
/// reader of a row or a column then unpacks each tile only once. Tiles are as large as that allows: readers mostly read
/// whole slices, and every chunk needs an entry in the file's index. Tiles hold whole rows if these fit.
SliceTile chunk_shape(int rows, int columns, int bytes_per_point);

}  // namespace hexscan

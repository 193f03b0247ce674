#pragma once

#include <cstdint>

namespace hexscan {

/// A part of one slice: rows [row, row + rows) and columns [column, column + columns). It may reach beyond the slice.
struct SliceTile {
    int row = 0, column = 0;
    int rows = 0, columns = 0;

    std::int64_t points() const { return std::int64_t{rows} * columns; }
    bool operator==(const SliceTile&) const = default;
};

/// The tiles that slices of a volume are stored in, all of one size; the first one starts at (0, 0).
///
/// They are one slice thick, because slices come in any order and from several threads: each is compressed and written
/// without waiting for another. A tile has at most 1 MiB, which is what HDF5's readers keep of an array by default, so
/// that a row or a column of a slice is read without unpacking its tile again and again; and it is as large as that
/// allows, because a slice is what is mostly read and every chunk costs an entry of the file's index. Rows are whole
/// where they fit.
SliceTile chunk_shape(int rows, int columns, int bytes_per_point);

}  // namespace hexscan

#pragma once

#include <cstdint>

#include "kernels/kinematics.h"
#include "kernels/shared/known.h"
#include "kernels/shared/row_words.h"
#include "kernels/warp.h"

/// Cuts limits that legs share out of what the legs by themselves reach. A form tells what is known of a limit in a box
/// of positions (limit_form.h). Blocks ask all forms of the box that their words span, warps those that are open there
/// of their own smaller box, and lanes what is left of their own words, halved until it is known. A column of which a
/// form tells nothing is the host's.
namespace hexscan {

/// A column of which a limit is in doubt; the host says whether it is lost.
struct DoubtedColumn {
    std::int32_t slice, row, column, form;
    std::int32_t is_lost;
};

/// Where columns in doubt are appended to. Once there are more than there is room for, the host does it all and nobody
/// goes on.
struct DoubtedColumns {
    DoubtedColumn* columns;
    unsigned* count;
    unsigned room;
};

/// Some forms of one kind, all of which are to be kept.
template <class Form>
struct FormList {
    const Form* forms;
    int count;
    int first_number;                   ///< of the first among the plan's limits
    const std::uint32_t* open_of_tile;  ///< of few forms those that a block's tile may lose, as bits; or null
};
inline constexpr int few_forms = 32;

/// A grid, and its words.
struct CutGrid {
    GridAxis<double> x, y, z;
    RowWords words;
};

/// The word of each lane of a warp, 8 rows by 4 slices of them; warps of a block are side by side along y and z.
template <int warps_along_rows, int warps_along_slices>
struct CutTile {
    static constexpr int lanes_along_rows = 8, lanes_along_slices = warp_size / lanes_along_rows;
    static constexpr int warps = warps_along_rows * warps_along_slices, threads = warps * warp_size;
    static constexpr int rows = lanes_along_rows * warps_along_rows, slices = lanes_along_slices * warps_along_slices;
};

/// Forms that a block keeps at a time for its warps.
inline constexpr int open_forms_of_block = 1024;

namespace cut_detail {

struct Box {
    Vec3<double> middle_m, half_m;
};

__device__ inline Box box_between(const Vec3<double>& low_m, const Vec3<double>& high_m) {
    const Vec3<double> half_m = scaled(high_m - low_m, 0.5);
    return {low_m + half_m, half_m};
}

__device__ inline int smaller(int a, int b) { return a < b ? a : b; }

/// Of a word of all these rows, as far as they are on the grid.
__device__ inline Box box_of_words(const CutGrid& grid, int word, int first_row, int rows, int first_slice,
                                   int slices) {
    const auto last = [](const GridAxis<double>& axis, int end) {
        return grid_coordinate(axis, smaller(end, axis.count) - 1);
    };
    const int first_column = word * columns_per_word;
    return box_between({grid_coordinate(grid.x, first_column), grid_coordinate(grid.y, first_row),
                        grid_coordinate(grid.z, first_slice)},
                       {last(grid.x, first_column + columns_per_word), last(grid.y, first_row + rows),
                        last(grid.z, first_slice + slices)});
}

/// The block's among those of its grid.
__device__ inline unsigned tile_number() { return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }

/// One word of one row.
struct PlacedWord {
    int slice, row, word;
    double y_m, z_m;
};

/// What a limit leaves of a word.
template <class Form>
__device__ std::uint32_t kept_columns(const CutGrid& grid, const Form& form, int form_number, const PlacedWord& at,
                                      std::uint32_t left, const DoubtedColumns& doubted) {
    const auto position_m = [&](int bit) {
        return Vec3<double>{grid_coordinate(grid.x, at.word * columns_per_word + bit), at.y_m, at.z_m};
    };
    // Dyadic parts of the word: behind one that is settled the largest comes that begins there.
    for (int first = 0, size = columns_per_word; first < columns_per_word; first += size, size = first & -first) {
        std::uint32_t here;
        Known known;
        for (;; size /= 2) {
            here = left & bits_between(first, first + size - 1);
            known = Known::kept;
            if (here == 0) break;
            const int low = lowest_bit(here), high = highest_bit(here);
            const Box box = box_between(position_m(low), position_m(high));
            known = form.in_box(box.middle_m, box.half_m);
            if (known != Known::nothing || low == high) break;
        }
        if (known == Known::lost) left &= ~here;
        if (known != Known::nothing) continue;
        const unsigned number = atomicAdd(doubted.count, 1U);
        if (number >= doubted.room) return 0;
        doubted.columns[number] = {at.slice, at.row, at.word * columns_per_word + lowest_bit(here), form_number, 0};
    }
    return left;
}

}  // namespace cut_detail

/// Finds which of few forms the tiles of a grid of blocks of hexapod_cut_rows_kernel may lose, a thread for a tile and
/// a form. `open_of_tile` is 0 before.
template <class Form, class Tile>
__global__ void open_tiles_kernel(const CutGrid grid, const FormList<Form> list, const dim3 tiles,
                                  std::uint32_t* const open_of_tile) {
    using namespace cut_detail;
    const std::uint64_t thread = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const auto tile = static_cast<unsigned>(thread / static_cast<unsigned>(list.count));
    if (tile >= tiles.x * tiles.y * tiles.z) return;
    const auto form = static_cast<int>(thread % static_cast<unsigned>(list.count));
    const int word = static_cast<int>(tile % tiles.x), row = static_cast<int>(tile / tiles.x % tiles.y) * Tile::rows,
              slice = static_cast<int>(tile / tiles.x / tiles.y) * Tile::slices;
    const Box box = box_of_words(grid, word, row, Tile::rows, slice, Tile::slices);
    if (list.forms[form].in_box(box.middle_m, box.half_m) != Known::kept) atomicOr(&open_of_tile[tile], 1U << form);
}

/// Cuts out of a block's words, a column of words of `Tile`, what loses any of the forms. x of the grid of blocks is
/// along words, y along rows, z along slices.
template <class Form, class Tile>
__global__ void __launch_bounds__(Tile::threads)
    hexapod_cut_rows_kernel(const CutGrid grid, const FormList<Form> list, const DoubtedColumns doubted) {
    using namespace cut_detail;
    __shared__ int open_forms[open_forms_of_block];
    __shared__ int open_count;
    const int thread = static_cast<int>(threadIdx.x), warp = thread / warp_size, lane = thread % warp_size;
    constexpr int warps_along_rows = Tile::rows / Tile::lanes_along_rows;
    const int word = static_cast<int>(blockIdx.x);
    const int block_row = static_cast<int>(blockIdx.y) * Tile::rows;
    const int block_slice = static_cast<int>(blockIdx.z) * Tile::slices;
    const int warp_row = block_row + warp % warps_along_rows * Tile::lanes_along_rows;
    const int warp_slice = block_slice + warp / warps_along_rows * Tile::lanes_along_slices;
    const int row = warp_row + lane % Tile::lanes_along_rows, slice = warp_slice + lane / Tile::lanes_along_rows;

    const std::uint32_t open_here = list.open_of_tile ? list.open_of_tile[tile_number()] : 0;
    if (list.open_of_tile && open_here == 0) return;
    const bool on_grid = row < grid.words.rows && slice < grid.words.slices;
    std::uint32_t left = on_grid ? grid.words.at(slice, row, word) : 0;
    if (*doubted.count > doubted.room) left = 0;
    if (__syncthreads_and(left == 0)) return;

    const Box block_box = box_of_words(grid, word, block_row, Tile::rows, block_slice, Tile::slices);
    const bool warp_is_on_grid = warp_row < grid.words.rows && warp_slice < grid.words.slices;
    const Box warp_box = warp_is_on_grid ? box_of_words(grid, word, warp_row, Tile::lanes_along_rows, warp_slice,
                                                        Tile::lanes_along_slices)
                                         : block_box;
    PlacedWord at{slice, row, word, 0, 0};
    if (on_grid) at.y_m = grid_coordinate(grid.y, row), at.z_m = grid_coordinate(grid.z, slice);

    for (int begin = 0; begin < list.count; begin += open_forms_of_block) {
        const int end = smaller(begin + open_forms_of_block, list.count);
        if (thread == 0) open_count = 0;
        __syncthreads();
        for (int k = begin + thread; k < end; k += Tile::threads) {
            const bool is_open = list.open_of_tile
                                     ? (open_here >> k & 1U) != 0
                                     : list.forms[k].in_box(block_box.middle_m, block_box.half_m) != Known::kept;
            if (is_open) open_forms[atomicAdd(&open_count, 1)] = k;
        }
        __syncthreads();
        const int open = open_count;
        HEXSCAN_ROLLED
        for (int k = 0; k < open && __any_sync(all_lanes, left != 0); k += warp_size) {
            const int mine = k + lane < open ? open_forms[k + lane] : -1;
            const bool is_open =
                mine >= 0 && list.forms[mine].in_box(warp_box.middle_m, warp_box.half_m) != Known::kept;
            for (unsigned waiting = __ballot_sync(all_lanes, is_open); waiting != 0; waiting &= waiting - 1) {
                const int form = __shfl_sync(all_lanes, mine, lowest_bit(waiting));
                if (left != 0) left = kept_columns(grid, list.forms[form], list.first_number + form, at, left, doubted);
            }
        }
        if (__syncthreads_and(left == 0)) break;
    }
    if (on_grid) grid.words.at(slice, row, word) = left;
}

/// Clears the columns of which the host has said that they are lost.
inline __global__ void clear_lost_columns_kernel(const RowWords words, const DoubtedColumn* const columns,
                                                 const int count) {
    const int k = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (k >= count || columns[k].is_lost == 0) return;
    const DoubtedColumn at = columns[k];
    atomicAnd(&words.at(at.slice, at.row, at.column / columns_per_word), ~(1U << at.column % columns_per_word));
}

}  // namespace hexscan

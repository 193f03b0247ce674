#pragma once

#include <cstdint>

#include "kernels/kinematics.h"
#include "kernels/shared/cut_tuning.h"
#include "kernels/shared/doubted_columns.cuh"
#include "kernels/shared/known.h"
#include "kernels/shared/row_words.h"
#include "kernels/warp.h"

/// Removes positions that violate limits that legs share. The input is the positions that the legs reach without these
/// limits. A form says what is known about its limit in a box of positions (limit_form.h). First, each block tests all
/// forms in the box of its words. Then each warp tests the undecided forms in its own smaller box. Last, each lane
/// tests the remaining forms on its own words, which it halves until the result is known. If a form cannot decide a
/// single column, the host does.
namespace hexscan {

/// Forms of one kind. A position must satisfy all of them.
template <class Form>
struct FormList {
    const Form* forms;
    int count;
    int first_number;  ///< the number of the first form in the list of all limits that legs share
};
/// Up to this number of forms, OpenTiles lists the tiles. It has one bit per form in a word, so the number is at most
/// the number of bits in a word.
inline constexpr int few_forms = 32;

/// The tiles in which some form may remove positions. Null pointers if there are more than few_forms.
struct OpenTiles {
    unsigned* count;
    std::uint32_t* forms;  ///< for each tile, the bits of the forms that may remove something there
    std::uint32_t* tiles;  ///< the numbers of the open tiles, in any order
};

/// A grid and the words of its points.
struct CutGrid {
    GridAxis<double> x, y, z;
    RowWords words;
};

/// The words of a block: those of one place along x, in `rows` rows of each of `slices` slices. Each lane has one of
/// them. The warps of a block lie side by side along y and z.
template <int warps_along_rows, int warps_along_slices = warps_along_rows>
struct CutTile {
    static constexpr int lanes_along_rows = tuning::rows_of_warp, lanes_along_slices = warp_size / lanes_along_rows;
    static constexpr int warps = warps_along_rows * warps_along_slices, threads = warps * warp_size;
    static constexpr int rows = lanes_along_rows * warps_along_rows, slices = lanes_along_slices * warps_along_slices;
};

/// The number of tiles that cover a grid.
struct TileCounts {
    unsigned along_words, along_rows, along_slices;

    HEXSCAN_HD_INLINE unsigned all() const { return along_words * along_rows * along_slices; }
};

/// The first word of a tile.
struct TilePlace {
    int word, row, slice;
};

/// The place of the tile with this number.
template <class Tile>
HEXSCAN_HD_INLINE TilePlace place_of_tile(const TileCounts& tiles, unsigned number) {
    return {static_cast<int>(number % tiles.along_words),
            static_cast<int>(number / tiles.along_words % tiles.along_rows) * Tile::rows,
            static_cast<int>(number / tiles.along_words / tiles.along_rows) * Tile::slices};
}

/// A form on a row, for kinds of forms without a row form of their own.
template <class Form>
struct FormOnRow {
    const Form& form;
    double y_m, z_m;

    HEXSCAN_HD_INLINE Known in_part(double middle_m, double half_m) const {
        return form.in_box({middle_m, y_m, z_m}, {half_m, 0, 0});
    }
};
template <class Form>
HEXSCAN_HD_INLINE auto on_row(const Form& form, double y_m, double z_m) {
    if constexpr (requires { form.on_row(y_m, z_m); })
        return form.on_row(y_m, z_m);
    else
        return FormOnRow<Form>{form, y_m, z_m};
}

namespace cut_detail {

struct Box {
    Vec3<double> middle_m, half_m;
};

__device__ inline Box box_between(const Vec3<double>& low_m, const Vec3<double>& high_m) {
    const Vec3<double> half_m = scaled(high_m - low_m, 0.5);
    return {low_m + half_m, half_m};
}

__device__ inline int smaller(int a, int b) { return a < b ? a : b; }

/// The box of positions that one word covers in all the given rows and slices, restricted to the grid.
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

/// A word of a row, with its place on the grid.
struct PlacedWord {
    int slice, row, word;
    double y_m, z_m;
};

/// Returns the columns in `left` at which the form's limit is satisfied or undecided. Undecided columns are appended to
/// `doubted`. Returns 0 if that list is full.
template <class Form>
__device__ std::uint32_t kept_columns(const CutGrid& grid, const Form& form, int form_number, const PlacedWord& at,
                                      std::uint32_t left, const DoubtedColumns& doubted) {
    const auto of_row = on_row(form, at.y_m, at.z_m);
    const auto column_m = [&](int bit) { return grid_coordinate(grid.x, at.word * columns_per_word + bit); };
    // Halves a part of the word until the form decides it, or until a single column is left, which goes to `doubted`.
    // The next part is the largest dyadic part that begins at the end of this one.
    for (int first = 0, size = columns_per_word; first < columns_per_word; first += size, size = first & -first) {
        std::uint32_t here;
        Known known;
        for (;; size /= 2) {
            here = left & bits_between(first, first + size - 1);
            known = Known::kept;
            if (here == 0) break;
            const int low = lowest_bit(here), high = highest_bit(here);
            const double low_m = column_m(low), half_m = 0.5 * (column_m(high) - low_m);
            known = of_row.in_part(low_m + half_m, half_m);
            if (known != Known::nothing || low == high) break;
        }
        if (known == Known::lost) left &= ~here;
        if (known != Known::nothing) continue;
        if (!doubted.append({at.slice, at.row, at.word * columns_per_word + lowest_bit(here), form_number, 0}))
            return 0;
    }
    return left;
}

/// Removes the columns of a tile at which the limit of any form is violated. All threads of the block must call it.
/// `open_here` has the bits of the forms that may remove something in the tile; if it is null, the block finds them.
template <class Form, class Tile>
__device__ inline void cut_tile(const CutGrid& grid, const FormList<Form>& list, const TilePlace& tile,
                                const std::uint32_t* const open_here, const DoubtedColumns& doubted) {
    __shared__ int open_forms[tuning::open_forms_of_block];
    __shared__ int open_count;
    const int thread = static_cast<int>(threadIdx.x), warp = thread / warp_size, lane = thread % warp_size;
    constexpr int warps_along_rows = Tile::rows / Tile::lanes_along_rows;
    const int warp_row = tile.row + warp % warps_along_rows * Tile::lanes_along_rows;
    const int warp_slice = tile.slice + warp / warps_along_rows * Tile::lanes_along_slices;
    const int row = warp_row + lane % Tile::lanes_along_rows, slice = warp_slice + lane / Tile::lanes_along_rows;

    const bool on_grid = row < grid.words.rows && slice < grid.words.slices;
    std::uint32_t left = on_grid ? grid.words.at(slice, row, tile.word) : 0;
    if (doubted.too_many()) left = 0;
    if (__syncthreads_and(left == 0)) return;

    const Box block_box = box_of_words(grid, tile.word, tile.row, Tile::rows, tile.slice, Tile::slices);
    const bool warp_is_on_grid = warp_row < grid.words.rows && warp_slice < grid.words.slices;
    const Box warp_box = warp_is_on_grid ? box_of_words(grid, tile.word, warp_row, Tile::lanes_along_rows, warp_slice,
                                                        Tile::lanes_along_slices)
                                         : block_box;
    PlacedWord at{slice, row, tile.word, 0, 0};
    if (on_grid) at.y_m = grid_coordinate(grid.y, row), at.z_m = grid_coordinate(grid.z, slice);

    for (int begin = 0; begin < list.count; begin += tuning::open_forms_of_block) {
        const int end = smaller(begin + tuning::open_forms_of_block, list.count);
        if (thread == 0) open_count = 0;
        __syncthreads();
        for (int k = begin + thread; k < end; k += Tile::threads) {
            const bool is_open = open_here ? (*open_here >> k & 1U) != 0
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
    if (on_grid) grid.words.at(slice, row, tile.word) = left;
}

}  // namespace cut_detail

/// For each tile of a grid, finds the forms that may remove something there. Used only if there are few forms. The
/// count and forms in `open` must be 0 before.
/// Grid: tiles * forms / block. Block: any. No shared memory. A thread tests one form in one tile.
template <class Form, class Tile>
__global__ void open_tiles_kernel(const CutGrid grid, const FormList<Form> list, const TileCounts tiles,
                                  const OpenTiles open) {
    using namespace cut_detail;
    const std::uint64_t thread = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const auto tile = static_cast<unsigned>(thread / static_cast<unsigned>(list.count));
    if (tile >= tiles.all()) return;
    const auto form = static_cast<int>(thread % static_cast<unsigned>(list.count));
    const TilePlace place = place_of_tile<Tile>(tiles, tile);
    const Box box = box_of_words(grid, place.word, place.row, Tile::rows, place.slice, Tile::slices);
    if (list.forms[form].in_box(box.middle_m, box.half_m) == Known::kept) return;
    if (atomicOr(&open.forms[tile], 1U << form) == 0) open.tiles[atomicAdd(open.count, 1U)] = tile;
}

/// Removes the columns of a grid at which the limit of any form is violated. Blocks visit all tiles, or only the open
/// ones if these are known.
/// Grid: any. Block: `Tile::threads`. Shared memory: numbers of open forms. A thread has one word of its block's tile.
template <class Form, class Tile>
__global__ void __launch_bounds__(Tile::threads)
    hexapod_cut_rows_kernel(const CutGrid grid, const FormList<Form> list, const TileCounts tiles, const OpenTiles open,
                            const DoubtedColumns doubted) {
    using namespace cut_detail;
    const unsigned count = open.tiles ? *open.count : tiles.all();
    for (unsigned k = blockIdx.x; k < count; k += gridDim.x) {
        const unsigned tile = open.tiles ? open.tiles[k] : k;
        cut_tile<Form, Tile>(grid, list, place_of_tile<Tile>(tiles, tile), open.forms ? &open.forms[tile] : nullptr,
                             doubted);
    }
}

/// Clears the columns that the host found to violate a limit. Grid: columns / block. Block: any. No shared memory. A
/// thread clears at most one column.
inline __global__ void clear_lost_columns_kernel(const RowWords words, const DoubtedColumn* const columns,
                                                 const int count) {
    const int k = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (k >= count || columns[k].is_lost == 0) return;
    const DoubtedColumn at = columns[k];
    atomicAnd(&words.at(at.slice, at.row, at.column / columns_per_word), ~(1U << at.column % columns_per_word));
}

}  // namespace hexscan

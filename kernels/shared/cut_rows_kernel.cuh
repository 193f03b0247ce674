#pragma once

#include <cstdint>

#include "kernels/kinematics.h"
#include "kernels/shared/cut_tuning.h"
#include "kernels/shared/doubted_columns.cuh"
#include "kernels/shared/form_cells.h"
#include "kernels/shared/known.h"
#include "kernels/shared/row_words.h"
#include "kernels/warp.h"

/// Removes positions that violate limits that legs share. The input is the positions that the legs reach without these
/// limits. A form says what is known about its limit in a box of positions (limit_form.h), also for all orientations of
/// a cell together (form_cells.h). First, each block tests the roots of all cells in the box of its words. Then each
/// warp tests the undecided roots in its own smaller box. Last, each lane tests the remaining cells on its own words.
/// It descends to single orientations, and then halves the words until the result is known. If a form cannot decide a
/// single column, the host does.
namespace hexscan {

/// Up to this number of forms and roots, OpenTiles lists the tiles. It has one bit each in a word, so the number is at
/// most the number of bits in a word.
inline constexpr int few_forms = 32;

/// The tiles in which some form may remove positions. Null pointers if there are more than few_forms.
struct OpenTiles {
    unsigned* count;
    std::uint32_t* forms;  ///< for each tile, the bits of the forms and roots that may remove something there
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

/// True for kinds of forms that have a quicker test on a row.
template <class Form>
inline constexpr bool has_row_form = requires(const Form& form) {
    form.on_row(0.0, 0.0);
};

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

/// The points of a lane, one per bit: 32 columns of a row, or 8 columns in 2 rows of each of 2 slices. Points of a box
/// that is similar in all directions are decided together more often, but a row has a quicker test.
template <bool in_row>
struct LanePoints {
    const CutGrid& grid;
    int column, row, slice;  ///< of bit 0

    __device__ DoubtedColumn place(int bit, int form_number) const {
        if constexpr (in_row) return {slice, row, column + bit, form_number, 0};
        return {slice + bit / 16, row + bit / 8 % 2, column + bit % 8, form_number, 0};
    }
    /// The box of the points of all bits from `low` to `high`. They must be bits of a dyadic part of the word.
    __device__ Box box(int low, int high) const {
        const bool one_row = in_row || low / 8 == high / 8, one_slice = in_row || low / 16 == high / 16;
        const DoubtedColumn first = place(low, 0), last = place(high, 0);
        const auto at = [&](int c, int r, int s) -> Vec3<double> {
            return {grid_coordinate(grid.x, smaller(c, grid.x.count - 1)),
                    grid_coordinate(grid.y, smaller(r, grid.y.count - 1)),
                    grid_coordinate(grid.z, smaller(s, grid.z.count - 1))};
        };
        return box_between(at(one_row ? first.column : column, one_slice ? first.row : row, first.slice),
                           at(one_row ? last.column : column + 7, one_slice ? last.row : row + 1, last.slice));
    }
};

/// Exchanges the words of a warp's lanes for the bits of LanePoints<false>. Each lane of the warp has one word of the
/// same columns; lanes go first through rows, then through slices.
__device__ inline std::uint32_t boxes_of_words(std::uint32_t word) {
    static_assert(tuning::rows_of_warp == 8);
    const int lane = static_cast<int>(threadIdx.x) % warp_size;
    const int x = lane % 4, row = lane / 4 % 4 * 2, slice = lane / 16 * 2;
    std::uint32_t bits = 0;
    HEXSCAN_UNROLL
    for (int k = 0; k < 4; ++k) {
        const std::uint32_t other = __shfl_sync(all_lanes, word, row + k % 2 + (slice + k / 2) * 8);
        bits |= (other >> 8 * x & 0xFFU) << 8 * k;
    }
    return bits;
}
/// The inverse of boxes_of_words().
__device__ inline std::uint32_t words_of_boxes(std::uint32_t bits) {
    const int lane = static_cast<int>(threadIdx.x) % warp_size, row = lane % 8, slice = lane / 8;
    const int k = row % 2 + slice % 2 * 2;
    std::uint32_t word = 0;
    HEXSCAN_UNROLL
    for (int x = 0; x < 4; ++x) {
        const std::uint32_t other = __shfl_sync(all_lanes, bits, x + row / 2 * 4 + slice / 2 * 16);
        word |= (other >> 8 * k & 0xFFU) << 8 * x;
    }
    return word;
}

/// Returns the points in `left` at which a limit is satisfied or undecided. known_in(box) tests it. Undecided points
/// are appended to `doubted`. Returns 0 if that list is full.
template <bool in_row, class KnownIn>
__device__ std::uint32_t kept_points(const LanePoints<in_row>& points, int form_number, std::uint32_t left,
                                     const DoubtedColumns& doubted, KnownIn known_in) {
    // Halves a part of the word until the form decides it, or until a single point is left, which goes to `doubted`.
    // The next part is the largest dyadic part that begins at the end of this one.
    for (int first = 0, size = columns_per_word; first < columns_per_word; first += size, size = first & -first) {
        std::uint32_t here;
        Known known;
        for (;; size /= 2) {
            here = left & bits_between(first, first + size - 1);
            known = Known::kept;
            if (here == 0) break;
            const int low = lowest_bit(here), high = highest_bit(here);
            known = known_in(points.box(low, high));
            if (known != Known::nothing || low == high) break;
        }
        if (known == Known::lost) left &= ~here;
        if (known != Known::nothing) continue;
        if (!doubted.append(points.place(lowest_bit(here), form_number))) return 0;
    }
    return left;
}
template <class Form>
__device__ std::uint32_t kept_points_of_form(const LanePoints<has_row_form<Form>>& points, const Form& form,
                                             int form_number, std::uint32_t left, const DoubtedColumns& doubted) {
    if constexpr (has_row_form<Form>) {
        const auto of_row =
            form.on_row(grid_coordinate(points.grid.y, points.row), grid_coordinate(points.grid.z, points.slice));
        return kept_points(points, form_number, left, doubted,
                           [&](const Box& box) { return of_row.in_part(box.middle_m.x, box.half_m.x); });
    } else {
        return kept_points(points, form_number, left, doubted,
                           [&](const Box& box) { return form.in_box(box.middle_m, box.half_m); });
    }
}

/// Returns the points in `left` at which a form's limit is satisfied or undecided at all orientations of root number
/// `k`. All lanes of the warp must call it together, each with its own points.
template <class Form>
__device__ std::uint32_t kept_points_of_root(const LanePoints<has_row_form<Form>>& points, const FormCells<Form>& list,
                                             int k, std::uint32_t left, const DoubtedColumns& doubted) {
    const int slot = list.slot(k), root = list.root(k), end = list.cells[root].end;
    // The lane's limit is satisfied at all cells before this one.
    int undecided = root;
    HEXSCAN_ROLLED
    for (int c = root; c < end && __any_sync(all_lanes, left != 0);) {
        const OrientationCell cell = list.cells[c];
        const bool tests = left != 0 && c >= undecided;
        if (cell.end == c + 1) {
            const int number = list.form_number(cell, slot);
            if (tests)
                left = kept_points_of_form(points, list.forms[number], list.first_number + number, left, doubted);
            c = cell.end;
            continue;
        }
        Known known = Known::kept;
        if (tests) {
            const Box box = points.box(lowest_bit(left), highest_bit(left));
            known = list.in_box(cell, slot, box.middle_m, box.half_m);
            if (known == Known::lost) left = 0;
            if (known == Known::kept) undecided = cell.end;
        }
        c = __any_sync(all_lanes, known == Known::nothing) ? c + 1 : cell.end;
    }
    return left;
}

/// Removes the columns of a tile at which the limit of any form is violated. All threads of the block must call it.
/// `open_here` has the bits of the roots that may remove something in the tile; if it is null, the block finds them.
template <class Form, class Tile>
__device__ inline void cut_tile(const CutGrid& grid, const FormCells<Form>& list, const TilePlace& tile,
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
    constexpr bool in_row = has_row_form<Form>;
    const int column = tile.word * columns_per_word;
    const LanePoints<in_row> points =
        in_row
            ? LanePoints<in_row>{grid, column, row, slice}
            : LanePoints<in_row>{grid, column + lane % 4 * 8, warp_row + lane / 4 % 4 * 2, warp_slice + lane / 16 * 2};
    if constexpr (!in_row) left = boxes_of_words(left);

    for (int begin = 0; begin < list.count; begin += tuning::open_forms_of_block) {
        const int end = smaller(begin + tuning::open_forms_of_block, list.count);
        if (thread == 0) open_count = 0;
        __syncthreads();
        for (int k = begin + thread; k < end; k += Tile::threads) {
            const bool is_open = open_here ? (*open_here >> k & 1U) != 0
                                           : list.in_box(k, block_box.middle_m, block_box.half_m) != Known::kept;
            if (is_open) open_forms[atomicAdd(&open_count, 1)] = k;
        }
        __syncthreads();
        const int open = open_count;
        HEXSCAN_ROLLED
        for (int k = 0; k < open && __any_sync(all_lanes, left != 0); k += warp_size) {
            const int mine = k + lane < open ? open_forms[k + lane] : -1;
            const bool is_open = mine >= 0 && list.in_box(mine, warp_box.middle_m, warp_box.half_m) != Known::kept;
            for (unsigned waiting = __ballot_sync(all_lanes, is_open); waiting != 0; waiting &= waiting - 1) {
                const int root = __shfl_sync(all_lanes, mine, lowest_bit(waiting));
                left = kept_points_of_root(points, list, root, left, doubted);
            }
        }
        if (__syncthreads_and(left == 0)) break;
    }
    if constexpr (!in_row) left = words_of_boxes(left);
    if (on_grid) grid.words.at(slice, row, tile.word) = left;
}

}  // namespace cut_detail

/// For each tile of a grid, finds the forms that may remove something there. Used only if there are few forms. The
/// count and forms in `open` must be 0 before.
/// Grid: tiles * forms / block. Block: any. No shared memory. A thread tests one form and root in one tile.
template <class Form, class Tile>
__global__ void open_tiles_kernel(const CutGrid grid, const FormCells<Form> list, const TileCounts tiles,
                                  const OpenTiles open) {
    using namespace cut_detail;
    const std::uint64_t thread = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const auto tile = static_cast<unsigned>(thread / static_cast<unsigned>(list.count));
    if (tile >= tiles.all()) return;
    const auto form = static_cast<int>(thread % static_cast<unsigned>(list.count));
    const TilePlace place = place_of_tile<Tile>(tiles, tile);
    const Box box = box_of_words(grid, place.word, place.row, Tile::rows, place.slice, Tile::slices);
    if (list.in_box(form, box.middle_m, box.half_m) == Known::kept) return;
    if (atomicOr(&open.forms[tile], 1U << form) == 0) open.tiles[atomicAdd(open.count, 1U)] = tile;
}

/// Removes the columns of a grid at which the limit of any form is violated. Blocks visit all tiles, or only the open
/// ones if these are known.
/// Grid: any. Block: `Tile::threads`. Shared memory: numbers of open forms. A thread has one word of its block's tile.
template <class Form, class Tile>
__global__ void __launch_bounds__(Tile::threads)
    hexapod_cut_rows_kernel(const CutGrid grid, const FormCells<Form> list, const TileCounts tiles,
                            const OpenTiles open, const DoubtedColumns doubted) {
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

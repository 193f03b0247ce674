#pragma once

#include <cstddef>
#include <cstdint>

/// Tuned numbers of outputs, each with its trade-off. These commands measure them: hexscan_bench with
/// --benchmark_filter=volume_file for volumes and --benchmark_filter=image_write for bands. For surfaces it is
/// whole_run_s in the record of hexscan --surface --image none --page none.
namespace hexscan::tuning {

/// zlib's level for the fields of a volume. The file records it, too. Trade-off: a higher level makes the file smaller,
/// but takes longer.
inline constexpr int field_level = 1;

/// Bytes of one tile of a volume. Each tile is compressed and read as a whole. HDF5's readers cache this much of an
/// array by default. Trade-off: a larger tile is unpacked again for every row, smaller tiles cost more calls to HDF5.
inline constexpr int tile_bytes = 1 << 20;

/// Most cells of a surface's lattice along its longest side, and fewest along any side. Trade-off: more cells follow
/// the surface more closely, but cost time and make the file larger.
inline constexpr int most_surface_cells = 200, fewest_surface_cells = 8;

/// The step of a numerical gradient, and the largest distance of a vertex from the surface; both as parts of a cell's
/// shortest side. Trade-off: smaller numbers put vertices nearer to the surface, but evaluate the field more often.
inline constexpr double gradient_step = 1e-4, close_enough = 1e-4;

/// Points along each side of a block of a surface's lattice, a power of two. One evaluation at the block's middle may
/// give the sign of all its points. Trade-off: larger blocks cost fewer evaluations far from the surface, but more of
/// them decide nothing near it.
inline constexpr int lattice_block_points = 8;

/// Triangles of a surface per write. Trade-off: more of them cost fewer system calls, but more memory.
inline constexpr std::size_t triangles_per_write = 4096;

/// Bytes of a slice's image that are painted and written at a time. A band fits the second-level cache of usual
/// processors, so a write reads it from there. Trade-off: smaller bands cost more system calls.
inline constexpr std::size_t image_band_bytes = 512 * 1024;

/// Most bytes of runs in a page, most bytes of its compressed maps, and most cells of all its maps and slices together.
/// A cell takes one byte while the page is made. Trade-off: larger numbers keep more slices and cells in the page, but
/// the page becomes larger, loads more slowly and takes more memory. The size of index.html of hexscan
/// --grid 500x500x350 --map clearance measures them.
inline constexpr std::size_t page_run_bytes = 3U << 20U;
inline constexpr std::size_t page_map_bytes = 2'200'000;
inline constexpr std::int64_t page_map_cells = 16 << 20;

/// A notice announces images that take more bytes than this. Trade-off: a smaller number explains shorter waits, but
/// more users must read the notice.
inline constexpr double many_image_bytes = 100e6;

}  // namespace hexscan::tuning

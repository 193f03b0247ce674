#pragma once

#include <cstddef>
#include <cstdint>

/// Tuned parameters of outputs, each with its trade-off. Three commands measure them: for volumes, hexscan_bench with
/// --benchmark_filter=volume_file; for bands, hexscan_bench with --benchmark_filter=image_write; for surfaces, hexscan
/// --surface --image none --page none, whose record has the time as whole_run_s.
namespace hexscan::tuning {

/// zlib's level for the fields of a volume. The file records it, too. Trade-off: a higher level makes the file smaller,
/// but takes longer.
inline constexpr int field_level = 1;

/// Bytes of one tile of a volume. Each tile is compressed and read as a whole. HDF5's readers cache this many bytes of
/// an array by default. Trade-off: a reader cannot cache a larger tile and unpacks it again for every row; smaller
/// tiles cost more calls to HDF5.
inline constexpr int tile_bytes = 1 << 20;

/// The largest number of cells of a surface's lattice along its longest side, and the smallest number along any side.
/// Trade-off: more cells follow the surface more closely, but cost time and make the file larger.
inline constexpr int most_surface_cells = 200, fewest_surface_cells = 8;

/// The step of a numerical gradient, and the largest distance of a vertex from the surface; both as parts of a cell's
/// shortest side. Trade-off: smaller numbers put vertices nearer to the surface, but evaluate the field more often.
inline constexpr double gradient_step = 1e-4, close_enough = 1e-4;

/// Points along each side of a block of a surface's lattice, a power of two. One evaluation at the block's middle may
/// give the sign of all its points. Trade-off: larger blocks need fewer evaluations far from the surface, but near the
/// surface more of these evaluations are in vain.
inline constexpr int lattice_block_points = 8;

/// Triangles of a surface that are written at once. Trade-off: a larger number costs fewer system calls, but more
/// memory.
inline constexpr std::size_t triangles_per_write = 4096;

/// Bytes of a band, the part of a slice's image that is painted and written at a time. A band fits into the
/// second-level cache of usual processors, so a write reads it from there. Trade-off: smaller bands cost more system
/// calls.
inline constexpr std::size_t image_band_bytes = 512 * 1024;

/// Limits of what a page holds: bytes of runs, bytes of compressed maps, and cells of all maps and slices together. A
/// cell takes one byte while the page is made. Trade-off: larger limits keep more slices and cells in the page, but the
/// page becomes larger, loads more slowly and takes more memory. Measured by the size of index.html of hexscan --grid
/// 500x500x350 --map clearance.
inline constexpr std::size_t page_run_bytes = 3U << 20U;
inline constexpr std::size_t page_map_bytes = 2'200'000;
inline constexpr std::int64_t page_map_cells = 16 << 20;

/// A notice announces images that take more bytes than this. Trade-off: a smaller number also announces short waits,
/// but more users must read the notice.
inline constexpr double many_image_bytes = 100e6;

}  // namespace hexscan::tuning

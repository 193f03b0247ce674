#pragma once

#include <cstddef>
#include <cstdint>

/// Numbers of outputs that were tuned, and what each trades. The command that measures them: hexscan_bench
/// --benchmark_filter=volume_file for volumes, --benchmark_filter=image_write for bands, and whole_run_s of hexscan
/// --surface --image none --page none for surfaces.
namespace hexscan::tuning {

/// The level of zlib at which fields of a volume are compressed, which stands in the file, too: time against size.
inline constexpr int field_level = 1;

/// Bytes of a volume's tiles, which are compressed and read by themselves: HDF5's readers keep as much of an array by
/// default, so that a row is read without unpacking its tile again and again, against calls to HDF5.
inline constexpr int tile_bytes = 1 << 20;

/// Cells of a surface's lattice along its longest side at most, and along each side at least: time and size of the file
/// against what a triangle cuts off.
inline constexpr int most_surface_cells = 200, fewest_surface_cells = 8;

/// In parts of a cell's shortest side, the step by which a slope is told, and how near to the edge of the workspace a
/// vertex comes: looks against vertices that are off it.
inline constexpr double gradient_step = 1e-4, close_enough = 1e-4;

/// Points along each side of a block of a surface's lattice, a power of two, that one look may tell the sign of: fewer
/// looks where the surface is far against looks that tell nothing.
inline constexpr int lattice_block_points = 8;

/// Triangles of a surface that are written at a time: calls to the system against memory.
inline constexpr std::size_t triangles_per_write = 4096;

/// Of a slice, what is painted and written at a time: it fits the second-level cache of usual processors, so that
/// painting and writing meet there, against calls to the system.
inline constexpr std::size_t image_band_bytes = 512 * 1024;

/// What a page holds of runs and, compressed, of maps, and cells of all maps and slices together, a byte each, while it
/// is made: slices and cells that are left out of the page against its size, the time that it takes to load and memory.
/// Measured by the size of index.html of hexscan --grid 500x500x350 --map clearance.
inline constexpr std::size_t page_run_bytes = 3U << 20U;
inline constexpr std::size_t page_map_bytes = 2'200'000;
inline constexpr std::int64_t page_map_cells = 16 << 20;

/// Images of more bytes than this are announced before they are written: who waits against who reads.
inline constexpr double many_image_bytes = 100e6;

}  // namespace hexscan::tuning

#pragma once

#include <cstddef>

/// Numbers of outputs that were tuned, and what each trades. The command that measures them: hexscan_bench
/// --benchmark_filter=volume_file for levels, --benchmark_filter=image_write for bands.
namespace hexscan::tuning {

/// The level of zlib at which fields of a volume are compressed, which stands in the file, too: time against size.
inline constexpr int field_level = 1;

/// Of a slice, what is painted and written at a time: it fits the second-level cache of usual processors, so that
/// painting and writing meet there, against calls to the system.
inline constexpr std::size_t image_band_bytes = 512 * 1024;

}  // namespace hexscan::tuning

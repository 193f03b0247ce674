#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "src/scan/grid.h"
#include "src/scan/rows/runs.h"

/// The format of verdicts of stages 1 to 9: rows of bytes or bits, slice after slice.
namespace hexscan {

enum class VerdictFormat {
    bytes,  ///< 1 or 0 per point
    bits    ///< column c of a row in bit c % 8 of byte c / 8
};

std::size_t verdict_row_bytes(const ScanGrid& grid, VerdictFormat format);
std::size_t verdict_slice_bytes(const ScanGrid& grid, VerdictFormat format);

/// Slice `index` of a volume, as runs.
WorkspaceSlice decoded_slice(const std::uint8_t* volume, const ScanGrid& grid, VerdictFormat format, int index);

/// The number of points whose verdict byte still holds poison (PreparedScan::poison()). It is always 0 for packed bits,
/// in which poison cannot be recognised.
std::int64_t unwritten_verdicts(std::span<const std::uint8_t> volume, VerdictFormat format);

}  // namespace hexscan

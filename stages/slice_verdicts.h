#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "src/scan/grid.h"
#include "src/scan/rows/runs.h"

/// How stages 1 to 9 hold the verdicts of a volume: rows of bytes or bits, slice after slice.
namespace hexscan {

enum class VerdictFormat {
    bytes,  ///< 1 or 0 per point
    bits    ///< column c of a row in bit c % 8 of byte c / 8
};

std::size_t verdict_row_bytes(const ScanGrid& grid, VerdictFormat format);
std::size_t verdict_slice_bytes(const ScanGrid& grid, VerdictFormat format);

/// Slice `index` of a volume, as runs.
WorkspaceSlice decoded_slice(const std::uint8_t* volume, const ScanGrid& grid, VerdictFormat format, int index);

/// Points of a volume that were never written over poison. Packed bits cannot tell: 0.
std::int64_t unwritten_verdicts(std::span<const std::uint8_t> volume, VerdictFormat format);

}  // namespace hexscan

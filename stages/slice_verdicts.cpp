#include "stages/slice_verdicts.h"

namespace hexscan {

std::size_t verdict_row_bytes(const ScanGrid& grid, VerdictFormat format) {
    const auto columns = static_cast<std::size_t>(grid.columns());
    return format == VerdictFormat::bytes ? columns : (columns + 7) / 8;
}

std::size_t verdict_slice_bytes(const ScanGrid& grid, VerdictFormat format) {
    return verdict_row_bytes(grid, format) * static_cast<std::size_t>(grid.rows());
}

WorkspaceSlice decoded_slice(const std::uint8_t* volume, const ScanGrid& grid, VerdictFormat format, int index) {
    WorkspaceSlice slice;
    const std::size_t bytes = verdict_row_bytes(grid, format);
    const std::uint8_t* row = volume + static_cast<std::size_t>(index) * verdict_slice_bytes(grid, format);
    for (int r = 0; r < grid.rows(); ++r, row += bytes) {
        if (format == VerdictFormat::bytes)
            append_row_from_bytes({row, bytes}, slice);
        else
            append_row_from_bits({row, bytes}, grid.columns(), slice);
    }
    return slice;
}

std::int64_t unwritten_verdicts(std::span<const std::uint8_t> volume, VerdictFormat format) {
    return format == VerdictFormat::bytes ? count_bytes_above_one(volume) : 0;
}

}  // namespace hexscan

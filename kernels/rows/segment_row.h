#pragma once

#include <cstdint>

#include "kernels/host_device.h"

namespace hexscan {

/// This value replaces a row's number of runs if the row is undecided: it only touches the border of a limit, or has
/// too many runs. The host then solves the row with the reference.
inline constexpr std::uint8_t undecided_row = 0xFF;

/// The row of a lane. Each segment covers `segment_rows` rows of a slice; the slices follow each other. Lanes whose row
/// lies beyond the slice are idle.
struct SegmentRow {
    int row, slice;
};

HEXSCAN_HD constexpr SegmentRow segment_row(unsigned segment, unsigned segments_per_slice, int segment_rows, int lane) {
    return {static_cast<int>(segment % segments_per_slice) * segment_rows + lane,
            static_cast<int>(segment / segments_per_slice)};
}

}  // namespace hexscan

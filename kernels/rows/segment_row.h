#pragma once

#include <cstdint>

#include "kernels/host_device.h"

namespace hexscan {

/// This value replaces a row's number of runs if the row grazes a limit. The host then solves the row with the
/// reference.
inline constexpr std::uint8_t undecided_row = 0xFF;

/// The row of a lane. Segments of `segment_rows` rows cover the rows of a slice, slice after slice. Lanes whose row
/// lies beyond the slice are idle.
struct SegmentRow {
    int row, slice;
};

HEXSCAN_HD constexpr SegmentRow segment_row(unsigned segment, unsigned segments_per_slice, int segment_rows, int lane) {
    return {static_cast<int>(segment % segments_per_slice) * segment_rows + lane,
            static_cast<int>(segment / segments_per_slice)};
}

}  // namespace hexscan

#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/host_device.h"
#include "kernels/shared/row_words.h"

namespace hexscan {

/// The addresses of the results. Each result has one number per point, except for the words of verdicts. The address is
/// null for a result that is not requested.
struct PointAnswers {
    RowWords words;       ///< Reachable at every orientation or, for an inclusive workspace, at one.
    std::uint8_t* rings;  ///< Rings of a cone that are reachable in every direction, including ring 0 without tilt.
    float* share;         ///< Share of the orientations that are reachable.
    float* clearance_m;   ///< The least clearance.
    std::uint8_t* limit;  ///< Number of the limit that attains it.

    HEXSCAN_HD_INLINE bool asks_for_least() const { return clearance_m || limit; }
    HEXSCAN_HD_INLINE bool asks_for_all() const { return asks_for_least() || rings || share; }
};

}  // namespace hexscan

#pragma once

#include <cstdint>

#include "src/scan/grid.h"

namespace hexscan {

/// Pixels a metre along x and y, for images that are to be shown to scale; 0 where that is not said.
struct PixelDensity {
    std::uint32_t x = 0, y = 0;
};

/// Of images with a pixel per grid point: whole numbers, as the formats have them. Not said where an axis has a single
/// point or pixels are larger than two metres.
PixelDensity pixel_density(const ScanGrid& grid);

}  // namespace hexscan

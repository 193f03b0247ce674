#pragma once

#include <cstdint>

#include "src/scan/grid.h"

namespace hexscan {

/// Pixels per metre along x and y, for images that are shown to scale. The number 0 means that the density is not
/// given.
struct PixelDensity {
    std::uint32_t x = 0, y = 0;
};

/// The density of images with one pixel per grid point, rounded to whole numbers as the formats require. It is not
/// given if an axis has a single point or a pixel is larger than two metres.
PixelDensity pixel_density(const ScanGrid& grid);

}  // namespace hexscan

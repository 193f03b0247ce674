#include "src/results/pictures/pixel_density.h"

#include <cmath>

namespace hexscan {

PixelDensity pixel_density(const ScanGrid& grid) {
    constexpr double least = 1, most = 0x7FFFFFFF;
    const double x = std::round(1 / grid.x.step_m), y = std::round(1 / grid.y.step_m);
    if (!(x >= least && x <= most && y >= least && y <= most)) return {};
    return {static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)};
}

}  // namespace hexscan

#include "src/check/pose_span.h"

#include <algorithm>
#include <cmath>

#include "src/check/box_halves.h"

namespace hexscan {

Pose PoseSpan::middle() const { return middle_of(PoseBox{from, to}); }

PoseBox PoseSpan::box() const {
    if (!is_way) return {from, to};
    // Upper bound on the rounding of repeatedly halved coordinates.
    constexpr double rounding = 0x1p-46;
    PoseBox box;
    for (std::size_t k = 0; k < PoseBox::dimensions; ++k) {
        const double off = from[k] == to[k] ? 0 : rounding * (std::abs(from[k]) + std::abs(to[k]));
        box.low[k] = std::min(from[k], to[k]) - off;
        box.high[k] = std::max(from[k], to[k]) + off;
    }
    return box;
}

std::pair<PoseSpan, PoseSpan> PoseSpan::halves(std::size_t axis) const {
    PoseSpan first = *this, second = *this;
    if (is_way) {
        first.to = second.from = coordinates_of(middle());
        first.along_to = second.along_from = along_middle();
        return {first, second};
    }
    const auto [low, high] = halves_of(PoseBox{from, to}, axis);
    first.to = low.high;
    second.from = high.low;
    return {first, second};
}

}  // namespace hexscan

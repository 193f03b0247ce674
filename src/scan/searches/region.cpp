#include "src/scan/searches/region.h"

#include <cmath>

#include <fmt/format.h>

#include "src/base/numbers.h"

namespace hexscan {
namespace {

constexpr std::array<const char*, 3> region_axes{"x", "y", "z"};

std::string short_length(double at_m, const Units& units) { return significant(units.from_metres(at_m), 6); }

}  // namespace

PositionBox bounds_of(const Region& region) {
    if (const auto* const box = std::get_if<PositionBox>(&region)) return *box;
    const auto& [centre_m, radius_m] = std::get<PositionBall>(region);
    PositionBox bounds;
    for (std::size_t axis = 0; axis < region_axes.size(); ++axis) {
        bounds.low_m[axis] = centre_m[axis] - radius_m;
        bounds.high_m[axis] = centre_m[axis] + radius_m;
    }
    return bounds;
}

std::string region_problem(const Region& region, const Units& units) {
    if (const auto* const ball = std::get_if<PositionBall>(&region); ball && !(ball->radius_m >= 0))
        return fmt::format("has a radius of {}; must be 0 or more", units.length_text(ball->radius_m, 12));
    const PositionBox bounds = bounds_of(region);
    for (std::size_t axis = 0; axis < region_axes.size(); ++axis) {
        const double low_m = bounds.low_m[axis], high_m = bounds.high_m[axis];
        for (const double end_m : {low_m, high_m})
            if (!(std::abs(end_m) <= max_extent_m))
                return fmt::format("reaches to {} = {}; must lie within -{} and {}", region_axes[axis],
                                   units.length_text(end_m, 12), units.from_metres(max_extent_m),
                                   units.length_text(max_extent_m, 12));
        if (!(low_m <= high_m))
            return fmt::format("runs in {} from {} to {}; the first must not exceed the second", region_axes[axis],
                               units.length_text(low_m, 12), units.length_text(high_m, 12));
    }
    return "";
}

std::string describe(const Region& region, const Units& units) {
    if (const auto* const ball = std::get_if<PositionBall>(&region))
        return fmt::format("the ball of radius {} about ({}, {}, {})", units.length_text(ball->radius_m),
                           short_length(ball->centre_m[0], units), short_length(ball->centre_m[1], units),
                           short_length(ball->centre_m[2], units));
    const auto& [low_m, high_m] = std::get<PositionBox>(region);
    std::string text = "the box";
    for (std::size_t axis = 0; axis < region_axes.size(); ++axis) {
        text += fmt::format("{} {} {}", axis == 0 ? "" : ",", region_axes[axis], short_length(low_m[axis], units));
        if (low_m[axis] != high_m[axis]) text += fmt::format(" to {}", short_length(high_m[axis], units));
    }
    return fmt::format("{} {}", text, units.length);
}

}  // namespace hexscan

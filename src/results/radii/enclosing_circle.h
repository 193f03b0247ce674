#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hexscan {

/// A circle in a slice's plane.
struct Circle {
    double x_m, y_m, radius_m;
};

/// A position in a slice's plane.
struct PlanePoint {
    double x_m, y_m;
};

/// A grid point of a slice by its indices.
struct SlicePoint {
    std::int32_t column, row;
    bool operator==(const SlicePoint&) const = default;
};

/// The corners of the convex hull, counter-clockwise from the lowest row's first column, without repeated
/// points and without points inside a side. Integer arithmetic, so no rounding adds or loses a corner; and
/// since scaling an axis turns no corner, they are the corners in metres too.
std::vector<SlicePoint> convex_hull(std::vector<SlicePoint> points);

/// The minimum circle around all points; nothing if there are none. The radius is the largest distance from
/// the centre, so that it never leaves a point outside. Time grows with the number of points and hardly ever
/// needs more than a dozen passes; give it a hull's corners. The result depends on the points alone.
std::optional<Circle> enclosing_circle(std::span<const PlanePoint> points);

}  // namespace hexscan

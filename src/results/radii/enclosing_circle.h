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

/// The corners of the convex hull, counter-clockwise from the first column of the lowest row. No point is repeated and
/// none is inside a side. Integer arithmetic makes the corners exact. Scaling an axis keeps corners, so these are the
/// corners in metres, too.
std::vector<SlicePoint> convex_hull(std::vector<SlicePoint> points);

/// The minimum circle around all points. Returns nothing if there are no points. The radius is the largest distance
/// from the centre, so no point is outside. Each pass takes time proportional to the number of points, and a dozen
/// passes nearly always suffice. To save time, pass only the corners of a hull. The result depends only on the points,
/// not on their order.
std::optional<Circle> enclosing_circle(std::span<const PlanePoint> points);

}  // namespace hexscan

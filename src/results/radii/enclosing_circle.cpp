#include "src/results/radii/enclosing_circle.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <tuple>
#include <utility>

namespace hexscan {
namespace {

bool before(const SlicePoint& a, const SlicePoint& b) { return std::tie(a.row, a.column) < std::tie(b.row, b.column); }

/// Twice the signed area of the triangle. It is positive if the path a, b, c turns left. It is exact: axes have at most
/// 2^24 points, so the products stay below 2^50.
std::int64_t turn(const SlicePoint& a, const SlicePoint& b, const SlicePoint& c) {
    const auto difference = [](std::int32_t from, std::int32_t to) { return std::int64_t{to} - from; };
    return difference(a.column, b.column) * difference(a.row, c.row) -
           difference(a.row, b.row) * difference(a.column, c.column);
}

/// Appends a corner to the chain that starts at `chain_begin`. Drops earlier corners at which the chain no longer turns
/// left.
void extend_chain(std::vector<SlicePoint>& chain, std::size_t chain_begin, const SlicePoint& point) {
    while (chain.size() >= chain_begin + 2 && turn(chain[chain.size() - 2], chain.back(), point) <= 0) chain.pop_back();
    chain.push_back(point);
}

double distance_sq(const PlanePoint& a, const PlanePoint& b) {
    const double dx = a.x_m - b.x_m, dy = a.y_m - b.y_m;
    return dx * dx + dy * dy;
}

/// The points, at most three, that determine a minimum circle. All of them lie on the circle.
using Support = std::vector<PlanePoint>;

struct SupportedCircle {
    PlanePoint centre{0, 0};
    double radius_sq = 0;  ///< square of the largest distance from the centre to the points that the circle encloses
    Support support;
};

double largest_distance_sq(const PlanePoint& centre, std::span<const PlanePoint> points) {
    double largest = 0;
    for (const PlanePoint& point : points) largest = std::max(largest, distance_sq(centre, point));
    return largest;
}

PlanePoint midpoint(const PlanePoint& a, const PlanePoint& b) {
    return {a.x_m + (b.x_m - a.x_m) / 2, a.y_m + (b.y_m - a.y_m) / 2};
}

/// The point that is equally far from a, b and c. Returns nothing if they lie on a line.
std::optional<PlanePoint> circumcentre(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c) {
    const double bx = b.x_m - a.x_m, by = b.y_m - a.y_m;
    const double cx = c.x_m - a.x_m, cy = c.y_m - a.y_m;
    const double twice_area = bx * cy - by * cx;
    if (twice_area == 0) return std::nullopt;
    const double b_sq = bx * bx + by * by, c_sq = cx * cx + cy * cy;
    return PlanePoint{a.x_m + (cy * b_sq - by * c_sq) / (2 * twice_area),
                      a.y_m + (bx * c_sq - cx * b_sq) / (2 * twice_area)};
}

/// The minimum circle around an old support and a point outside the old circle. That point lies on the new circle.
/// There are several candidates for the centre. The best one has the smallest distance to its farthest point. So no
/// tolerance is needed to decide whether a point is inside.
SupportedCircle grown_circle(const Support& old, const PlanePoint& outside) {
    Support points = old;
    points.push_back(outside);
    SupportedCircle best;
    best.radius_sq = std::numeric_limits<double>::infinity();
    const auto consider = [&](const PlanePoint& centre, Support support) {
        const double radius_sq = largest_distance_sq(centre, points);
        if (radius_sq < best.radius_sq) best = {centre, radius_sq, std::move(support)};
    };
    for (std::size_t i = 0; i < old.size(); ++i) {
        consider(midpoint(old[i], outside), {old[i], outside});
        for (std::size_t j = 0; j < i; ++j)
            if (const auto centre = circumcentre(old[i], old[j], outside)) consider(*centre, {old[i], old[j], outside});
    }
    return best;
}

}  // namespace

std::vector<SlicePoint> convex_hull(std::vector<SlicePoint> points) {
    if (!std::is_sorted(points.begin(), points.end(), before)) std::sort(points.begin(), points.end(), before);
    points.erase(std::unique(points.begin(), points.end()), points.end());
    if (points.size() < 3) return points;
    std::vector<SlicePoint> hull;
    for (const SlicePoint& point : points) extend_chain(hull, 0, point);
    const std::size_t way_back = hull.size() - 1;
    for (auto point = points.rbegin() + 1; point != points.rend(); ++point) extend_chain(hull, way_back, *point);
    hull.pop_back();  // the way back ends at the hull's first point
    return hull;
}

/// The algorithm of Welzl (1991) in the pivoting form of Gaertner, "Fast and robust smallest enclosing balls" (1999).
/// In each pass the farthest point outside joins the support and the circle grows. The passes end when no point is
/// outside.
std::optional<Circle> enclosing_circle(std::span<const PlanePoint> points) {
    if (points.empty()) return std::nullopt;
    SupportedCircle circle{points.front(), 0, {points.front()}};
    for (;;) {
        const auto farthest = std::max_element(points.begin(), points.end(), [&](const auto& a, const auto& b) {
            return distance_sq(circle.centre, a) < distance_sq(circle.centre, b);
        });
        if (!(distance_sq(circle.centre, *farthest) > circle.radius_sq)) break;
        SupportedCircle grown = grown_circle(circle.support, *farthest);
        // Because of rounding, a point on the circle may seem to be outside. The loop ends when the circle no longer
        // grows.
        if (!(grown.radius_sq > circle.radius_sq)) break;
        circle = std::move(grown);
    }
    return Circle{circle.centre.x_m, circle.centre.y_m, std::sqrt(largest_distance_sq(circle.centre, points))};
}

}  // namespace hexscan

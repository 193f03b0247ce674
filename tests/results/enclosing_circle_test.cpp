// Compares convex hull and minimum enclosing circle with closed forms, and with brute force over all pairs and triples.
// Brute force uses small sets of integer points, in which many points are on one line or one circle.

#include "src/results/radii/enclosing_circle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <vector>

namespace {

using hexscan::Circle;
using hexscan::convex_hull;
using hexscan::enclosing_circle;
using hexscan::PlanePoint;
using hexscan::SlicePoint;

std::vector<PlanePoint> in_metres(const std::vector<SlicePoint>& points, double dx_m = 1, double dy_m = 1) {
    std::vector<PlanePoint> metres;
    for (const SlicePoint& point : points) metres.push_back({dx_m * point.column, dy_m * point.row});
    return metres;
}

double distance(const Circle& circle, const PlanePoint& point) {
    return std::hypot(point.x_m - circle.x_m, point.y_m - circle.y_m);
}

std::optional<Circle> through(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c) {
    const double d = 2 * (a.x_m * (b.y_m - c.y_m) + b.x_m * (c.y_m - a.y_m) + c.x_m * (a.y_m - b.y_m));
    if (d == 0) return std::nullopt;
    const double aa = a.x_m * a.x_m + a.y_m * a.y_m;
    const double bb = b.x_m * b.x_m + b.y_m * b.y_m;
    const double cc = c.x_m * c.x_m + c.y_m * c.y_m;
    Circle circle{(aa * (b.y_m - c.y_m) + bb * (c.y_m - a.y_m) + cc * (a.y_m - b.y_m)) / d,
                  (aa * (c.x_m - b.x_m) + bb * (a.x_m - c.x_m) + cc * (b.x_m - a.x_m)) / d, 0};
    circle.radius_m = distance(circle, a);
    return circle;
}

/// Radius of the smallest circle around all points, among the circles over pairs and through triples of points.
double brute_force_radius(const std::vector<PlanePoint>& points) {
    if (points.size() < 2) return 0;
    double best = std::numeric_limits<double>::infinity();
    const auto consider = [&](const Circle& circle) {
        const bool encloses = std::ranges::all_of(
            points, [&](const PlanePoint& p) { return distance(circle, p) <= circle.radius_m + 1e-9; });
        if (encloses) best = std::min(best, circle.radius_m);
    };
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const double x_m = (points[i].x_m + points[j].x_m) / 2, y_m = (points[i].y_m + points[j].y_m) / 2;
            consider({x_m, y_m, distance({x_m, y_m, 0}, points[i])});
            for (std::size_t k = 0; k < j; ++k)
                if (const auto circle = through(points[i], points[j], points[k])) consider(*circle);
        }
    return best;
}

void expect_circle(const std::vector<PlanePoint>& points, double x_m, double y_m, double radius_m) {
    const auto circle = enclosing_circle(points);
    ASSERT_TRUE(circle);
    EXPECT_NEAR(circle->x_m, x_m, 1e-14);
    EXPECT_NEAR(circle->y_m, y_m, 1e-14);
    EXPECT_NEAR(circle->radius_m, radius_m, 1e-14);
}

TEST(EnclosingCircle, NothingEnclosesNothing) { EXPECT_FALSE(enclosing_circle({})); }

TEST(EnclosingCircle, OnePointIsItsOwnCentre) {
    expect_circle({{0.25, -3}}, 0.25, -3, 0);
    expect_circle({{0.25, -3}, {0.25, -3}, {0.25, -3}}, 0.25, -3, 0);
}

TEST(EnclosingCircle, TwoPointsAreADiameter) {
    expect_circle({{-1, 0}, {2, 4}}, 0.5, 2, 2.5);
    expect_circle({{-1, 0}, {2, 4}, {-1, 0}}, 0.5, 2, 2.5);
}

TEST(EnclosingCircle, PointsOnALineSpanADiameter) {
    expect_circle({{0, 0}, {1, 1}, {2, 2}, {-3, -3}, {0.5, 0.5}}, -0.5, -0.5, 2.5 * std::sqrt(2.0));
}

TEST(EnclosingCircle, AnObtuseTriangleIsHeldByItsLongestSide) { expect_circle({{-2, 0}, {0, 1}, {2, 0}}, 0, 0, 2); }

TEST(EnclosingCircle, AnAcuteTriangleIsHeldByAllCorners) {
    const double h = std::sqrt(3.0);
    expect_circle({{-1, 0}, {1, 0}, {0, h}}, 0, h / 3, 2 / h);
}

TEST(EnclosingCircle, ManyPointsOnOneCircle) {
    std::vector<PlanePoint> points{{5, 0}, {-5, 0}, {0, 5}, {0, -5}};
    for (const double x : {-3.0, 3.0, -4.0, 4.0})
        for (const double side : {-1.0, 1.0}) points.push_back({x, side * std::sqrt(25 - x * x)});
    expect_circle(points, 0, 0, 5);
    const auto arc = [](double angle_rad) {
        std::vector<PlanePoint> polygon;
        for (double a = 0; a < angle_rad; a += 1e-3) polygon.push_back({0.3 * std::cos(a), 0.3 * std::sin(a)});
        return polygon;
    };
    expect_circle(arc(3.6), 0, 0, 0.3);
    // The ends of an arc of less than half a circle determine its enclosing circle.
    EXPECT_NEAR(enclosing_circle(arc(2.9995))->radius_m, 0.3 * std::sin(2.999 / 2), 1e-12);
}

TEST(EnclosingCircle, FarFromTheOriginItKeepsItsSize) {
    expect_circle({{1e6, 1e6}, {1e6 + 3, 1e6}, {1e6, 1e6 + 4}, {1e6 + 1, 1e6 + 1}}, 1e6 + 1.5, 1e6 + 2, 2.5);
}

TEST(EnclosingCircle, NearlyCollinearPointsDoNotBlowUp) {
    expect_circle({{-1, 0}, {0, 1e-17}, {1, 0}, {0.5, -1e-17}}, 0, 0, 1);
}

TEST(ConvexHull, SmallSetsAreTheirOwnHull) {
    EXPECT_TRUE(convex_hull({}).empty());
    EXPECT_EQ(convex_hull({{3, 4}, {3, 4}}), (std::vector<SlicePoint>{{3, 4}}));
    EXPECT_EQ(convex_hull({{5, 5}, {3, 4}, {3, 4}}), (std::vector<SlicePoint>{{3, 4}, {5, 5}}));
}

TEST(ConvexHull, KeepsCornersOnlyCounterClockwise) {
    std::vector<SlicePoint> square;
    for (int row = 0; row < 5; ++row)
        for (int column = 0; column < 7; ++column) square.push_back({column, row});
    EXPECT_EQ(convex_hull(square), (std::vector<SlicePoint>{{0, 0}, {6, 0}, {6, 4}, {0, 4}}));
}

TEST(ConvexHull, ALineHasTwoCorners) {
    EXPECT_EQ(convex_hull({{0, 0}, {1, 1}, {2, 2}, {3, 3}}), (std::vector<SlicePoint>{{0, 0}, {3, 3}}));
    EXPECT_EQ(convex_hull({{4, 0}, {4, 2}, {4, 1}}), (std::vector<SlicePoint>{{4, 0}, {4, 2}}));
    EXPECT_EQ(convex_hull({{4, 7}, {2, 7}, {3, 7}}), (std::vector<SlicePoint>{{2, 7}, {4, 7}}));
}

TEST(ConvexHull, ExactOverTheLargestAxes) {
    constexpr std::int32_t last = (1 << 24) - 1;
    // The point (last - 1, last - 1) is on the diagonal. The next point to its right is a corner by one part in 2^48.
    EXPECT_EQ(convex_hull({{0, 0}, {last - 1, last - 1}, {last, last}}).size(), 2U);
    EXPECT_EQ(convex_hull({{0, 0}, {last, last - 1}, {last, last}}).size(), 3U);
}

TEST(EnclosingCircle, MatchesBruteForceOnRandomSlicePoints) {
    std::mt19937 random(20240817);
    for (int trial = 0; trial < 3000; ++trial) {
        const int side = 1 + trial % 12;
        std::uniform_int_distribution<std::int32_t> column(0, side), row(0, trial % 3 == 0 ? 1 : side);
        std::vector<SlicePoint> points;
        for (int i = 0; i <= trial % 14; ++i) points.push_back({column(random), row(random)});
        const double dx_m = trial % 2 == 0 ? 1 : 0.0018018, dy_m = trial % 2 == 0 ? 1 : 0.003;
        const std::vector<PlanePoint> all = in_metres(points, dx_m, dy_m);
        const auto circle = enclosing_circle(in_metres(convex_hull(points), dx_m, dy_m));
        ASSERT_TRUE(circle);
        ASSERT_NEAR(circle->radius_m, brute_force_radius(all), 1e-8 * dx_m) << "trial " << trial;
        ASSERT_NEAR(circle->radius_m, enclosing_circle(all)->radius_m, 1e-13) << "trial " << trial;
        for (const PlanePoint& point : all)
            ASSERT_LE(distance(*circle, point), circle->radius_m * (1 + 1e-14) + 1e-300) << "trial " << trial;
    }
}

TEST(EnclosingCircle, DiscOfAThousandRows) {
    std::vector<SlicePoint> ends;
    for (int row = 0; row <= 1000; ++row) {
        const auto half = static_cast<std::int32_t>(std::sqrt(500.0 * 500 - (row - 500.0) * (row - 500.0)));
        ends.push_back({500 - half, row});
        ends.push_back({500 + half, row});
    }
    expect_circle(in_metres(convex_hull(ends)), 500, 500, 500);
}

}  // namespace

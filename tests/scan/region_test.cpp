// Regions of positions: invalid ones, and the grid points that regions contain.

#include "src/files/json_fields.h"
#include "src/scan/map_kind.h"
#include "src/scan/searches/region_points.h"

#include <cmath>
#include <limits>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/files/request_json.h"
#include "tests/support/values.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
const Units metres{"m", "deg"};

ScanRequest request_on(ScanRange x, ScanRange y, ScanRange z) {
    ScanRequest request;
    request.x = x;
    request.y = y;
    request.z = z;
    return request;
}

using Point = std::array<int, 3>;

std::set<Point> points_in_region(const Region& region, const ScanRequest& request) {
    std::set<Point> points;
    const RegionPoints inside(region, request);
    for (int slice = 0; slice < request.z.count; ++slice)
        inside.for_each_in_slice(slice, [&](int column, int row) {
            EXPECT_TRUE(points.insert({column, row, slice}).second) << "visited twice";
        });
    EXPECT_EQ(inside.empty(), points.empty());
    return points;
}

double at(const ScanRange& range, int i) {
    return range.count == 1 ? range.from_m : range.from_m + (range.to_m - range.from_m) * i / (range.count - 1);
}

/// All grid points for which inside(x, y, z) is true.
template <class Inside>
std::set<Point> asked_one_by_one(const ScanRequest& request, Inside inside) {
    std::set<Point> points;
    for (int k = 0; k < request.z.count; ++k)
        for (int j = 0; j < request.y.count; ++j)
            for (int i = 0; i < request.x.count; ++i)
                if (inside(at(request.x, i), at(request.y, j), at(request.z, k))) points.insert({i, j, k});
    return points;
}

TEST(RegionPoints, AreThoseThatAskingOneByOneFinds) {
    std::mt19937_64 numbers(3);
    const auto between = [&](double low, double high) {
        return low + (high - low) * static_cast<double>(numbers() >> 11) * 0x1p-53;
    };
    std::size_t held = 0, empty = 0;
    for (int n = 0; n < 300; ++n) {
        const int counts[] = {1, 2, 5, 11, 14};
        const auto range = [&] {
            const int count = counts[numbers() % 5];
            const double from = between(-1, 1);
            return ScanRange{from, count == 1 ? from : from + between(0.1, 1), count};
        };
        const ScanRange of_x = range(), of_y = range(), of_z = range();
        const ScanRequest request = request_on(of_x, of_y, of_z);
        const std::array<const ScanRange*, 3> ranges{&request.x, &request.y, &request.z};
        PositionBox box;
        PositionBall ball{.radius_m = between(0, 0.6)};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            box.low_m[axis] = between(-1, 1.5);
            box.high_m[axis] = box.low_m[axis] + between(0, 1);
            if (ranges[axis]->count == 1) box.low_m[axis] = -2;
            ball.centre_m[axis] = between(ranges[axis]->from_m - 0.2, ranges[axis]->to_m + 0.2);
        }
        const auto in_box = points_in_region(box, request), in_ball = points_in_region(ball, request);
        EXPECT_EQ(in_box, asked_one_by_one(request, [&](double x, double y, double z) {
                      return x >= box.low_m[0] && x <= box.high_m[0] && y >= box.low_m[1] && y <= box.high_m[1] &&
                             z >= box.low_m[2] && z <= box.high_m[2];
                  }));
        EXPECT_EQ(in_ball, asked_one_by_one(request, [&](double x, double y, double z) {
                      return std::hypot(x - ball.centre_m[0], y - ball.centre_m[1], z - ball.centre_m[2]) <=
                             ball.radius_m;
                  }));
        held += in_box.size() + in_ball.size();
        empty += in_box.empty() + in_ball.empty();
    }
    EXPECT_GT(held, 1000U);
    EXPECT_GT(empty, 10U);
}

TEST(RegionPoints, TheBorderBelongsToIt) {
    // 0.1 + 0.2 and grid points at 0.3 differ by a rounding error.
    const ScanRequest request = request_on({-0.9, 0.9, 19}, {0, 0, 1}, {0, 1, 11});
    EXPECT_EQ(points_in_region(PositionBox{{-0.3, 0, 0.7}, {0.1 + 0.2, 0, 0.7}}, request).size(), 7U);
    EXPECT_EQ(points_in_region(PositionBall{{0, 0, 0.5}, 0.1}, request).size(), 5U);
    EXPECT_EQ(points_in_region(PositionBall{{0.1 + 0.2, 0, 0.3}, 0}, request), (std::set<Point>{{12, 0, 3}}));
    EXPECT_TRUE(points_in_region(PositionBox{{0.31, 0, 0}, {0.39, 0, 1}}, request).empty());
    EXPECT_TRUE(points_in_region(PositionBall{{0.35, 0, 0.35}, 0.07}, request).empty())
        << "its box holds no point either";
    EXPECT_TRUE(points_in_region(PositionBall{{0.35, 0, 0.35}, 0.0707}, request).empty()) << "its box's corners do";
    EXPECT_EQ(points_in_region(PositionBall{{0.35, 0, 0.35}, 0.0708}, request).size(), 4U);
}

TEST(RegionPoints, KnowWhereTheRegionGoesBeyondTheGrid) {
    const ScanRequest request = request_on({-1, 1, 5}, {-1, 1, 5}, {2, 2, 1});
    const auto beyond = [&](const Region& region) { return RegionPoints(region, request).goes_beyond_grid(); };
    EXPECT_FALSE(beyond(PositionBox{{-1, -1, 2}, {1, 1, 2}}));
    EXPECT_TRUE(beyond(PositionBox{{-1, -1, 2}, {1, 1.01, 2}}));
    EXPECT_TRUE(beyond(PositionBox{{-1, -1, 1.9}, {1, 1, 2}}));
    EXPECT_TRUE(beyond(PositionBall{{0, 0, 2}, 0.1})) << "one slice holds no ball";
    EXPECT_FALSE(beyond(PositionBall{{0, 0, 2}, 0}));
}

TEST(Region, WhatIsWrongIsSaidInTheGivenUnits) {
    const Units mm{"mm", "deg"};
    EXPECT_EQ(region_problem(PositionBox{{0, 0, 1}, {0, 1, 2}}, mm), "");
    EXPECT_EQ(region_problem(PositionBall{{0, 0, 1}, 0}, mm), "");
    EXPECT_EQ(region_problem(PositionBox{{0, 2, 0}, {0, 1, 0}}, mm),
              "runs in y from 2000 mm to 1000 mm; the first must not exceed the second");
    EXPECT_EQ(region_problem(PositionBall{{0, 0, 0}, -0.5}, mm), "has a radius of -500 mm; must be 0 or more");
    for (const double wrong : {not_a_number, infinity, -infinity, 2e6}) {
        EXPECT_NE(region_problem(PositionBox{{0, 0, wrong}, {1, 1, wrong}}, mm), "") << wrong;
        EXPECT_NE(region_problem(PositionBox{{0, 0, 0}, {1, wrong, 1}}, mm), "") << wrong;
        EXPECT_NE(region_problem(PositionBox{{wrong, 0, 0}, {1, 1, 1}}, mm), "") << wrong;
        EXPECT_NE(region_problem(PositionBall{{0, wrong, 0}, 1}, mm), "") << wrong;
        EXPECT_NE(region_problem(PositionBall{{0, 0, 0}, wrong}, mm), "") << wrong;
    }
}

TEST(Region, AnEmptyOneIsAProblemAndOneBeyondTheGridAWarning) {
    ScanRequest request = request_on({-1, 1, 5}, {-1, 1, 5}, {0, 1, 3});
    EXPECT_EQ(empty_region_problem(request, metres), "");
    EXPECT_EQ(cut_off_region_warning(request, metres), "");
    request.questions.tilt_inside = PositionBall{{0.25, 0.25, 0.25}, 0.3};
    EXPECT_EQ(cut_off_region_warning(request, metres),
              "the ball of radius 0.3 m about (0.25, 0.25, 0.25) continues beyond the grid (x -1 to 1 m (5 points), y "
              "-1 to 1 m (5 points), z 0 to 1 m (3 points)); the reported tilt applies only to the part in the grid");
    EXPECT_NE(empty_region_problem(request, metres).find("radius 0.3 m about (0.25, 0.25, 0.25) holds no grid point"),
              std::string::npos);
    request.questions.tilt_inside = PositionBox{{0, 0, 0.6}, {0.5, 0.5, 0.8}};
    EXPECT_EQ(empty_region_problem(request, metres),
              "the box x 0 to 0.5, y 0 to 0.5, z 0.6 to 0.8 m lies between the slices at z 0.5 and 1 m; z 0.7 scans a "
              "slice through it");
    request.questions.tilt_inside = PositionBox{{0, 0, 0}, {0.5, 0.5, 0.5}};
    EXPECT_EQ(empty_region_problem(request, metres), "");
    EXPECT_EQ(cut_off_region_warning(request, metres), "");
}

TEST(Region, ARecordReadsBackTheSame) {
    ScanRequest request = request_on({-1, 1, 5}, {-1, 1, 5}, {0, 1, 3});
    request.orientations.tilt = TiltCone{0.1, 2, 4};
    request.workspace = WorkspaceKind::inclusive;
    request.questions.maps = {MapKind::tilt};
    const auto read_back = [](const nlohmann::json& json) {
        const nlohmann::json same = parsed_json(json_text(json));
        return request_from_json(JsonField(same, "record"));
    };
    const auto error_of = [&](const nlohmann::json& json) -> std::string {
        try {
            read_back(json);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    for (const std::optional<Region>& region :
         {std::optional<Region>(), std::optional<Region>(PositionBox{{-0.1, 0, 0.3}, {0.1, 1.0 / 3, 0.7}}),
          std::optional<Region>(PositionBall{{0.1, 1.0 / 3, 0.5}, 0.25})}) {
        request.questions.tilt_inside = region;
        EXPECT_EQ(read_back(request_json(request)), request);
    }
    nlohmann::json json = request_json(request);
    json["tilt_inside"]["ball"]["radius_m"] = "NaN";
    EXPECT_NE(error_of(json).find("tilt_inside"), std::string::npos) << error_of(json);
    json = request_json(request);
    json["maps"] = {"share"};
    EXPECT_NE(error_of(json).find("needs the map tilt"), std::string::npos) << error_of(json);
    json = request_json(request);
    json.erase("tilt_inside");
    EXPECT_FALSE(read_back(json).questions.tilt_inside) << "records of earlier versions have no region";
}

}  // namespace
}  // namespace hexscan

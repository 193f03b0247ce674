// Tests the largest tilt that is reachable everywhere in a region. It compares with a closed form and with brute force
// over the map, and checks that smaller regions allow no less. It also reads the record and summary of a whole run.

#include "src/results/radii/tilt_inside.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "src/engines/delivery.h"
#include "src/engines/host_engines.h"
#include "src/results/pictures/map_files.h"
#include "src/scan/map_kind.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/random/random_set.h"
#include "tests/support/shell.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/values.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// A scanned tilt map, for the answers of several regions.
class TiltMap {
public:
    explicit TiltMap(const Platform& platform) : platform_(platform), plan_(make_scan_plan(platform)) {
        const auto scan = set_engine().prepare(plan_);
        scan->scan();
        for (int s = 0; s < plan_.slices(); ++s)
            tilts_deg_.push_back(std::get<std::vector<float>>(scan->fields(s).at(0).values));
    }

    /// The answer for a region. It takes the last slice first, because the order must not matter.
    TiltInside::Answer answer(const Region& region) const {
        ScanRequest request = platform_.scan;
        request.questions.tilt_inside = region;
        TiltInside inside(request, plan_);
        for (int s = plan_.slices(); s-- > 0;) inside.take(s, tilts_deg_[static_cast<std::size_t>(s)]);
        return inside.answer();
    }

    double tilt_deg(int column, int row, int slice) const {
        return tilts_deg_[static_cast<std::size_t>(slice)]
                         [static_cast<std::size_t>(row) * static_cast<std::size_t>(plan_.columns()) +
                          static_cast<std::size_t>(column)];
    }

    const ScanPlan& plan() const { return plan_; }

private:
    Platform platform_;
    ScanPlan plan_;
    std::vector<std::vector<float>> tilts_deg_;
};

void ask_for_tilt(Platform& platform, TiltCone cone) {
    platform.scan.orientations = OrientationSet{};
    platform.scan.orientations.tilt = cone;
    platform.scan.workspace = WorkspaceKind::inclusive;
    platform.scan.questions.maps = {MapKind::tilt};
}

/// Largest tilt of the platform's joints. No ring of the cone has this tilt.
constexpr double pencil_deg = 30.2;

/// A machine whose six legs start at the origin and whose platform joints tilt by at most pencil_deg. The cone has two
/// opposite directions, and the grid is in their plane. Let a be the angle between z and the line from the origin to a
/// position. Then every tilt up to pencil_deg - a is reachable there in both directions, and none beyond.
Platform pencil() {
    Platform platform;
    platform.machine = shell_machine(0, 100);
    platform.machine.units = {"m", "deg"};
    platform.machine.platform.max_tilt_rad.fill(pencil_deg * degree);
    ask_for_tilt(platform, {40 * degree, 80, 2});
    platform.scan.x = {-1.5, 1.5, 61};
    platform.scan.y = {0, 0, 1};
    platform.scan.z = {0.5, 2.5, 41};
    return platform;
}

/// The largest reachable ring at a position whose direction from the origin is `seen_deg` from z. Rings are half a
/// degree apart.
double ring_within(double seen_deg) { return seen_deg > pencil_deg ? -1 : std::floor((pencil_deg - seen_deg) * 2) / 2; }

TEST(TiltInside, OfAPencilIsWhatItsConeLeaves) {
    const TiltMap map(pencil());
    // The corner of a box whose direction is farthest from the axis is the lowest one on its wider side.
    for (const auto& [low_x, high_x, low_z] : {std::tuple(-0.2, 0.3, 1.0),
                                               {-0.45, 0.1, 1.5},
                                               {0.0, 0.0, 0.75},
                                               {-0.5, 0.5, 1.0},
                                               {0.3, 0.9, 0.6},
                                               {0.1, 0.4, 2.5}}) {
        const auto answer = map.answer(PositionBox{{low_x, 0, low_z}, {high_x, 0, 2.5}});
        const double across = std::max(std::abs(low_x), std::abs(high_x));
        const double expected = ring_within(std::atan2(across, low_z) / degree);
        EXPECT_NEAR(answer.tilt_deg, expected, 1e-4) << across << " at " << low_z;
        EXPECT_EQ(answer.points, std::lround((high_x - low_x) / 0.05 + 1) * std::lround((2.5 - low_z) / 0.05 + 1));
        EXPECT_FALSE(answer.goes_beyond_grid);
        EXPECT_FALSE(answer.is_largest_ring);
        const double seen_deg = std::atan2(std::abs(answer.at_m[0]), answer.at_m[2]) / degree;
        EXPECT_NEAR(ring_within(seen_deg), expected, 1e-4) << "the point that is named allows more";
    }
    // A ball's farthest direction is its tangent from the origin. Some grid points are near the tangent point.
    const auto ball = map.answer(PositionBall{{0, 0, 2}, 0.4});
    const double tangent_deg = std::asin(0.4 / 2) / degree;
    EXPECT_GE(ball.tilt_deg, ring_within(tangent_deg));
    EXPECT_LE(ball.tilt_deg, ring_within(tangent_deg) + 1);
    EXPECT_TRUE(ball.goes_beyond_grid) << "the grid is a plane";
    EXPECT_EQ(map.answer(PositionBox{{1, 0, 0.5}, {1.2, 0, 0.6}}).tilt_deg, -1);
}

TEST(TiltInside, TellsThatTheConeEnds) {
    Platform platform = pencil();
    platform.scan.orientations.tilt = TiltCone{10 * degree, 20, 2};
    const auto answer = TiltMap(platform).answer(PositionBox{{-0.1, 0, 1}, {0.1, 0, 1.5}});
    EXPECT_NEAR(answer.tilt_deg, 10, 1e-5);
    EXPECT_TRUE(answer.is_largest_ring);
}

/// Tests with random machines, cones and regions.
class RandomRegions : public testing::TestWithParam<std::uint64_t> {
protected:
    RandomRegions() : numbers_(GetParam()) {}

    static Platform scanned() {
        Platform platform = GetParam() % 2 ? random_platform(GetParam()) : integer_platform(GetParam());
        std::mt19937_64 numbers(GetParam() + 1000);
        const int rings = 1 + static_cast<int>(numbers() % 6), directions = 1 + static_cast<int>(numbers() % 7);
        ask_for_tilt(platform, {0.02 + 0.05 * static_cast<double>(numbers() % 8), rings, directions});
        return platform;
    }

    double between(double low, double high) {
        return low + (high - low) * static_cast<double>(numbers_() >> 11) * 0x1p-53;
    }

    /// A box around a point of the grid, with a part of the grid's size, and the ball in it.
    std::pair<PositionBox, PositionBall> random_region(const ScanPlan& plan) {
        PositionBox box;
        PositionBall ball{.radius_m = std::numeric_limits<double>::infinity()};
        const std::array axes{plan.x, plan.y, plan.z};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double size = std::max(axes[axis].to_m - axes[axis].from_m, 0.1);
            ball.centre_m[axis] = between(axes[axis].from_m, axes[axis].to_m);
            const double half = size * between(0.05, 0.5);
            box.low_m[axis] = ball.centre_m[axis] - half;
            box.high_m[axis] = ball.centre_m[axis] + half;
            ball.radius_m = std::min(ball.radius_m, half);
        }
        return {box, ball};
    }

    std::mt19937_64 numbers_;
};

/// The answer of a loop over the map, point by point.
TiltInside::Answer brute_force(const TiltMap& map, const Region& region) {
    TiltInside::Answer found;
    const auto& [x, y, z] = static_cast<const ScanGrid&>(map.plan());
    for (int k = 0; k < z.count; ++k)
        for (int j = 0; j < y.count; ++j)
            for (int i = 0; i < x.count; ++i) {
                const std::array<double, 3> at{x.from_m + i * x.step_m, y.from_m + j * y.step_m,
                                               z.from_m + k * z.step_m};
                bool inside = true;
                if (const auto* const box = std::get_if<PositionBox>(&region))
                    for (std::size_t axis = 0; axis < 3; ++axis)
                        inside = inside && at[axis] >= box->low_m[axis] && at[axis] <= box->high_m[axis];
                else {
                    const auto& [centre, radius] = std::get<PositionBall>(region);
                    inside = std::hypot(at[0] - centre[0], at[1] - centre[1], at[2] - centre[2]) <= radius;
                }
                if (!inside) continue;
                const auto tilt_deg = static_cast<float>(map.tilt_deg(i, j, k));
                if (found.points++ == 0 || tilt_deg < found.tilt_deg) {
                    found.tilt_deg = tilt_deg;
                    found.at_m = at;
                }
            }
    return found;
}

TEST_P(RandomRegions, EqualBruteForceOverTheMapAndShrinkWithTheRegion) {
    const TiltMap map(scanned());
    int held = 0;
    for (int n = 0; n < 20; ++n) {
        const auto [box, ball] = random_region(map.plan());
        const TiltInside::Answer in_box = map.answer(box), in_ball = map.answer(ball);
        for (const auto& [region, answer] : {std::pair<Region, TiltInside::Answer>(box, in_box), {ball, in_ball}}) {
            const TiltInside::Answer expected = brute_force(map, region);
            ASSERT_EQ(answer.points, expected.points);
            if (answer.points == 0) continue;
            EXPECT_EQ(answer.tilt_deg, expected.tilt_deg);
            for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_NEAR(answer.at_m[axis], expected.at_m[axis], 1e-9);
            ++held;
        }
        EXPECT_LE(in_ball.points, in_box.points) << "the box holds the ball";
        if (in_ball.points > 0) {
            EXPECT_GE(in_ball.tilt_deg, in_box.tilt_deg) << "the box holds the ball";
        }
    }
    EXPECT_GT(held, 0);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomRegions, testing::Range<std::uint64_t>(1, 41));

class TiltInsideFiles : public FolderTest {};

TEST_F(TiltInsideFiles, RecordAndSummaryNameIt) {
    Platform platform = pencil();
    platform.scan.questions.tilt_inside = PositionBox{{-0.2, 0, 1}, {0.3, 0, 2}};
    const ScanPlan plan = make_scan_plan(platform);
    MapFiles maps(platform, plan, folder_, false);
    Consumer* const consumers[] = {&maps};
    deliver(set_engine(), plan, consumers, {});
    const OutputReport told = maps.finish();
    const nlohmann::json& found = told.json.at("tilt_inside");
    EXPECT_NEAR(found.at("tilt_deg").get<double>(), 13.5, 1e-4);  // atan(0.3) is 16.7 degrees
    EXPECT_NEAR(found.at("x_m").get<double>(), 0.3, 1e-12);
    EXPECT_EQ(found.at("y_m").get<double>(), 0);
    EXPECT_EQ(found.at("z_m").get<double>(), 1);
    EXPECT_EQ(found.at("points").get<int>(), 11 * 21);
    EXPECT_FALSE(found.at("goes_beyond_grid").get<bool>());
    ASSERT_EQ(told.lines.size(), 1U);
    EXPECT_EQ(told.lines[0].first, "tilt inside");
    EXPECT_EQ(told.lines[0].second,
              "13.5 deg in every direction everywhere in the box x -0.2 to 0.3, y 0, z 1 to 2 m (231 grid points); no "
              "larger tilt at (0.3, 0, 1)");
}

TEST_F(TiltInsideFiles, WithoutARegionNothingIsSaid) {
    const Platform platform = pencil();
    const ScanPlan plan = make_scan_plan(platform);
    MapFiles maps(platform, plan, folder_, false);
    Consumer* const consumers[] = {&maps};
    deliver(set_engine(), plan, consumers, {});
    const OutputReport told = maps.finish();
    EXPECT_FALSE(told.json.contains("tilt_inside"));
    EXPECT_TRUE(told.lines.empty());
}

}  // namespace

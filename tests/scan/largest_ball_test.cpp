// The largest ball. The oracle must find it entirely reachable. It must be as large as the ball of an independent
// search without slopes.

#include "src/scan/searches/largest_ball.h"
#include "src/files/platform_file.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/kinematics.h"
#include "src/scan/platform.h"
#include "src/scan/scan_tuning.h"
#include "tests/support/oracles/oracle.h"
#include "tests/support/oracles/room_by_oracle.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/random/random_set.h"
#include "tests/support/shell.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

double longest_m(const Machine& machine) {
    return *std::max_element(machine.telescopic().max_length.begin(), machine.telescopic().max_length.end());
}

struct Range {
    double low, high;
    explicit Range(const GridAxis<double>& axis)
        : low(grid_coordinate(axis, 0)), high(grid_coordinate(axis, axis.count - 1)) {}
    bool holds(double at) const { return at >= low && at <= high; }
};

/// A search by trial. From a grid point it steps in random directions of the ranges, keeps a step if it gains
/// clearance, and shortens the steps.
class TrialSearch {
public:
    TrialSearch(const Platform& platform, const ScanPlan& plan)
        : clearance_(platform), plan_(plan), ranges_{Range(plan.x), Range(plan.y), Range(plan.z)} {
        for (int s = 0; s < plan_.slices(); ++s)
            for (int r = 0; r < plan_.rows(); ++r)
                for (int c = 0; c < plan_.columns(); ++c) {
                    const Vector p{grid_coordinate(plan_.x, c), grid_coordinate(plan_.y, r),
                                   grid_coordinate(plan_.z, s)};
                    points_.push_back({clearance_(p), p});
                }
        std::sort(points_.begin(), points_.end(),
                  [](const Point& a, const Point& b) { return a.clearance_m > b.clearance_m; });
    }

    double best_grid_point_m() const { return points_.front().clearance_m; }

    /// The best clearance found from the best grid points.
    double best_m(Dice& dice, std::size_t starts, int trials) const {
        double most_m = -INFINITY;
        for (std::size_t start = 0; start < std::min(points_.size(), starts); ++start)
            most_m = std::max(most_m, climb_m(dice, points_[start], trials));
        return most_m;
    }

    double clearance_m(const Vector& p) const { return clearance_(p); }

    bool in_ranges(const Vector& p) const {
        return ranges_[0].holds(p.x) && ranges_[1].holds(p.y) && ranges_[2].holds(p.z);
    }

private:
    struct Point {
        double clearance_m;
        Vector at;
    };

    double climb_m(Dice& dice, Point best, int trials) const {
        double step_m = std::hypot(plan_.x.step_m, plan_.y.step_m, plan_.z.step_m);
        for (int trial = 0, misses = 0; trial < trials; ++trial) {
            const auto stepped = [&](double from, const Range& range) {
                return std::clamp(from + dice.between(-step_m, step_m), range.low, range.high);
            };
            const Vector p{stepped(best.at.x, ranges_[0]), stepped(best.at.y, ranges_[1]),
                           stepped(best.at.z, ranges_[2])};
            const double here_m = clearance_(p);
            misses = here_m > best.clearance_m ? 0 : misses + 1;
            if (here_m > best.clearance_m) best = {here_m, p};
            if (misses == 20) {
                step_m /= 2;
                misses = 0;
            }
        }
        return best.clearance_m;
    }

    RoomByOracle clearance_;
    const ScanPlan& plan_;
    Range ranges_[3];
    std::vector<Point> points_;  ///< of the grid, largest clearance first
};

/// Draws positions in the ball and on its surface, and tests them with the oracle at an orientation of the set.
void expect_reachable_throughout(const Platform& platform, const ReachableBall& ball, Dice& dice) {
    Platform asked = platform;
    const std::vector<Orientation> set = members(platform.scan.orientations);
    asked.scan.orientations =
        OrientationSet(set[static_cast<std::size_t>(dice.whole(0, static_cast<int>(set.size()) - 1))]);
    for (int draw = 0; draw < 40; ++draw) {
        const Vector way{dice.between(-1, 1), dice.between(-1, 1), dice.between(-1, 1)};
        const double length = std::sqrt(dot(way, way));
        if (!(length > 0.01)) continue;
        const double out_m = ball.radius_m * (draw % 2 ? 1 : dice.between(0, 1)) / length;
        const Vector p{ball.centre_m.x + out_m * way.x, ball.centre_m.y + out_m * way.y,
                       ball.centre_m.z + out_m * way.z};
        EXPECT_GT(hexscan_oracle::margin(asked, p.x, p.y, p.z), -1e-9);
    }
}

/// Counts of balls for which the two searches agree, to a millionth of the ball.
struct Compared {
    int balls = 0, none = 0, larger_than_grid = 0, unproved = 0;
};

void compare(const Platform& platform, Dice& dice, std::size_t starts, int trials, Compared& compared) {
    const ScanPlan plan = make_scan_plan(platform);
    const TrialSearch trial(platform, plan);
    const std::optional<ReachableBall> ball = largest_ball(platform.machine, plan);
    const double tolerance_m = tuning::ball_tolerance * longest_m(platform.machine);
    const double tried_m = trial.best_m(dice, starts, trials);
    if (!ball) {
        EXPECT_LE(tried_m, tolerance_m);
        ++compared.none;
        return;
    }
    ++compared.balls;
    EXPECT_TRUE(trial.in_ranges(ball->centre_m));
    EXPECT_LE(std::abs(ball->radius_m - trial.clearance_m(ball->centre_m)), 1e-12 * longest_m(platform.machine));
    EXPECT_LE(tried_m, ball->at_most_m + 1e-12 * longest_m(platform.machine));
    if (ball->at_most_m > ball->radius_m + 1.001 * tolerance_m)
        ++compared.unproved;
    else
        EXPECT_LE(tried_m, ball->radius_m + 1.001 * tolerance_m);
    compared.larger_than_grid += ball->radius_m > trial.best_grid_point_m() + 1.001 * tolerance_m;
    expect_reachable_throughout(platform, *ball, dice);
}

TEST(LargestBall, IsProvedAndIsAsLargeAsTrialsFind) {
    Dice dice(20261124);
    Compared compared;
    const auto seeds = hexscan_test::how_many_seeds(150);
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        SCOPED_TRACE(seed);
        compare(random_platform(seed), dice, 8, 600, compared);
        compare(integer_platform(seed), dice, 8, 600, compared);
    }
    if (hexscan_test::asks_few()) return;
    EXPECT_GT(compared.balls, 200);
    EXPECT_GT(compared.none, 20);
    EXPECT_GT(compared.larger_than_grid, 150);
    EXPECT_LT(compared.unproved, 20);
}

TEST(LargestBall, OfASetIsReachableAtEveryOrientation) {
    Dice dice(20261125);
    Compared compared;
    const auto seeds = hexscan_test::how_many_seeds(60);
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        SCOPED_TRACE(seed);
        Platform platform = random_platform(seed);
        add_random_set(seed, seed % 2 ? WorkspaceKind::total : WorkspaceKind::inclusive, platform);
        compare(platform, dice, 2, 100, compared);
    }
    if (hexscan_test::asks_few()) return;
    EXPECT_GT(compared.balls, 10);
    EXPECT_GT(compared.larger_than_grid, 5);
    EXPECT_LT(compared.unproved, 10);
}

TEST(LargestBall, OfLegsThatMayBeWithoutLengthIsTheirWholeSphere) {
    Platform platform;
    platform.machine = shell_machine(0, 2);
    platform.scan.x = platform.scan.y = platform.scan.z = {-2, 2, 8};
    const auto ball = largest_ball(platform.machine, make_scan_plan(platform));
    ASSERT_TRUE(ball);
    EXPECT_NEAR(ball->radius_m, 2, 1e-6 * 2);
}

/// The built-in machine has six legs with one stroke. Half of it is the radius of the largest ball, whose centre lies
/// between grid points.
TEST(LargestBall, IsHalfTheStrokeWhereThatBoundsIt) {
    const Platform platform = built_in_platform();
    const auto ball = largest_ball(platform.machine, make_scan_plan(platform));
    ASSERT_TRUE(ball);
    EXPECT_NEAR(ball->radius_m, 0.4, 1e-9);
    EXPECT_DOUBLE_EQ(ball->at_most_m, 0.4);
}

TEST(LargestBall, IsNoneWhereNothingIsReachable) {
    Platform platform;
    platform.machine = shell_machine(1, 2);
    platform.scan.x = platform.scan.y = platform.scan.z = {-0.5, 0.5, 9};
    EXPECT_FALSE(largest_ball(platform.machine, make_scan_plan(platform)));
    platform.scan.x = platform.scan.y = platform.scan.z = {-3, 3, 9};
    platform.machine = shell_machine(2, 2);
    EXPECT_FALSE(largest_ball(platform.machine, make_scan_plan(platform)));
}

}  // namespace

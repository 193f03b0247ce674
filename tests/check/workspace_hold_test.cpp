// The conditioning of legs over a workspace, compared with the map of a scan on the same grid and with descents from
// its smallest value.

#include "src/check/workspace_hold.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <optional>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/kinematics.h"
#include "src/check/check_tuning.h"
#include "src/engines/host_engines.h"
#include "src/files/platform_file.h"
#include "src/machine/description/base_side.h"
#include "src/machine/shared/singularity.h"
#include "src/scan/map_kind.h"
#include "src/scan/platform.h"
#include "src/scan/pose_verdicts.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/random/shared_limits_scan.h"
#include "tests/support/upright_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

PositionBox box_of(const ScanRequest& scan) {
    return {{scan.x.from_m, scan.y.from_m, scan.z.from_m}, {scan.x.to_m, scan.y.to_m, scan.z.to_m}};
}

TEST(WorkspaceHold, IsThatOfAScan) {
    int told = 0;
    const auto seeds = how_many_seeds(25);
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        Platform platform = random_scan(seed);
        const Orientation orientation = platform.scan.orientations.first();
        platform.scan.orientations = {};
        platform.scan.orientations.roll = {orientation.roll_rad, orientation.roll_rad, 1};
        platform.scan.orientations.pitch = {orientation.pitch_rad, orientation.pitch_rad, 1};
        platform.scan.orientations.yaw = {orientation.yaw_rad, orientation.yaw_rad, 1};
        platform.scan.workspace = WorkspaceKind::constant;
        platform.scan.questions = {};
        platform.scan.questions.maps = {MapKind::conditioning};
        ScanRequest& scan = platform.scan;
        const double room_m = longest_leg_m(platform.machine);
        for (ScanRange* range : {&scan.x, &scan.y, &scan.z}) {
            if (!(range->to_m > range->from_m)) range->to_m = range->from_m + 0.1 * room_m;
            range->count = tuning::hold_points;
        }
        const auto hold = look_at_hold(platform.machine, orientation, box_of(scan), one_by_one);
        const ScanResult scanned = answer_by_reference(make_scan_plan(platform));
        const std::optional<BaseSide> side = base_side(platform.machine);
        const Rotation turned = rotation_of(orientation, platform.machine.orientation_order);
        const ScanGrid grid = scan_grid(scan);
        double sum = 0, least = std::numeric_limits<double>::infinity();
        std::int64_t points = 0;
        for (std::size_t s = 0; s < scanned.workspace.size(); ++s)
            for (int row = 0; row < scan.y.count; ++row)
                for (const hexscan::Run& run : scanned.workspace[s].row(row))
                    for (int c = run.first; c <= run.last; ++c) {
                        const Vector at_m{grid_coordinate(grid.x, c), grid_coordinate(grid.y, row),
                                          grid_coordinate(grid.z, static_cast<int>(s))};
                        if (side && side->is_homes && side->height_m(at_m, turned) < 0) continue;
                        const double mapped = std::get<std::vector<float>>(
                            scanned.fields[s].front().values)[static_cast<std::size_t>(row * scan.x.count + c)];
                        // Without a home the map treats one side of singularities as home's.
                        const double number = platform.machine.home ? mapped : std::abs(mapped);
                        sum += std::abs(number);
                        least = std::min(least, number);
                        ++points;
                    }
        ASSERT_EQ(hold.has_value(), points > 0) << seed;
        if (!hold) continue;
        ++told;
        // The coordinates of the two grids differ by rounding.
        EXPECT_NEAR(static_cast<double>(hold->points), static_cast<double>(points),
                    1e-3 * static_cast<double>(points) + 2);
        EXPECT_NEAR(hold->mean, sum / static_cast<double>(points), 1e-3) << seed;
        EXPECT_LE(hold->least, least + 1e-6) << seed;
        const double there = 1 / conditioning(platform.machine, {hold->least_at_m, orientation}).condition;
        EXPECT_NEAR(std::abs(hold->least), there, 1e-9) << seed;
    }
    if (asks_few()) return;
    EXPECT_GT(told, 10);
}

/// No reachable neighbour at the smallest step has a smaller conditioning.
TEST(WorkspaceHold, EndsWhereNoNeighbourIsHeldWorse) {
    const Platform platform = built_in_platform();
    const PositionBox box{{-0.9, -0.9, 1}, {0.9, 0.9, 1.9}};
    const WorkspaceHold hold = look_at_hold(platform.machine, {}, box, one_by_one).value();
    EXPECT_GT(hold.least, 0);
    EXPECT_LT(hold.least, hold.mean);
    const PoseVerdicts verdicts(platform.machine);
    ASSERT_TRUE(verdicts.exact({hold.least_at_m, {}}));
    int reachable = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (const double sign : {-1.0, 1.0}) {
            std::array<double, 3> step_m{};
            step_m[axis] = sign * (box.high_m[axis] - box.low_m[axis]) / (tuning::hold_points - 1) /
                           std::ldexp(1, tuning::halvings_of_hold - 1);
            const Pose next{hold.least_at_m + vector_of(step_m), {}};
            if (!verdicts.exact(next)) continue;
            ++reachable;
            EXPECT_GE(1 / conditioning(platform.machine, next).condition, hold.least - 1e-12) << axis;
        }
    EXPECT_GT(reachable, 0);
    EXPECT_LT(reachable, 6) << "where the workspace ends";
    EXPECT_FALSE(look_at_hold(platform.machine, {}, {{3, 3, 3}, {4, 4, 4}}, one_by_one));
}

/// Without a home no side is beyond a singularity, so only the magnitude counts.
TEST(WorkspaceHold, WithoutAHomeKnowsNoSide) {
    Platform platform = built_in_platform();
    const PositionBox box{{-0.9, -0.9, 1}, {0.9, 0.9, 1.9}};
    const WorkspaceHold with_home = look_at_hold(platform.machine, {}, box, one_by_one).value();
    platform.machine.home.reset();
    const WorkspaceHold hold = look_at_hold(platform.machine, {}, box, one_by_one).value();
    EXPECT_EQ(hold.least, with_home.least);
    EXPECT_EQ(hold.mean, with_home.mean);
}

/// Short legs reach across the base. Poses there do not belong to home's side, however the base is tilted.
TEST(WorkspaceHold, EndsAtTheBaseAndAtTheBox) {
    Platform platform = built_in_platform();
    Machine& machine = platform.machine;
    machine.base.max_tilt_rad = machine.platform.max_tilt_rad = no_joint_limit;
    machine.telescopic().min_length.fill(0.5);
    for (const double tilt_rad : {0.0, 0.3}) {
        const Rotation tilted = rotation_of({tilt_rad, 0, 0}, OrientationOrder::zyx);
        Machine turned = machine;
        for (Vector& joint : turned.base.points_m) joint = tilted(joint);
        for (Vector& joint : turned.platform.points_m) joint = tilted(joint);
        turned.home->position_m = tilted(machine.home->position_m);
        const WorkspaceHold hold = look_at_hold(turned, {}, {{-2, -2, -2}, {2, 2, 2}}, one_by_one).value();
        EXPECT_GE(hold.least, 0) << tilt_rad;
        EXPECT_GT(hold.mean, 0.2) << tilt_rad;
        const WorkspaceHold within = look_at_hold(turned, {}, {{-2, -2, 1.2}, {2, 2, 1.4}}, one_by_one).value();
        EXPECT_GE(within.least_at_m.z, 1.2);
        EXPECT_LE(within.least_at_m.z, 1.4);
    }
}

TEST(WorkspaceHold, IsZeroWhereLegsAreSingularToRounding) {
    Machine machine = built_in_platform().machine;
    put_on_similar_hexagons(machine);
    const WorkspaceHold hold = look_at_hold(machine, {}, {{-0.5, -0.5, 1}, {0.5, 0.5, 1.9}}, one_by_one).value();
    EXPECT_EQ(hold.least, 0);
    EXPECT_EQ(hold.mean, 0);
}

}  // namespace

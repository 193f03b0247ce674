// The ranges of a machine with rod ends, as far as a dense grid reaches.

#include "src/check/rods/joint_test.h"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

#include "src/files/platform_document.h"
#include "src/files/platform_file.h"
#include "src/scan/pose_verdicts.h"
#include "src/scan/searches/found_ranges.h"

namespace hexscan {
namespace {

/// A simulator with servos, whose motors' bolts hold rod ends.
Platform simulator() {
    return read_platform(PlatformDocument(R"(name: simulator
units: {length: mm, angle: deg}
base: {radius: 300, spread: 30, axis: motor, max_misalignment: 20}
platform: {radius: 250, spread: 30, azimuth: 60}
legs: {kind: rotary, arm: 100, rod: 400, azimuth: [-105, 105, 15, 225, 135, -15], angle: [-60, 60]}
home: {z: 400}
scan: {x: {points: 100}, y: {points: 100}, z: {slices: 100}}
)",
                                          "simulator.yaml"));
}

/// The bounding box of the reachable points of a grid with this step.
PositionBox reached(const Machine& machine, double step_m) {
    const PoseVerdicts verdicts(machine);
    PosesInTurn reachable(verdicts);
    PositionBox box{{1, 1, 1}, {-1, -1, -1}};
    for (double x = -0.1; x <= 0.1; x += step_m)
        for (double y = -0.1; y <= 0.1; y += step_m)
            for (double z = 0.25; z <= 0.5; z += step_m) {
                if (!reachable({{x, y, z}, machine.home->orientation})) continue;
                const std::array<double, 3> at{x, y, z};
                for (std::size_t axis = 0; axis < at.size(); ++axis) {
                    box.low_m[axis] = std::min(box.low_m[axis], at[axis]);
                    box.high_m[axis] = std::max(box.high_m[axis], at[axis]);
                }
            }
    return box;
}

TEST(JointTest, LetsScansOfRodEndsFindRangesToHalfAPercent) {
    Platform platform = simulator();
    constexpr double step_m = 4e-3, half_a_percent = 5e-3;
    const PositionBox grid = reached(platform.machine, step_m);
    find_open_ranges(
        platform, FoundSteps::as_counted, [] {}, test_of_joints(platform));
    const std::array<const ScanRange*, 3> found{&platform.scan.x, &platform.scan.y, &platform.scan.z};
    for (std::size_t axis = 0; axis < found.size(); ++axis) {
        const auto& [from_m, to_m, count, open] = *found[axis];
        // Each end has a cell more, rounded outward, and the grid ends up to a step before the last position.
        const double extent_m = to_m - from_m, cell_m = extent_m / (count - 1);
        const double excess_m = step_m + 2 * cell_m + half_a_percent * extent_m;
        EXPECT_LE(from_m, grid.low_m[axis]) << axis;
        EXPECT_GE(to_m, grid.high_m[axis]) << axis;
        EXPECT_GE(from_m, grid.low_m[axis] - excess_m) << axis;
        EXPECT_LE(to_m, grid.high_m[axis] + excess_m) << axis;
    }
}

/// Boxes that the test leaves out hold no reachable position.
TEST(JointTest, LeavesOutNoReachablePosition) {
    const Platform platform = simulator();
    const IsUnreachable breaks = test_of_joints(platform);
    const PoseVerdicts verdicts(platform.machine);
    PosesInTurn reachable(verdicts);
    constexpr double half_m = 5e-3;
    int left_out = 0, kept = 0;
    for (double x = -0.2; x < 0.2; x += 0.03)
        for (double y = -0.2; y < 0.2; y += 0.03)
            for (double z = 0.28; z < 0.48; z += 0.03) {
                const bool out = breaks({{x - half_m, y - half_m, z - half_m}, {x + half_m, y + half_m, z + half_m}});
                ++(out ? left_out : kept);
                for (const double dx : {-half_m, 0.0, half_m})
                    for (const double dz : {-half_m, half_m})
                        EXPECT_FALSE(out && reachable({{x + dx, y, z + dz}, {}})) << x << ' ' << y << ' ' << z;
            }
    EXPECT_GT(left_out, 100);
    EXPECT_GT(kept, 30);
}

}  // namespace
}  // namespace hexscan

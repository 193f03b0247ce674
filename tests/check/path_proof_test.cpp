#include "src/check/path_proof.h"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "src/scan/platform.h"
#include "tests/support/oracles/oracle.h"
#include "tests/support/proof_request.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_boxes.h"
#include "tests/support/shell.h"
#include "tests/support/telescopic_limit.h"
#include "tests/support/values.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

using hexscan_test::asking;
using hexscan_test::shell_machine;

Pose at(double x, double y, double z, double yaw = 0) { return {{x, y, z}, {0, 0, yaw}}; }

TEST(PathProof, PosesOnlyOrEverythingBetween) {
    const ProvenMachine machine(shell_machine(1, 2));
    // Both poses are reachable, but the straight way between them passes the base joint at 0.5 m.
    const std::vector<Pose> poses{at(-1.2, 0, 0.5), at(1.2, 0, 0.5)};
    const Proof apart = prove_path(machine, poses, false, asking(0));
    EXPECT_FALSE(apart.violated);
    EXPECT_NEAR(apart.at_least_m, 0.3, 1e-12);
    const Proof between = prove_path(machine, poses, true, asking(0));
    EXPECT_TRUE(between.violated);
    EXPECT_EQ(which_of(between.least.clearance.limit), LegLimit::shortest);
    EXPECT_GT(between.least.along, 0);
    EXPECT_LT(between.least.along, 1);
    EXPECT_LT(clearance_at(machine, between.least.pose).hi, 0);
}

TEST(PathProof, LeastClearanceOfAStraightLine) {
    const ProvenMachine machine(shell_machine(1, 20));
    // The path is nearest to the base joint at 1.5 m, a quarter of the way.
    const Proof proof =
        prove_path(machine, {at(0, 0, 9), at(0, 0, 10), at(-1, 0, 1.5), at(3, 0, 1.5)}, true, asking(0));
    EXPECT_FALSE(proof.violated);
    EXPECT_NEAR(proof.least.clearance.clearance_m, 0.5, 1e-6);
    EXPECT_NEAR(proof.least.along, 2.25, 1e-3);
    EXPECT_LE(proof.at_least_m, 0.5);
    EXPECT_GE(proof.at_least_m, 0.5 - 2e-6);
}

TEST(PathProof, ALegMayLieAlongTheAxisOfAHalfSpace) {
    Machine machine = shell_machine(1, 2);
    machine.base.axes.fill({0, 0, 1});
    machine.base.max_tilt_rad.fill(pi / 2);
    const Proof proof = prove_path(ProvenMachine(machine), {at(0, 0, 1.3), at(0, 0, 1.5)}, true, asking(0));
    EXPECT_FALSE(proof.violated);
    EXPECT_NEAR(proof.at_least_m, 0.3, 1e-6);
}

TEST(PathProof, TurningBetweenPosesCounts) {
    // The platform joint's axis turns with yaw from one side of the leg to the other. At the poses and in between it
    // stays within 30 degrees. With twice the turn the path leads past 90 degrees.
    Machine machine = shell_machine(0, 10);
    machine.platform.axes.fill({1, 0, 0});
    machine.platform.max_tilt_rad.fill(pi / 4);
    const ProvenMachine proven(machine);
    EXPECT_FALSE(prove_path(proven, {at(2, 0, 0, -0.7), at(2, 0, 0, 0.7)}, true, asking(0)).violated);
    const std::vector<Pose> round{at(2, 0, 0, 0.7), at(2, 0, 0, 2 * pi - 0.7)};
    EXPECT_FALSE(prove_path(proven, round, false, asking(0)).violated);
    EXPECT_TRUE(prove_path(proven, round, true, asking(0)).violated);
    const Proof near = prove_path(proven, {at(2, 0, 0, -0.7), at(2, 0, 0, 0.7)}, true, asking(0));
    EXPECT_NEAR(near.least.clearance.clearance_m, 2 * std::sin(pi / 4 - 0.7), 1e-9);
    EXPECT_GE(near.at_least_m, near.least.clearance.clearance_m - 1e-5);
}

TEST(PathProof, NearlyTwoTurnsBetweenTwoPoses) {
    // The far end circles on an arm of 1 m, so legs are from 1.221 to 1.640 m long. Both poses, and the middle with its
    // neighbourhood, are far from the limit, which the path meets twice.
    Machine shortest = shell_machine(1.25, 10), longest = shell_machine(0.1, 1.6);
    for (Machine* machine : {&shortest, &longest}) machine->platform.points_m.fill({1, 0, 0});
    const double nearly = 340 * pi / 180;
    const std::vector<Pose> about_long{at(0.3, 0, 1, -nearly), at(0.3, 0, 1, nearly)};
    const std::vector<Pose> about_short{at(0.3, 0, 1, pi - nearly), at(0.3, 0, 1, pi + nearly)};
    EXPECT_FALSE(prove_path(ProvenMachine(shortest), about_long, false, asking(0)).violated);
    EXPECT_TRUE(prove_path(ProvenMachine(shortest), about_long, true, asking(0)).violated);
    EXPECT_FALSE(prove_path(ProvenMachine(longest), about_short, false, asking(0)).violated);
    EXPECT_TRUE(prove_path(ProvenMachine(longest), about_short, true, asking(0)).violated);
    shortest.telescopic().min_length.fill(1.22);
    EXPECT_GE(prove_path(ProvenMachine(shortest), about_long, true, asking(0)).at_least_m, 0);
}

TEST(PathProof, SinglePose) {
    const ProvenMachine machine(shell_machine(1, 2));
    EXPECT_TRUE(prove_path(machine, {at(0, 0, 3)}, true, asking(0)).violated);
    EXPECT_FALSE(prove_path(machine, {at(0, 0, 1.5)}, true, asking(0.4)).violated);
    EXPECT_TRUE(prove_path(machine, {at(0, 0, 1.5)}, true, asking(0.6)).violated);
}

/// According to the independent oracle, a proved path is reachable at a hundred places of every piece.
TEST(PathProof, HoldsOnRandomMachines) {
    int proved = 0, violated = 0;
    const auto seeds = hexscan_test::how_many_seeds(300);
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        hexscan_test::BoxDice dice(seed);
        const Machine& machine = dice.machine();
        const ProvenMachine proven(machine);
        PoseBox box = dice.box(machine);
        // Shrinks the path around home until it is proved.
        for (int shrink = 0; shrink < 8; ++shrink) {
            std::vector<Pose> poses;
            for (int i = 0; i < 4; ++i) poses.push_back(pose_at(dice.inside(box)));
            ProofRequest request = asking(0);
            request.tolerance_m = 1e-9 * longest_leg_m(machine);
            request.least_to_m = 1e-6 * longest_leg_m(machine);
            const Proof proof = prove_path(proven, poses, true, request);
            Platform platform{machine, {}};
            const auto margin = [&](const Pose& pose) {
                platform.scan.orientations = pose.orientation;
                return hexscan_oracle::margin(platform, pose.position_m.x, pose.position_m.y, pose.position_m.z);
            };
            if (proof.violated) {
                ++violated;
                EXPECT_LT(margin(proof.least.pose), 0) << "seed " << seed;
            } else if (proof.at_least_m >= 0) {
                ++proved;
                for (std::size_t i = 1; i < poses.size(); ++i)
                    for (int step = 0; step <= 100; ++step) {
                        const auto from = coordinates_of(poses[i - 1]), to = coordinates_of(poses[i]);
                        std::array<double, 6> between{};
                        for (std::size_t k = 0; k < 6; ++k) between[k] = from[k] + step / 100.0 * (to[k] - from[k]);
                        ASSERT_GE(margin(pose_at(between)), -1e-13)
                            << "seed " << seed << " piece " << i << " step " << step;
                    }
            }
            const auto home = coordinates_of(*machine.home);
            for (std::size_t k = 0; k < 6; ++k) {
                box.low[k] = 0.5 * (box.low[k] + home[k]);
                box.high[k] = 0.5 * (box.high[k] + home[k]);
            }
        }
    }
    if (hexscan_test::asks_few()) return;
    EXPECT_GT(proved, 200);
    EXPECT_GT(violated, 200);
}

}  // namespace
}  // namespace hexscan

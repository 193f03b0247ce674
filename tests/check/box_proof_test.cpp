#include "src/check/box_proof.h"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "src/files/platform_file.h"
#include "src/scan/platform.h"
#include "tests/support/proof_request.h"
#include "tests/support/random/random_boxes.h"
#include "tests/support/shell.h"
#include "tests/support/telescopic_limit.h"
#include "tests/support/values.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

using hexscan_test::asking;
using hexscan_test::shell_machine;

PoseBox box_of(std::array<double, 6> low, std::array<double, 6> high) { return {low, high}; }

Proof prove(const Machine& machine, const PoseBox& box, double clearance_m = 0) {
    return prove_box(ProvenMachine(machine), box, asking(clearance_m));
}

TEST(BoxProof, FarCornerOfASphere) {
    const Machine machine = shell_machine(0.1, 2);
    const PoseBox box = box_of({-0.3, -0.4, 1, -3, -1, -2}, {0.3, 0.4, 1.2, 3, 1, 2});
    const double least_m = 2 - std::sqrt(0.09 + 0.16 + 1.44);
    const Proof proof = prove(machine, box);
    EXPECT_FALSE(proof.violated);
    EXPECT_NEAR(proof.least.clearance.clearance_m, least_m, 1e-12);
    EXPECT_EQ(which_of(proof.least.clearance.limit), LegLimit::longest);
    EXPECT_LE(proof.at_least_m, least_m);
    EXPECT_GE(proof.at_least_m, least_m - 1e-6);
}

TEST(BoxProof, NearestPointOfTheBoxAndNotACorner) {
    // The shortest length's sphere touches a face of the box in its middle.
    const Proof proof = prove(shell_machine(0.5, 5), box_of({-1, -1, 0.8, 0, 0, 0}, {1, 1, 2, 0, 0, 0}));
    EXPECT_FALSE(proof.violated);
    EXPECT_NEAR(proof.least.clearance.clearance_m, 0.3, 1e-12);
    EXPECT_GE(proof.at_least_m, 0.3 - 1e-6);
    // With the box around the sphere's centre, no position there is reachable.
    const Proof centre = prove(shell_machine(0.5, 5), box_of({-1, -1, -1, 0, 0, 0}, {1, 1, 1, 0, 0, 0}));
    EXPECT_TRUE(centre.violated);
    EXPECT_NEAR(centre.least.clearance.clearance_m, -0.5, 1e-12);
}

TEST(BoxProof, ALegThatMayBeWithoutLengthIsNeverTooShort) {
    const Proof proof = prove(shell_machine(0, 2), box_of({-1, 0, 0, 0, 0, 0}, {1, 0, 0, 0, 0, 0}), 0.9);
    EXPECT_FALSE(proof.violated);
    EXPECT_DOUBLE_EQ(proof.least.clearance.clearance_m, 1);
    EXPECT_GE(proof.at_least_m, 0.9);
    EXPECT_EQ(which_of(proof.least.clearance.limit), LegLimit::longest);
}

TEST(BoxProof, PositionsBeforeAForbiddenCone) {
    // Base joints of 120 degrees forbid a cone of 60 degrees around the downward axis. The box lies beside the cone.
    Machine machine = shell_machine(0, 10);
    machine.base.max_tilt_rad.fill(2 * pi / 3);
    const PoseBox box = box_of({2, -1, -1, 0, 0, 0}, {3, 1, 0, 0, 0, 0});
    // Nearest: (2, 0, -1), at a tilt of 180 - atan(2) degrees, which is 116.6.
    const double tilt = pi - std::atan(2.0), least_m = std::sqrt(5.0) * std::sin(2 * pi / 3 - tilt);
    const Proof proof = prove(machine, box);
    EXPECT_FALSE(proof.violated);
    EXPECT_NEAR(proof.least.clearance.clearance_m, least_m, 1e-9);
    EXPECT_GE(proof.at_least_m, least_m - 1e-5);
    EXPECT_TRUE(prove(machine, box, least_m + 1e-6).violated);
    EXPECT_GE(prove(machine, box, least_m - 1e-6).at_least_m, least_m - 1e-6);
}

TEST(BoxProof, OrientationsOfATiltedPlatformJoint) {
    // The leg stands upright and the platform joint's axis turns with pitch and roll, so the tilt is the angle between
    // z and R z.
    Machine machine = shell_machine(0, 10);
    machine.platform.max_tilt_rad.fill(pi / 6);
    const double side = 0.3;
    const Proof proof = prove(machine, box_of({0, 0, 2, -side, -side, -1}, {0, 0, 2, side, side, 1}));
    const double tilt = std::acos(std::cos(side) * std::cos(side)), least_m = 2 * std::sin(pi / 6 - tilt);
    EXPECT_FALSE(proof.violated);
    EXPECT_NEAR(proof.least.clearance.clearance_m, least_m, 1e-9);
    EXPECT_GE(proof.at_least_m, least_m - 1e-5);
}

TEST(BoxProof, AnInteriorMinimumIsFound) {
    // The far end swings on an arm of 1 m past the point nearest to the base joint, in the middle of the yaw range.
    Machine machine = shell_machine(0.9, 10);
    machine.platform.points_m.fill({1, 0, 0});
    const PoseBox box = box_of({2, 0, 0, 0, 0, pi - 0.5}, {2, 0, 0, 0, 0, pi + 0.4});
    const Proof proof = prove(machine, box);
    EXPECT_FALSE(proof.violated);
    EXPECT_NEAR(proof.least.clearance.clearance_m, 0.1, 1e-6);
    EXPECT_LE(proof.at_least_m, 0.1);
    EXPECT_GE(proof.at_least_m, 0.1 - 2e-6);
    EXPECT_TRUE(prove(machine, box, 0.1001).violated);
}

TEST(BoxProof, ExactlyOnALimitGrazes) {
    // 3, 4, 5: the corner's distance is exactly the leg's length.
    const Machine machine = shell_machine(0, 5);
    const Proof proof = prove(machine, box_of({0, 0, 0, 0, 0, 0}, {3, 4, 0, 0, 0, 0}));
    EXPECT_FALSE(proof.violated);
    EXPECT_NEAR(proof.at_least_m, 0, 2e-9);
    // A violation beyond the tolerance counts.
    EXPECT_TRUE(prove(machine, box_of({0, 0, 0, 0, 0, 0}, {3, 4 + 1e-8, 0, 0, 0, 0})).violated);
    const Proof inside = prove(machine, box_of({0, 0, 0, 0, 0, 0}, {3, 4 - 1e-8, 0, 0, 0, 0}));
    EXPECT_FALSE(inside.violated);
    EXPECT_GE(inside.at_least_m, 0);
}

TEST(BoxProof, ACounterexampleIsVerified) {
    const Platform platform = built_in_platform();
    const ProvenMachine machine(platform.machine);
    PoseBox box;
    box.low = box.high = coordinates_of(*platform.machine.home);
    box.high[3] = 1;
    const Proof proof = prove_box(machine, box, asking(0));
    EXPECT_TRUE(proof.violated);
    EXPECT_LT(clearance_at(machine, proof.least.pose).hi, 0);
}

TEST(BoxProof, GrowthOfASphere) {
    const ProvenMachine machine(shell_machine(0, 2));
    const PoseBox cube = box_of({-0.4, -0.4, -0.4, 0, 0, 0}, {0.4, 0.4, 0.4, 0, 0, 0});
    const double half_diagonal_m = 0.4 * std::sqrt(3.0);
    for (const double clearance_m : {0.5, 0.0}) {
        // A cube around the origin keeps the clearance until its corners are `clearance_m` from the sphere.
        const double factor = (2 - clearance_m) / half_diagonal_m;
        const BoxGrowth growth = box_growth(machine, cube, asking(clearance_m), true);
        EXPECT_LE(growth.kept_to, factor) << clearance_m;
        EXPECT_GT(growth.kept_to, 0.998 * factor) << clearance_m;
        EXPECT_GT(growth.lost_at, factor) << clearance_m;
        EXPECT_LT(growth.lost_at, 1.002 * factor) << clearance_m;
        EXPECT_FALSE(growth.is_open) << clearance_m;
    }
}

TEST(BoxProof, GrowthOfAViolatedBoxIsBelowOne) {
    const ProvenMachine machine(shell_machine(1, 2));
    const PoseBox box = box_of({0, 0, 1.2, 0, 0, 0}, {0, 0, 2.2, 0, 0, 0});
    const BoxGrowth growth = box_growth(machine, box, asking(0), false);
    EXPECT_NEAR(growth.kept_to, 0.6, 1e-3);  // 1.7 +- 0.3
    EXPECT_LE(growth.kept_to, 0.6);
    const PoseBox outside = box_of({0, 0, 2.2, 0, 0, 0}, {0, 0, 2.4, 0, 0, 0});
    EXPECT_EQ(box_growth(machine, outside, asking(0), false).kept_to, 0);
    // Rotations alone never leave the shell; half a turn in either direction covers all of them.
    const PoseBox turning = box_of({0, 0, 1.5, -0.1, -0.1, 0}, {0, 0, 1.5, 0.1, 0.1, 0});
    const BoxGrowth all = box_growth(machine, turning, asking(0), true);
    EXPECT_EQ(all.lost_at, infinity);
    EXPECT_NEAR(all.kept_to, pi / 0.1, 1e-9);
}

TEST(BoxProof, ALongProofComesToAnEnd) {
    // Nearly all orientations. This is the longest proof of some ten thousand random boxes.
    hexscan_test::BoxDice dice(802);
    const PoseBox box = dice.box(dice.machine());
    const Proof proof = prove(dice.machine(), box, 1);
    EXPECT_FALSE(proof.violated);
    EXPECT_GE(proof.at_least_m, 1);
    EXPECT_LT(proof.parts, 100'000);
}

TEST(BoxProof, GivesUpWithWhatIsKnown) {
    const Platform platform = built_in_platform();
    PoseBox box;
    box.low = box.high = coordinates_of(*platform.machine.home);
    for (std::size_t k = 3; k < 6; ++k) {
        box.low[k] = -0.14;
        box.high[k] = 0.14;
    }
    ProofRequest request = asking(0);
    request.most_parts = 1;
    const Proof proof = prove_box(ProvenMachine(platform.machine), box, request);
    EXPECT_LE(proof.at_least_m, proof.least.clearance.clearance_m);
}

}  // namespace
}  // namespace hexscan

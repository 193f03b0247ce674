#include "src/machine/shared/singularity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "src/files/platform_file.h"
#include "src/scan/platform.h"
#include "tests/support/random/dice.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/values.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

Machine shipped_case_study() { return built_in_platform().machine; }

std::string text_at_home(const Machine& machine) { return singularity_text(machine, *machine.home); }

TEST(Singularity, AGoodMachineIsWellConditionedWhateverItsUnits) {
    const Machine machine = shipped_case_study();
    const Conditioning state = conditioning(machine, *machine.home);
    EXPECT_EQ(state.rank, 6);
    EXPECT_GT(state.condition, 1);
    EXPECT_LT(state.condition, 10);
    EXPECT_EQ(singular_structure_text(machine), "");
    // The same machine ten times as large, with another origin of its platform.
    Machine large = machine;
    for (JointSet* side : {&large.base, &large.platform})
        for (Vector& point : side->points_m) point = {10 * point.x, 10 * point.y, 10 * point.z};
    large.home->position_m = {0, 0, 14.5};
    for (Vector& point : large.platform.points_m) point.z += 3;
    large.home->position_m.z -= 3;
    EXPECT_NEAR(conditioning(large, *large.home).condition, state.condition, 1e-9);
}

/// Two legs each along x, y and z, at distance 1 from the centre. Their matrix is known.
Machine orthogonal_cube() {
    Machine machine;
    const Vector directions[] = {{1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 1}};
    const Vector joints[] = {{0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}, {1, 0, 0}, {-1, 0, 0}};
    for (std::size_t i = 0; i < leg_count; ++i) {
        machine.platform.points_m[i] = joints[i];
        machine.base.points_m[i] = joints[i] - directions[i];
    }
    return machine;
}

TEST(Singularity, SingularValuesOfAnOrthogonalCube) {
    const Conditioning state = conditioning(orthogonal_cube(), {});
    EXPECT_EQ(state.rank, 6);
    for (const double value : state.singular_values) EXPECT_NEAR(value, std::sqrt(2.0), 1e-12);
}

TEST(Singularity, ALegWithoutLengthHoldsNothing) {
    Machine machine = shipped_case_study();
    const Vector leg = machine.home->position_m + machine.platform.points_m[2];
    machine.base.points_m[2] = leg;
    const Conditioning state = conditioning(machine, *machine.home);
    EXPECT_EQ(state.rank, 0);
    EXPECT_EQ(state.condition, std::numeric_limits<double>::infinity());
    for (const double value : state.singular_values) EXPECT_EQ(value, 0);
    EXPECT_EQ(determinant(machine, *machine.home), 0);
    EXPECT_FALSE(worst_pose_error(machine, *machine.home, 1e-5));
}

TEST(PoseError, OfAnOrthogonalCube) {
    // Two legs with equal signs shift the cube by e, two with opposite signs turn it by e. This holds for three axes at
    // once.
    const auto worst = worst_pose_error(orthogonal_cube(), {}, 1e-5);
    ASSERT_TRUE(worst);
    EXPECT_NEAR(worst->displacement_m, std::sqrt(3.0) * 1e-5, 1e-16);
    EXPECT_NEAR(worst->rotation_rad, std::sqrt(3.0) * 1e-5, 1e-16);
    const PoseError one = pose_error(orthogonal_cube(), {}, {1e-5, 0, 0, 0, 0, 0});
    EXPECT_NEAR(one.displacement_m, 0.5e-5, 1e-16);
    EXPECT_NEAR(one.rotation_rad, 0.5e-5, 1e-16);
}

TEST(PoseError, IsThatOfThePoseThatTheLegsThenTake) {
    const Machine machine = shipped_case_study();
    const auto lengths_m = [&](const Pose& pose) {
        const Rotation turned = rotation_of(pose.orientation, machine.orientation_order);
        std::array<double, leg_count> lengths{};
        for (std::size_t i = 0; i < leg_count; ++i) {
            const Vector leg = pose.position_m + turned(machine.platform.points_m[i]) - machine.base.points_m[i];
            lengths[i] = std::sqrt(dot(leg, leg));
        }
        return lengths;
    };
    Pose moved = *machine.home;
    moved.position_m = moved.position_m + Vector{2e-7, -1e-7, 3e-7};
    moved.orientation.yaw_rad += 4e-7;
    std::array<double, leg_count> errors_m = lengths_m(moved);
    for (std::size_t i = 0; i < leg_count; ++i) errors_m[i] -= lengths_m(*machine.home)[i];
    const PoseError error = pose_error(machine, *machine.home, errors_m);
    EXPECT_NEAR(error.displacement_m, std::sqrt(14.0) * 1e-7, 1e-12);
    EXPECT_NEAR(error.rotation_rad, 4e-7, 1e-12);
}

TEST(PoseError, OfASingularPoseIsNotTold) {
    Machine machine = shipped_case_study();
    machine.home->orientation.yaw_rad = pi / 2;
    EXPECT_FALSE(worst_pose_error(machine, *machine.home, 1e-5));
}

TEST(Singularity, SimilarHexagonsAreSingularEverywhere) {
    Machine machine = shipped_case_study();
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector& a = machine.base.points_m[i];
        // The platform is half as large and turned by 0.3 rad.
        machine.platform.points_m[i] = {0.5 * (std::cos(0.3) * a.x - std::sin(0.3) * a.y),
                                        0.5 * (std::sin(0.3) * a.x + std::cos(0.3) * a.y), 0};
    }
    EXPECT_LT(conditioning(machine, *machine.home).rank, 6);
    EXPECT_TRUE(contains(singular_structure_text(machine), "similar hexagons"));
    EXPECT_TRUE(contains(text_at_home(machine), "similar hexagons")) << text_at_home(machine);
}

/// The rank does not depend on the length used for the conditioning, however small or large that is.
TEST(Singularity, RankIsThatOfTheMachinesOwnLength) {
    Machine good = shipped_case_study(), similar = good;
    for (std::size_t i = 0; i < leg_count; ++i) similar.platform.points_m[i] = scaled(good.base.points_m[i], 0.5);
    const std::string text = text_at_home(similar);
    const int rank = conditioning(similar, *similar.home).rank;
    for (const double length_m : {1e-12, 1e-9, 1.0, 1e9}) {
        for (Machine* const machine : {&good, &similar}) {
            machine->singularity.emplace().avoid = false;
            machine->singularity->length = length_m;
        }
        EXPECT_EQ(conditioning(good, *good.home).rank, 6) << length_m;
        EXPECT_TRUE(std::isfinite(conditioning(good, *good.home).condition)) << length_m;
        EXPECT_EQ(singular_structure_text(good), "") << length_m;
        EXPECT_EQ(conditioning(similar, *similar.home).rank, rank) << length_m;
        EXPECT_NE(singular_structure_text(similar), "") << length_m;
        EXPECT_EQ(text_at_home(similar), text) << length_m;
    }
}

TEST(Singularity, ParallelLegs) {
    Machine machine = shipped_case_study();
    machine.platform.points_m = machine.base.points_m;
    machine.platform.points_m[0].x += 0.4;  // no longer similar, and turned in its own place
    machine.base.points_m[0].x += 0.4;
    machine.platform.points_m[1].y += 0.2;
    machine.base.points_m[1].y += 0.2;
    EXPECT_TRUE(contains(text_at_home(machine), "similar") || contains(text_at_home(machine), "parallel"))
        << text_at_home(machine);
    // Joints at different heights are not similar to others.
    machine.platform.points_m[2].z += 0.3;
    EXPECT_EQ(conditioning(machine, *machine.home).rank, 3);
    EXPECT_EQ(text_at_home(machine), "all legs are parallel");
}

TEST(Singularity, LegsThroughOnePoint) {
    Machine machine = shipped_case_study();
    const Vector point{0.2, -0.1, 4};
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector& a = machine.base.points_m[i];
        const double part = 0.3 + 0.02 * static_cast<double>(i);  // not similar
        machine.platform.points_m[i] = {a.x + part * (point.x - a.x), a.y + part * (point.y - a.y),
                                        a.z + part * (point.z - a.z) - 1.45};
    }
    EXPECT_EQ(conditioning(machine, *machine.home).rank, 3);
    EXPECT_TRUE(contains(text_at_home(machine), "one point, (0.2, -0.1, 4) m")) << text_at_home(machine);
}

TEST(Singularity, LegsThroughOneLine) {
    Machine machine = shipped_case_study();
    // Each leg crosses the vertical line through (0.1, 0) at its own height.
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector& a = machine.base.points_m[i];
        const Vector target{0.1, 0, 2 + 0.3 * static_cast<double>(i * i % 5)};
        const double part = 0.4 + 0.03 * static_cast<double>(i);
        machine.platform.points_m[i] = {a.x + part * (target.x - a.x), a.y + part * (target.y - a.y),
                                        a.z + part * (target.z - a.z) - 1.45};
    }
    EXPECT_EQ(conditioning(machine, *machine.home).rank, 5);
    const std::string text = text_at_home(machine);
    EXPECT_TRUE(contains(text, "all legs meet the line through (0.1, 0,")) << text;
    EXPECT_TRUE(contains(text, "along (0, 0, 1)") || contains(text, "along (0, 0, -1)")) << text;
}

TEST(Singularity, LegsAcrossOneDirection) {
    Machine machine = shipped_case_study();
    // Each leg stays in its own plane perpendicular to y.
    for (std::size_t i = 0; i < leg_count; ++i) {
        machine.platform.points_m[i].y = machine.base.points_m[i].y;
        machine.platform.points_m[i].z = 0.1 * static_cast<double>(i % 3);
    }
    EXPECT_LE(conditioning(machine, *machine.home).rank, 5);
    EXPECT_TRUE(contains(text_at_home(machine), "no leg resists a shift along (0, ")) << text_at_home(machine);
}

TEST(Singularity, CoincidentLegs) {
    Machine machine = shipped_case_study();
    machine.base.points_m[1] = machine.base.points_m[4];
    machine.platform.points_m[1] = machine.platform.points_m[4];
    EXPECT_EQ(text_at_home(machine), "legs 2 and 5 are in the same place");
}

TEST(Singularity, ATurnOfNinetyDegreesIsAScrew) {
    // A symmetric machine becomes singular if the platform turns by 90 degrees about its axis (Fichter 1986).
    Machine machine = shipped_case_study();
    Pose pose = *machine.home;
    pose.orientation.yaw_rad = pi / 2;
    EXPECT_EQ(conditioning(machine, pose).rank, 5);
    EXPECT_TRUE(contains(singularity_text(machine, pose), "no leg resists a screw about the line"))
        << singularity_text(machine, pose);
    EXPECT_EQ(singular_structure_text(machine), "");
}

/// The smallest over the largest singular value at poses without symmetry.
double best_hold(const Machine& machine) {
    double best = 0;
    Dice dice(11);
    for (int k = 0; k < 40; ++k) {
        const auto any = [&] { return dice.between(-0.8, 0.8); };
        const Pose pose{{any(), any(), 1.5 + any()}, {any(), any(), any()}};
        const Conditioning state = conditioning(machine, pose);
        if (state.singular_values[0] > 0) best = std::max(best, state.singular_values[5] / state.singular_values[0]);
    }
    return best;
}

/// Each reported structure makes random poses singular. Joints that only nearly have it do not.
TEST(Singularity, StructuresThatAreToldAreSingularInEveryPose) {
    const Machine good = shipped_case_study();
    Machine line = good, four = good, same = good, irregular = good;
    for (std::size_t i = 0; i < leg_count; ++i) {
        line.base.points_m[i] = scaled(Vector{0.3, 0.5, 0.1}, static_cast<double>(i * i) - 7);
        if (i > 2) four.platform.points_m[i] = four.platform.points_m[2];
        // Similar hexagons whose joints are not on a conic.
        irregular.base.points_m[i] = scaled(good.base.points_m[i], i == 2 ? 0.6 : 1);
        irregular.platform.points_m[i] = scaled(irregular.base.points_m[i], 0.5);
    }
    same.base.points_m[4] = same.base.points_m[1];
    same.platform.points_m[4] = same.platform.points_m[1];
    for (const auto& [machine, told] : {std::pair<const Machine&, const char*>{line, "base are on one line"},
                                        {four, "4 legs share a joint of the platform"},
                                        {same, "legs 2 and 5 are in the same place"}}) {
        EXPECT_TRUE(contains(singular_structure_text(machine), told)) << singular_structure_text(machine);
        EXPECT_LT(best_hold(machine), 1e-12) << told;
    }
    EXPECT_EQ(singular_structure_text(irregular), "");
    EXPECT_GT(best_hold(irregular), 1e-4);
}

/// Arms and carriages move the rods' feet, so that the base's joints prove nothing.
TEST(Singularity, OfArmsOnlyThePlatformsJointsTell) {
    const auto arms = [](const std::string& platform) {
        return parse_platform(
                   "base: {joints: [[3, 0, 0], [2, 0, 0], [1, 0, 0], [-1, 0, 0], [-2, 0, 0], [-3, 0, 0]]}\nplatform: " +
                       platform +
                       "\nlegs: {kind: rotary, arm: 0.6, rod: 1.6, azimuth: [90, 150, 210, 270, 330, 30], angle: [-80, "
                       "80]}\n"
                       "units: {length: m, angle: deg}\nname: arms\nhome: {z: 1.5}\n",
                   "test.yaml")
            .machine;
    };
    EXPECT_EQ(singular_structure_text(arms(
                  "{joints: [[1, 0, 0], [0.5, 0.8, 0], [-0.4, 0.9, 0], [-1, 0, 0], [-0.5, -0.8, 0], [0.4, -0.9, 0]]}")),
              "");
    EXPECT_NE(singular_structure_text(
                  arms("{joints: [[-3, 0, 0], [-2, 0, 0], [-1, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0]]}")),
              "");
}

}  // namespace
}  // namespace hexscan

#include "src/machine/singularity.h"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "src/scan/platform.h"
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
    EXPECT_FALSE(singular_everywhere(machine, *machine.home));
    // The same machine ten times as large, and its platform's origin elsewhere.
    Machine large = machine;
    for (JointSet* side : {&large.base, &large.platform})
        for (Vector& point : side->points_m) point = {10 * point.x, 10 * point.y, 10 * point.z};
    large.home->position_m = {0, 0, 14.5};
    for (Vector& point : large.platform.points_m) point.z += 3;
    large.home->position_m.z -= 3;
    EXPECT_NEAR(conditioning(large, *large.home).condition, state.condition, 1e-9);
}

TEST(Singularity, SingularValuesOfAnOrthogonalCube) {
    // Legs along x, y, z twice, at distance 1 from the centre: a matrix known in full.
    Machine machine;
    const Vector directions[] = {{1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 1}};
    const Vector joints[] = {{0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}, {1, 0, 0}, {-1, 0, 0}};
    for (std::size_t i = 0; i < leg_count; ++i) {
        machine.platform.points_m[i] = joints[i];
        machine.base.points_m[i] = joints[i] - directions[i];
    }
    const Conditioning state = conditioning(machine, {});
    EXPECT_EQ(state.rank, 6);
    for (const double value : state.singular_values) EXPECT_NEAR(value, std::sqrt(2.0), 1e-12);
}

TEST(Singularity, SimilarHexagonsAreSingularEverywhere) {
    Machine machine = shipped_case_study();
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector& a = machine.base.points_m[i];
        // Half as large and turned by 0.3 rad.
        machine.platform.points_m[i] = {0.5 * (std::cos(0.3) * a.x - std::sin(0.3) * a.y),
                                        0.5 * (std::sin(0.3) * a.x + std::cos(0.3) * a.y), 0};
    }
    EXPECT_LT(conditioning(machine, *machine.home).rank, 6);
    EXPECT_TRUE(singular_everywhere(machine, *machine.home));
    EXPECT_TRUE(contains(text_at_home(machine), "similar hexagons")) << text_at_home(machine);
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
    // Joints at different heights are similar to nothing.
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
    // Each leg passes the vertical line through (0.1, 0) at a height of its own.
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector& a = machine.base.points_m[i];
        const Vector target{0.1, 0, 2 + 0.3 * static_cast<double>(i * i % 5)};
        const double part = 0.4 + 0.03 * static_cast<double>(i);
        machine.platform.points_m[i] = {a.x + part * (target.x - a.x), a.y + part * (target.y - a.y),
                                        a.z + part * (target.z - a.z) - 1.45};
    }
    EXPECT_EQ(conditioning(machine, *machine.home).rank, 5);
    const std::string text = text_at_home(machine);
    EXPECT_TRUE(contains(text, "all legs go through the line through (0.1, 0,")) << text;
    EXPECT_TRUE(contains(text, "along (0, 0, 1)") || contains(text, "along (0, 0, -1)")) << text;
}

TEST(Singularity, LegsAcrossOneDirection) {
    Machine machine = shipped_case_study();
    // No leg leaves its own plane across y.
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
    // A symmetric machine loses its hold when the platform is turned by 90 degrees about its axis (Fichter 1986).
    Machine machine = shipped_case_study();
    Pose pose = *machine.home;
    pose.orientation.yaw_rad = pi / 2;
    EXPECT_EQ(conditioning(machine, pose).rank, 5);
    EXPECT_TRUE(contains(singularity_text(machine, pose), "no leg resists a turn about the line"))
        << singularity_text(machine, pose);
    EXPECT_FALSE(singular_everywhere(machine, pose));
}

}  // namespace
}  // namespace hexscan

#include "src/pose/pose_finder.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "src/files/machine_file.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/limits.h"
#include "tests/support/shipped.h"
#include "tests/support/values.h"

namespace hexscan {
namespace {

using hexscan_test::degree;
using hexscan_test::shipped_machine;

PerLeg values_at(const Machine& machine, const Pose& pose) {
    PerLeg values{};
    const auto shapes = leg_shapes(machine, pose);
    for (std::size_t i = 0; i < leg_count; ++i) values[i] = shapes[i].value;
    return values;
}

Pose moved_home(const Machine& machine, double up_m, double yaw_rad) {
    Pose pose = *machine.home;
    pose.position_m.z += up_m;
    pose.orientation.yaw_rad += yaw_rad;
    return pose;
}

void expect_same(const Pose& found, const Pose& pose) {
    EXPECT_NEAR(length_of(found.position_m - pose.position_m), 0, 1e-9);
    EXPECT_NEAR(found.orientation.yaw_rad, pose.orientation.yaw_rad, 1e-9);
}

TEST(PoseFinder, FindsHomeFromNearby) {
    for (const char* const name : {"case-study", "knaufinator-simulator", "linuxcnc-hexapod", "pkm-6-pus",
                                   "reachy-mini", "rubin-camera-hexapod", "simona-flight-simulator"}) {
        const Machine machine = shipped_machine(name);
        Pose near = moved_home(machine, 0.01 * std::abs(machine.home->position_m.z), 2 * degree);
        near.orientation.roll_rad += 1 * degree;
        const PoseAnswer answer = PoseFinder(machine, {}).nearest(values_at(machine, *machine.home), near);
        ASSERT_EQ(answer.status, PoseStatus::found) << name;
        const FoundPose& found = answer.poses.at(0);
        expect_same(found.pose, *machine.home);
        EXPECT_TRUE(found.keeps_all()) << name;
        EXPECT_TRUE(found.is_proved) << name;
        EXPECT_EQ(found.connected_to_home, true) << name;
        EXPECT_TRUE(found.path_keeps_limits) << name;
    }
}

/// The machine with its platform's origin and its base's origin elsewhere. All poses stay where they are.
Machine elsewhere(const Machine& machine, const Vector& tool_m, const Vector& base_m) {
    Machine moved = machine;
    for (Vector& point : moved.platform.points_m) point = point - tool_m;
    for (Vector& point : moved.base.points_m) point = point + base_m;
    const Rotation turned = rotation_of(machine.home->orientation, machine.orientation_order);
    moved.home->position_m = machine.home->position_m + turned(tool_m) + base_m;
    return moved;
}

TEST(PoseFinder, AToolPointOrABaseFarAwayKeepsTheProofs) {
    for (const char* const name : {"linuxcnc-hexapod", "pkm-6-pus", "reachy-mini"}) {
        const Machine machine = shipped_machine(name);
        const PerLeg values = values_at(machine, *machine.home);
        const PoseAnswer here = PoseFinder(machine, {}).all(values);
        const double far_m = 20 * std::abs(machine.home->position_m.z);
        for (const auto& [tool_m, base_m] :
             {std::pair{Vector{0, 0, far_m}, Vector{0, 0, 0}}, std::pair{Vector{far_m, 0, -far_m}, Vector{0, 0, 0}},
              std::pair{Vector{0, 0, 0}, Vector{1e6, -1e6, 0}}}) {
            const Machine moved = elsewhere(machine, tool_m, base_m);
            const PoseAnswer there = PoseFinder(moved, {}).all(values_at(moved, *moved.home));
            EXPECT_TRUE(there.complete) << name;
            ASSERT_EQ(there.poses.size(), here.poses.size()) << name;
            const FoundPose& found = there.poses.at(0);
            EXPECT_LT(length_of(found.pose.position_m - moved.home->position_m),
                      1e-9 * length_of(base_m + Vector{0, 0, 1}));
            EXPECT_TRUE(found.is_proved) << name;
            EXPECT_GT(found.unique_within.m, 0) << name;
            EXPECT_GT(found.converges_within.m, 0) << name;
            EXPECT_GT(found.values_within, 0) << name;
        }
    }
}

TEST(PoseFinder, ProvesThatLegsCloseInNoPose) {
    const Machine machine = shipped_machine("case-study");
    PerLeg values = values_at(machine, *machine.home);
    values[0] *= 5;
    const PoseAnswer answer = PoseFinder(machine, {}).nearest(values, *machine.home);
    EXPECT_EQ(answer.status, PoseStatus::none);
    EXPECT_TRUE(answer.poses.empty());
    EXPECT_NE(answer.reason.find("proved"), std::string::npos);
}

/// Equal plates on legs of one length move as a parallelogram does.
TEST(PoseFinder, CallsPosesOnACurveInfinite) {
    Machine machine = shipped_machine("case-study");
    machine.base.points_m = {{{1, 0.1, 0}, {0.4, 0.9, 0}, {-0.5, 0.8, 0}, {-1, 0, 0}, {-0.6, -0.9, 0}, {0.5, -0.8, 0}}};
    machine.platform.points_m = machine.base.points_m;
    machine.home = Pose{{0, 0, 1.5}, {}};
    PerLeg values{};
    values.fill(1.5);
    for (const PoseAnswer& answer :
         {PoseFinder(machine, {}).nearest(values, *machine.home), PoseFinder(machine, {}).all(values)}) {
        EXPECT_EQ(answer.status, PoseStatus::infinite);
        EXPECT_FALSE(answer.complete);
        ASSERT_FALSE(answer.poses.empty());
        EXPECT_LT(answer.poses.back().residual_m, 1e-10);
        EXPECT_FALSE(answer.poses.back().is_proved);
        EXPECT_NE(answer.reason.find("not proved"), std::string::npos);
    }
}

TEST(PoseFinder, PosesMayBeAtAnyDistance) {
    // Parallel rails: carriages that all move on carry the platform along.
    const Machine machine = shipped_machine("pkm-6-pus");
    for (const double far_m : {1e3, 2e9, 1e12}) {
        PerLeg values = values_at(machine, *machine.home);
        for (double& value : values) value += far_m;
        EXPECT_NE(PoseFinder(machine, {}).all(values).status, PoseStatus::none) << far_m;
    }
}

TEST(PoseFinder, NamesTheLimitsThatThePoseViolates) {
    const Machine machine = shipped_machine("case-study");
    const Pose high = moved_home(machine, 0.6, 0);
    const PoseAnswer answer = PoseFinder(machine, {}).nearest(values_at(machine, high), *machine.home);
    ASSERT_EQ(answer.status, PoseStatus::found);
    expect_same(answer.poses[0].pose, high);
    const LimitTable table = limits_of(machine);
    ASSERT_EQ(answer.poses[0].violated.size(), 6U);
    EXPECT_EQ(table[answer.poses[0].violated[0]].name(), "leg 1, longest length");
    EXPECT_EQ(answer.poses[0].connected_to_home, true);
    EXPECT_FALSE(answer.poses[0].path_keeps_limits);
}

TEST(PoseFinder, PrefersPosesOnTheMachinesBranches) {
    const Machine machine = shipped_machine("reachy-mini");
    const PerLeg values = values_at(machine, *machine.home);
    const PoseFinder finder(machine, {});
    int on_other_branch = 0;
    for (const FoundPose& other : finder.all(values).poses) {
        if (other.other_branch.empty()) continue;
        ++on_other_branch;
        EXPECT_EQ(other.connected_to_home, std::nullopt);
        const PoseAnswer answer = finder.nearest(values, other.pose);
        ASSERT_EQ(answer.poses.size(), 1U);
        EXPECT_TRUE(answer.poses[0].other_branch.empty());
    }
    EXPECT_EQ(on_other_branch, 7);
}

TEST(PoseFinder, AssembliesBeyondASingularityAreNotConnected) {
    const Machine machine = shipped_machine("case-study");
    const PoseAnswer answer = PoseFinder(machine, {}).all(values_at(machine, *machine.home));
    const auto with = [&](std::optional<bool> connected) {
        return std::ranges::count(answer.poses, connected, &FoundPose::connected_to_home);
    };
    EXPECT_GT(with(false), 0);
    EXPECT_GT(with(true), 0);
    // Home's mirror image below the base has the other sign: an odd number of coordinates changes.
    Pose mirrored = *machine.home;
    mirrored.position_m.z = -mirrored.position_m.z;
    const auto found = std::ranges::find_if(answer.poses, [&](const FoundPose& pose) {
        return length_of(pose.pose.position_m - mirrored.position_m) < 1e-9;
    });
    ASSERT_NE(found, answer.poses.end());
    EXPECT_EQ(found->connected_to_home, false);
}

TEST(PoseFinder, SaysThatPosesOfASingularMachineFormACurve) {
    const Machine machine = read_machine(PlatformDocument(
        "name: a\nunits: {length: m, angle: deg}\nbase: {radius: 1, spread: 20}\nplatform: {radius: 0.6, spread: 20}\n"
        "legs: {min: 1.2, max: 1.9}\nhome: {z: 1.5}\n",
        "test.yaml"));
    const PoseFinder finder(machine, {});
    const PerLeg values = values_at(machine, *machine.home);
    EXPECT_EQ(finder.nearest(values, *machine.home).status, PoseStatus::infinite);
    EXPECT_EQ(finder.all(values).status, PoseStatus::infinite);
}

TEST(PoseFinder, FollowsUpToASingularity) {
    const Machine machine = shipped_machine("case-study");
    std::vector<PerLeg> rows;
    std::vector<Pose> poses;
    // At home the platform is turned by 0 against the base. At 90 degrees it is singular (design of parallel plates).
    for (int yaw_deg = 0; yaw_deg <= 120; yaw_deg += 10) {
        poses.push_back(moved_home(machine, -0.05, yaw_deg * degree));
        rows.push_back(values_at(machine, poses.back()));
    }
    const auto answers = PoseFinder(machine, {}).follow(rows, *machine.home);
    ASSERT_EQ(answers.size(), rows.size());
    int found = 0, lost = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (answers[i].status == PoseStatus::found) {
            EXPECT_EQ(lost, 0) << "found after it was lost";
            expect_same(answers[i].poses.at(0).pose, poses[i]);
            ++found;
        } else {
            EXPECT_EQ(answers[i].status, PoseStatus::lost);
            EXPECT_FALSE(answers[i].reason.empty());
            ++lost;
        }
    }
    EXPECT_GE(found, 5);
    EXPECT_GE(lost, 3);
}

}  // namespace
}  // namespace hexscan

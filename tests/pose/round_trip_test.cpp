#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hexscan/pose.h"
#include "src/api/machine_inside.h"
#include "src/machine/home_state.h"
#include "src/machine/rods.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"
#include "tests/support/shipped.h"
#include "tests/support/values.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

PoseRadius apart(const Hexapod& machine, const PlatformPose& a, const PlatformPose& b) {
    const auto turned = [&](const PlatformPose& pose) {
        return rotation_of(inner_pose(pose).orientation, machine.inside().platform.machine.orientation_order);
    };
    return {std::hypot(a.x_m - b.x_m, a.y_m - b.y_m, a.z_m - b.z_m), angle_between(turned(a), turned(b))};
}

bool is_within(const PoseRadius& apart, const PoseRadius& radius) {
    return apart.m <= radius.m && apart.rad <= radius.rad;
}

/// The pose to which Newton's method leads. The result is NaN if it leads to none on the machine's branches.
PlatformPose found_from(const Hexapod& machine, const std::array<double, 6>& values, const PlatformPose& start) {
    PlatformPose found;
    poses_near(machine, {&values, 1}, {&start, 1}, {&found, 1});
    return found;
}

/// The pose near `pose`, with its proved radii.
AssembledPose certified(const Hexapod& machine, const std::array<double, 6>& values, const PlatformPose& pose) {
    return find_poses(machine, {&values, 1}, {.near = pose}).at(0).poses.at(0);
}

/// Newton's method from `start` found another pose than the one that the joint values come from. The certificates must
/// show this: the start lies in the radius of convergence of neither pose.
void expect_ambiguous(const Hexapod& machine, const PlatformPose& pose, const PlatformPose& start,
                      const PlatformPose& found) {
    const auto values = machine.joint_values(pose), there = machine.joint_values(found);
    for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(there[i], values[i], 1e-11);
    for (const PlatformPose& one : {pose, found}) {
        const AssembledPose certificate = certified(machine, values, one);
        EXPECT_TRUE(is_within(apart(machine, certificate.pose, one), {1e-9, 1e-9}));
        EXPECT_FALSE(is_within(apart(machine, start, one), certificate.converges_within));
        EXPECT_FALSE(is_within(apart(machine, found, pose), certificate.unique_within));
    }
}

/// Two of 20 000 random poses of this machine are very near to a singular one. A start 0.5 % of the size and 3 degrees
/// away leads to the assembly beyond.
TEST(RoundTrip, AStartThatLeadsToAnotherAssemblyIsOutsideTheRadiusOfConvergence) {
    const Hexapod machine = shipped_hexapod("pkm-6-pus");
    for (const PlatformPose& pose : {PlatformPose{0.060128659809375096, -0.059089472723149017, 0.034295439192577548,
                                                  -0.32992893555447617, -0.44964556231169428, -0.26378992454850642},
                                     PlatformPose{-0.064617548155730301, 0.052595677226171977, 0.046613692630118872,
                                                  0.56448137060606096, -0.024870188578298369, 0.074982784669339386}}) {
        ASSERT_TRUE(machine.reachable(pose));
        const auto values = machine.joint_values(pose);
        PlatformPose start = pose;
        start.z_m += 0.005 * 0.26;
        start.pitch_rad += 3 * degree;
        const PlatformPose found = found_from(machine, values, start);
        EXPECT_GT(apart(machine, found, pose).m, 2e-3);
        expect_ambiguous(machine, pose, start, found);
        // Both are in the list of all assemblies, and a singularity lies between one of them and home.
        const AssembledPoses all = find_poses(machine, {&values, 1}, {.all = true}).at(0);
        EXPECT_TRUE(all.complete);
        std::vector<std::optional<bool>> connected;
        for (const PlatformPose& listed : {pose, found})
            for (const AssembledPose& one : all.poses)
                if (is_within(apart(machine, one.pose, listed), {1e-9, 1e-9}))
                    connected.push_back(one.connected_to_home);
        ASSERT_EQ(connected.size(), 2U);
        EXPECT_NE(connected[0] == false, connected[1] == false);
        // From within the radius, the search returns.
        const PoseRadius converges = certified(machine, values, pose).converges_within;
        ASSERT_GT(converges.m, 0);
        start = pose;
        start.z_m += 0.9 * converges.m;
        EXPECT_LT(apart(machine, found_from(machine, values, start), pose).m, 1e-12);
    }
}

/// Poses are compared to 1e-12 of the machine's size, divided by the conditioning of the pose.
TEST(RoundTrip, RandomPosesReturnOrTheirStartIsAmbiguous) {
    for (const char* const name : {"case-study", "knaufinator-simulator", "linuxcnc-hexapod", "pkm-6-pus",
                                   "reachy-mini", "rubin-camera-hexapod", "simona-flight-simulator"}) {
        const Hexapod machine = shipped_hexapod(name);
        const PlatformPose home = machine.home().value();
        const double size_m = longest_leg_m(machine.inside().platform.machine);
        Dice dice(21);
        const auto away = [&](const PlatformPose& from, double far_m, double far_rad) {
            std::array<double, 6> by{};
            for (double& part : by) part = dice.between(-1, 1);
            const double moved = far_m / std::hypot(by[0], by[1], by[2]);
            const double turned = far_rad / std::hypot(by[3], by[4], by[5]);
            return PlatformPose{from.x_m + moved * by[0],        from.y_m + moved * by[1],
                                from.z_m + moved * by[2],        from.roll_rad + turned * by[3],
                                from.pitch_rad + turned * by[4], from.yaw_rad + turned * by[5]};
        };
        int elsewhere = 0, nowhere = 0;
        for (int count = how_many(1000); count > 0;) {
            const double part = dice.magnitude(1e-3, 0.3);
            const PlatformPose pose = away(home, part * size_m, 2 * part);
            if (!machine.reachable(pose)) continue;
            --count;
            const auto values = machine.joint_values(pose);
            const PlatformPose start = away(pose, 0.005 * size_m, 3 * degree);
            PlatformPose found = found_from(machine, values, start);
            if (std::isnan(found.x_m)) {
                ++nowhere;
                const PoseRadius converges = certified(machine, values, pose).converges_within;
                EXPECT_FALSE(is_within(apart(machine, start, pose), converges)) << name;
                found = certified(machine, values, start).pose;
            }
            const PoseRadius off = apart(machine, found, pose);
            if (is_within(off, {1e-12 * size_m, 1e-12})) continue;
            const double enough = 1e-12 / certified(machine, values, pose).conditioning;
            if (is_within(off, {enough * size_m, enough})) continue;
            ++elsewhere;
            expect_ambiguous(machine, pose, start, found);
        }
        RecordProperty(std::string(name) + " elsewhere", elsewhere);
        RecordProperty(std::string(name) + " on no branch by Newton's method", nowhere);
    }
}

}  // namespace
}  // namespace hexscan

#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "src/files/machine_file.h"
#include "src/machine/home_state.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/shared/singularity.h"
#include "src/pose/pose_finder.h"
#include "tests/pose/random_rods.h"
#include "tests/support/random/how_many.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

constexpr double degree = std::numbers::pi / 180;

Machine shipped(const std::string& name) {
    return read_machine(PlatformDocument::load(std::string(HEXSCAN_SOURCE_DIR "/platforms/") + name + ".yaml"));
}

PerLeg values_at(const Machine& machine, const Pose& pose) {
    PerLeg values{};
    const auto shapes = leg_shapes(machine, pose);
    for (std::size_t i = 0; i < leg_count; ++i) values[i] = shapes[i].value;
    return values;
}

bool is_within(const Placed& a, const Placed& b, const PoseRadius& radius) {
    return length_of(a.position_m - b.position_m) <= radius.m && angle_between(a.turned, b.turned) <= radius.rad;
}

/// Newton's method from `start` found another pose than the one that the joint values come from. The certificates must
/// tell that the start is ambiguous: it lies in the radius of convergence of neither.
void expect_ambiguous(const Machine& machine, const Pose& pose, const Pose& start, const Pose& found) {
    const auto at = [&](const Pose& other) { return placed(other, machine.orientation_order); };
    const Rods rods = rods_of(machine, values_at(machine, pose));
    EXPECT_LT(rods.residual_m(at(pose)), 1e-12);
    EXPECT_LT(rods.residual_m(at(found)), 1e-12);
    const IsolatedPose here = isolated(machine, rods, at(pose)), there = isolated(machine, rods, at(found));
    EXPECT_FALSE(is_within(at(start), at(pose), here.converges_within));
    EXPECT_FALSE(is_within(at(start), at(found), there.converges_within));
    EXPECT_FALSE(is_within(at(found), at(pose), here.unique_within));
}

/// Two of 20 000 random poses of this machine are very near to a singular one. A start 0.5 % of the size and 3 degrees
/// away leads to the assembly beyond.
TEST(RoundTrip, AStartThatLeadsToAnotherAssemblyIsOutsideTheRadiusOfConvergence) {
    const Machine machine = shipped("pkm-6-pus");
    for (const Pose& pose : {Pose{{0.060128659809375096, -0.059089472723149017, 0.034295439192577548},
                                  {-0.32992893555447617, -0.44964556231169428, -0.26378992454850642}},
                             Pose{{-0.064617548155730301, 0.052595677226171977, 0.046613692630118872},
                                  {0.56448137060606096, -0.024870188578298369, 0.074982784669339386}}}) {
        ASSERT_TRUE(state_at(machine, pose).reachable);
        const PerLeg values = values_at(machine, pose);
        Pose start = pose;
        start.position_m.z += 0.005 * longest_leg_m(machine);
        start.orientation.pitch_rad += 3 * degree;
        const auto found = pose_near(rod_machine(machine), values, start);
        ASSERT_TRUE(found);
        EXPECT_GT(length_of(found->position_m - pose.position_m), 2e-3);
        expect_ambiguous(machine, pose, start, *found);
        // Both are in the list of all assemblies, and a singularity lies between one of them and home.
        const PoseAnswer all = PoseFinder(machine, {}).all(values);
        EXPECT_TRUE(all.complete);
        std::vector<std::optional<bool>> connected;
        for (const Pose& listed : {pose, *found})
            for (const FoundPose& one : all.poses)
                if (length_of(one.pose.position_m - listed.position_m) < 1e-9)
                    connected.push_back(one.connected_to_home);
        ASSERT_EQ(connected.size(), 2U);
        EXPECT_NE(connected[0] == false, connected[1] == false);
        // From within the radius, the search returns.
        const Rods rods = rods_of(machine, values);
        const IsolatedPose here = isolated(machine, rods, placed(pose, machine.orientation_order));
        ASSERT_TRUE(here.is_proved);
        start = pose;
        start.position_m.z += 0.9 * here.converges_within.m;
        const auto returned = pose_near(rod_machine(machine), values, start);
        ASSERT_TRUE(returned);
        EXPECT_LT(length_of(returned->position_m - pose.position_m), 1e-12);
    }
}

/// Poses are compared to 1e-12 of the machine's size, divided by the conditioning of the pose.
TEST(RoundTrip, RandomPosesReturnOrTheirStartIsAmbiguous) {
    for (const char* const name : {"case-study", "knaufinator-simulator", "linuxcnc-hexapod", "pkm-6-pus",
                                   "reachy-mini", "rubin-camera-hexapod", "simona-flight-simulator"}) {
        const Machine machine = shipped(name);
        const RodMachine rods = rod_machine(machine);
        const double size_m = longest_leg_m(machine);
        Dice dice(21);
        int elsewhere = 0;
        for (int count = how_many(1000); count > 0;) {
            const double part = dice.magnitude(1e-3, 0.3);
            Pose pose = *machine.home;
            pose.position_m = pose.position_m + random_in_box(dice, part * size_m);
            pose.orientation.roll_rad += dice.between(-2 * part, 2 * part);
            pose.orientation.pitch_rad += dice.between(-2 * part, 2 * part);
            pose.orientation.yaw_rad += dice.between(-2 * part, 2 * part);
            if (!state_at(machine, pose).reachable) continue;
            --count;
            const Placed at = placed(pose, machine.orientation_order);
            const Vector along = direction(random_in_ball(dice, 1)), axis = direction(random_in_ball(dice, 1));
            const Placed away = {at.position_m + scaled(along, 0.005 * size_m),
                                 turned_on(at.turned, scaled(axis, std::sin(3 * degree)))};
            const Pose start = pose_of(away, machine.orientation_order);
            const auto found = pose_near(rods, values_at(machine, pose), start);
            ASSERT_TRUE(found) << name;
            const Placed returned = placed(*found, machine.orientation_order);
            const double enough = 1e-12 * conditioning(machine, pose).condition;
            if (is_within(returned, at, {enough * size_m, enough})) continue;
            ++elsewhere;
            expect_ambiguous(machine, pose, start, *found);
        }
        RecordProperty(std::string(name) + " elsewhere", elsewhere);
    }
}

}  // namespace
}  // namespace hexscan

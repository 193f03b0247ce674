#include "src/pose/all_poses.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "src/files/machine_file.h"
#include "src/machine/legs/posed_leg.h"
#include "src/pose/pose_curve.h"
#include "src/pose/pose_finder.h"
#include "src/pose/pose_search.h"
#include "tests/pose/random_rods.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

TEST(AllPoses, DietmaiersMachineHasForty) {
    const RodMachine machine = telescopic_machine();
    const Rods rods = dietmaier();
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        const ClosedPoses found = all_poses(machine, rods, {.seed = seed});
        EXPECT_TRUE(found.complete());
        ASSERT_EQ(found.poses.size(), most_assemblies) << seed;
        for (const ClosedPose& pose : found.poses) {
            EXPECT_TRUE(pose.isolation.is_proved);
            EXPECT_LE(rods.residual_m(pose.at), 1e-12);
        }
    }
}

/// The branch and bound alone, without poses found by random starts.
TEST(AllPoses, TheSearchFindsWhatRandomStartsFind) {
    Dice dice(14);
    const RodMachine machine = telescopic_machine();
    std::map<std::size_t, int> counts;
    for (int count = 0; count < 12; ++count) {
        const auto [rods, at] = random_rods(dice);
        const ClosedPoses alone = PoseSearch(machine, rods).finish(1'000'000);
        const ClosedPoses with_starts = all_poses(machine, rods, {});
        EXPECT_TRUE(alone.complete() && with_starts.complete()) << count;
        EXPECT_EQ(alone.poses.size(), with_starts.poses.size()) << count;
        EXPECT_TRUE(std::ranges::any_of(alone.poses, [&, at = at](const ClosedPose& pose) {
            return length_of(pose.at.position_m - at.position_m) < 1e-6 &&
                   angle_between(pose.at.turned, at.turned) < 1e-6;
        })) << count;
        ++counts[alone.poses.size()];
    }
    EXPECT_GT(counts.size(), 2U);
}

/// Parts with several poses each, because these are near each other. A part may not end when one is found.
TEST(AllPoses, TheSearchAloneFindsAllForty) {
    const RodMachine machine = telescopic_machine();
    const Rods rods = dietmaier();
    const ClosedPoses found = PoseSearch(machine, rods).finish(1'000'000);
    EXPECT_TRUE(found.complete());
    EXPECT_EQ(found.poses.size(), most_assemblies);
}

TEST(AllPoses, RodsThatCannotCloseHaveNone) {
    Dice dice(15);
    const RodMachine machine = telescopic_machine();
    auto [rods, at] = random_rods(dice);
    rods.lengths_m[3] += 0.9;
    rods.lengths_m[1] *= 0.3;
    const ClosedPoses found = all_poses(machine, rods, {});
    EXPECT_TRUE(found.complete());
    EXPECT_TRUE(found.poses.empty());
    EXPECT_GT(found.parts, 1);
}

TEST(AllPoses, ASearchThatGivesUpIsNotComplete) {
    Dice dice(16);
    const auto [rods, at] = random_rods(dice);
    const RodMachine machine = telescopic_machine();
    const ClosedPoses found = PoseSearch(machine, rods).finish(100);
    EXPECT_FALSE(found.complete());
    EXPECT_GT(found.unsearched, 0.2);
    EXPECT_LE(found.unsearched, 1);
    EXPECT_EQ(PoseSearch(machine, rods).finish(0).unsearched, 1);
}

/// A singular pose has no proof, so it never becomes known. Parts that hold it must stay open.
TEST(AllPoses, APartWithASingularPoseIsNeverFinished) {
    Dice dice(19);
    const RodMachine machine = telescopic_machine();
    int ended = 0;
    for (int count = 0; count < 8; ++count) {
        const RandomRods singular = singular_rods(dice);
        const Rods& rods = singular.rods;
        const Placed& at = singular.at;
        ASSERT_LT(rods.residual_m(at), 1e-12);
        const ClosedPoses found = PoseSearch(machine, rods).finish(100'000);
        EXPECT_FALSE(found.complete()) << count;
        EXPECT_FALSE(lies_on_curve(rods, at)) << count;
        if (found.unsearched > 0) continue;
        ++ended;
        EXPECT_TRUE(std::ranges::any_of(found.undecided, [&](const PoseRegion& region) {
            return length_of(region.at.position_m - at.position_m) <= region.radius.m &&
                   angle_between(region.at.turned, at.turned) <= region.radius.rad;
        })) << count;
    }
    EXPECT_GT(ended, 2);
}

/// A little beyond a singular pose there are two poses near each other, or none.
TEST(AllPoses, BothOfTwoPosesNearASingularOneAreFound) {
    Dice dice(20);
    const RodMachine machine = telescopic_machine();
    int twins = 0;
    for (int count = 0; count < 16; ++count) {
        const RandomRods singular = singular_rods(dice);
        Rods rods = singular.rods;
        rods.lengths_m[2] += (count % 2 == 0 ? 1e-3 : -1e-3) * rods.size_m;
        std::vector<Placed> near;
        const auto is_same = [](const Placed& a, const Placed& b) {
            return length_of(a.position_m - b.position_m) < 1e-6 && angle_between(a.turned, b.turned) < 1e-6;
        };
        for (int start = 0; start < 40; ++start) {
            const auto closed = rods.closed_from(moved(singular.at, random_motion(dice, 0.1 * rods.size_m, 0.1)));
            if (closed && std::ranges::none_of(near, [&](const Placed& at) { return is_same(at, *closed); }))
                near.push_back(*closed);
        }
        const ClosedPoses found = PoseSearch(machine, rods).finish(100'000);
        if (!found.complete()) continue;
        twins += near.size() > 1;
        for (const Placed& at : near)
            EXPECT_TRUE(std::ranges::any_of(found.poses, [&](const ClosedPose& pose) { return is_same(pose.at, at); }))
                << count;
    }
    EXPECT_GT(twins, 3);
}

struct Assemblies {
    std::size_t all, on_branches;
};

/// The shipped machines at home. The counts agree with those of other solvers.
TEST(AllPoses, ShippedMachinesAtHome) {
    const std::map<std::string, Assemblies> expected = {{"case-study", {8, 8}},
                                                        {"knaufinator-simulator", {8, 4}},
                                                        {"linuxcnc-hexapod", {8, 8}},
                                                        {"pkm-6-pus", {8, 4}},
                                                        {"reachy-mini", {16, 9}},
                                                        {"rubin-camera-hexapod", {8, 8}},
                                                        {"simona-flight-simulator", {8, 8}}};
    for (const auto& [name, assemblies] : expected) {
        const Machine machine =
            read_machine(PlatformDocument::load(std::string(HEXSCAN_SOURCE_DIR "/platforms/") + name + ".yaml"));
        const auto shapes = leg_shapes(machine, *machine.home);
        PerLeg values{};
        for (std::size_t i = 0; i < leg_count; ++i) values[i] = shapes[i].value;
        const PoseAnswer answer = PoseFinder(machine, {}).all(values);
        EXPECT_TRUE(answer.complete) << name;
        EXPECT_EQ(answer.poses.size(), assemblies.all) << name;
        EXPECT_EQ(std::ranges::count_if(answer.poses, [](const FoundPose& pose) { return pose.other_branch.empty(); }),
                  static_cast<long>(assemblies.on_branches))
            << name;
        EXPECT_EQ(answer.poses[0].connected_to_home, true) << name;
    }
}

}  // namespace
}  // namespace hexscan

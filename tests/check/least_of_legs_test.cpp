// Smallest gaps and conditionings in boxes of poses. No pose has less than the bound, and some pose has hardly more.

#include "src/check/figures/least_of_legs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "src/check/box_proof.h"
#include "src/files/platform_document.h"
#include "src/files/platform_file.h"
#include "src/files/requirement_file.h"
#include "src/files/requirements/box_requirement.h"
#include "src/machine/limits.h"
#include "src/machine/shared/singularity.h"
#include "tests/support/conditioning_at.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/shared_limits_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

double gap_at(Machine machine, const Pose& pose) {
    machine.legs_apart->free_pairs.reset();
    machine.obstacles.freed.reset();
    const std::vector<LimitState> states = limit_states(machine, pose);
    const LimitTable limits = limits_of(machine);
    double least_m = std::numeric_limits<double>::infinity();
    for (const Limit& limit : limits.rows())
        if (is_gap(*limit.kind)) least_m = std::min(least_m, states[static_cast<std::size_t>(limit.id) - 1].asked);
    return least_m;
}

/// The smallest figure of many poses of a box, including its corners. From the lowest one a descent follows along the
/// axes.
template <class Figure>
double least_met(const PoseBox& box, Dice& dice, Figure figure) {
    Pose lowest = random_pose(box, dice);
    double least = figure(lowest);
    const auto meet = [&](const Pose& pose) {
        const double met = figure(pose);
        const bool is_less = met < least;
        if (is_less) lowest = pose, least = met;
        return is_less;
    };
    for (int k = 0; k < 100; ++k) meet(random_pose(box, dice));
    for (double step = 0.5; step > 1e-4; step /= 2)
        for (std::size_t axis = 0; axis < PoseBox::dimensions; ++axis)
            for (const double way : {-step, step}) {
                auto at = coordinates_of(lowest);
                at[axis] = std::clamp(at[axis] + way * (box.high[axis] - box.low[axis]), box.low[axis], box.high[axis]);
                while (meet(pose_at(at)))
                    at[axis] =
                        std::clamp(at[axis] + way * (box.high[axis] - box.low[axis]), box.low[axis], box.high[axis]);
            }
    return least;
}

bool all_rods_reach(const Machine& machine, const PoseBox& box, Dice& dice) {
    for (int k = 0; k < 50 && !machine.is_telescopic(); ++k)
        if (!std::ranges::all_of(leg_shapes(machine, random_pose(box, dice)), &LegShape::closes)) return false;
    return true;
}

TEST(LeastOfLegs, IsBelowWhatPosesHaveAndNearlyMet) {
    const int machines = how_many(60);
    int compared = 0, near_gaps = 0, near_conditionings = 0;
    for (int seed = 0; seed < machines; ++seed) {
        SCOPED_TRACE(seed);
        Dice dice(static_cast<std::uint64_t>(seed) + 1000);
        Pose near;
        Sort sort{};
        const Machine machine = random_machine(static_cast<std::uint64_t>(seed), dice, near, sort, 0.3);
        const PoseBox box = random_box(machine, near, dice);
        if (!all_rods_reach(machine, box, dice)) continue;
        ++compared;
        const double size_m = longest_leg_m(machine);
        const double gap_m = proved_least_gap_m(machine, box).value,
                     held = proved_least_conditioning(machine, box).value;
        const double met_gap_m = least_met(box, dice, [&](const Pose& p) { return gap_at(machine, p); });
        const double met_held = least_met(box, dice, [&](const Pose& p) { return conditioning_at(machine, p); });
        EXPECT_LE(gap_m, met_gap_m + 1e-12 * size_m);
        EXPECT_LE(held, met_held + 1e-12);
        EXPECT_GE(held, 0);
        near_gaps += gap_m >= met_gap_m - 2e-4 * size_m;
        near_conditionings += held >= met_held - 2e-3;
    }
    if (asks_few()) return;
    EXPECT_GT(compared, machines / 2);
    EXPECT_GT(near_gaps, compared * 6 / 10);
    EXPECT_GT(near_conditionings, compared * 6 / 10);
}

/// In boxes that are a good part of what their limits leave.
TEST(LeastOfLegs, OfShippedMachinesWithRodsIsMoreThanHalfOfHomes) {
    for (const auto& [file, factor] : {std::pair("knaufinator-simulator", 0.4), std::pair("pkm-6-pus", 0.4)}) {
        SCOPED_TRACE(file);
        const PlatformDocument document =
            PlatformDocument::load(std::string(HEXSCAN_SOURCE_DIR "/platforms/") + file + ".yaml");
        const Machine machine = read_platform(document).machine;
        const std::vector<Requirement> requirements = read_requirements(document, machine);
        const PoseBox box = scaled_box(*box_of(*requirements.back().poses), factor);
        const double held = proved_least_conditioning(machine, box).value;
        Dice dice(1);
        EXPECT_GT(held, conditioning_at(machine, *machine.home) / 2);
        EXPECT_LE(held, least_met(box, dice, [&](const Pose& p) { return conditioning_at(machine, p); }));
    }
}

TEST(LeastOfLegs, OfASinglePoseIsThatPoses) {
    Dice dice(7);
    Pose near;
    Sort sort{};
    const Machine machine = random_machine(1, dice, near, sort, 0);
    const PoseBox box{coordinates_of(near), coordinates_of(near)};
    EXPECT_NEAR(proved_least_gap_m(machine, box).value, gap_at(machine, near), 1e-4 * longest_leg_m(machine));
    EXPECT_NEAR(proved_least_conditioning(machine, box).value, conditioning_at(machine, near), 1e-3);
}

/// The figure does not depend on the machine's own limit on gaps.
TEST(LeastOfLegs, IsTheSameWhateverTheMachineAsks) {
    Dice dice(9);
    Pose near;
    Sort sort{};
    Machine machine = random_machine(4, dice, near, sort, 0);
    const PoseBox box = random_box(machine, near, dice);
    const double gap_m = proved_least_gap_m(machine, box).value, held = proved_least_conditioning(machine, box).value;
    machine.legs_apart->gap *= 3;
    machine.legs_apart->free_pairs.set(2);
    machine.singularity->min_conditioning = 0.3;
    machine.singularity->frees_conditioning = true;
    EXPECT_NEAR(proved_least_gap_m(machine, box).value, gap_m, 1e-9 * longest_leg_m(machine));
    EXPECT_EQ(proved_least_conditioning(machine, box).value, held);
}

TEST(LeastOfLegs, OfLinesIsTheirDistanceWhetherAGapIsAskedOrNot) {
    Dice dice(9);
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        Pose near;
        Sort sort{};
        Machine machine = random_machine(seed, dice, near, sort, 0);
        const PoseBox box = random_box(machine, near, dice);
        machine.obstacles = {};
        machine.legs_apart = LegsApart{0, 0, machine.legs_apart->free_ends, {}};
        const double of_lines_m = proved_least_gap_m(machine, box).value;
        machine.legs_apart->gap = 0.01 * longest_leg_m(machine);
        EXPECT_NEAR(of_lines_m, proved_least_gap_m(machine, box).value, 1e-9 * longest_leg_m(machine)) << seed;
    }
}

}  // namespace

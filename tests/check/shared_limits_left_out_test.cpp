// Sizes and travels depend only on strokes and joints. A machine with shared limits has the same ones as without them.

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "src/check/limit_sizing.h"
#include "src/check/pose_box.h"
#include "src/check/requirement.h"
#include "src/check/sizing.h"
#include "src/files/platform_file.h"
#include "src/files/requirements/box_requirement.h"
#include "src/machine/home_state.h"
#include "src/machine/machine.h"
#include "src/machine/pose_clearance.h"
#include "src/machine/travel/travel.h"
#include "src/scan/pose_verdicts.h"
#include "tests/support/box_about.h"
#include "tests/support/random/random_leg_machines.h"
#include "tests/support/rod_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// The machine with shared limits that none of its poses keeps.
Machine with_shared_limits(Machine machine) {
    const double size_m = longest_leg_m(machine);
    machine.legs_apart = LegsApart{10 * size_m, size_m, 0, {}};
    machine.singularity = SingularityLimit{true, 0.999, {}, false, false};
    return machine;
}

/// True if home is well within the legs' limits.
bool has_room(const Machine& machine) {
    const OrientedMachine at_home(machine, machine.home->orientation);
    return at_home.clearance(machine.home->position_m).clearance_m > 0.03 * longest_leg_m(machine);
}

/// The first random machine with room at home.
Machine roomy(leg_oracle::Kind kind, RandomLegMachine (*make)(leg_oracle::Kind, std::uint64_t)) {
    for (std::uint64_t seed = 0;; ++seed) {
        const RandomLegMachine random = make(kind, seed);
        if (const Machine machine = rod_machine(random.machine, random.home); has_room(machine)) return machine;
    }
}

/// Machines with every kind of leg. The first is telescopic and has kernels.
std::vector<Machine> machines() {
    using leg_oracle::Kind;
    return {built_in_platform().machine, roomy(Kind::slider, random_leg_machine),
            roomy(Kind::rotary, random_leg_machine), roomy(Kind::telescopic, universal_leg_machine)};
}

Requirement required_about_home(const Machine& machine) {
    return {"box", 0, required_box(box_about(*machine.home, 0.01 * longest_leg_m(machine), 0.01))};
}

TEST(SharedLimitsLeftOut, MachinesWithThemReachNothingHere) {
    for (const Machine& machine : machines()) {
        EXPECT_TRUE(PoseVerdicts(machine).exact(*machine.home));
        EXPECT_FALSE(PoseVerdicts(with_shared_limits(machine)).exact(*machine.home));
    }
}

TEST(SharedLimitsLeftOut, OfSizesOfEveryLimit) {
    for (const Machine& machine : machines()) {
        const Requirement requirement = required_about_home(machine);
        const std::vector<LimitSize> found = limit_sizes(with_shared_limits(machine), requirement),
                                     expected = limit_sizes(machine, requirement);
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t k = 0; k < found.size(); ++k) {
            EXPECT_EQ(found[k].kind, expected[k].kind);
            EXPECT_EQ(found[k].value, expected[k].value) << found[k].kind->name;
        }
    }
}

TEST(SharedLimitsLeftOut, OfLeastSizesOfTelescopicLegs) {
    const Machine machine = machines().front();
    const Requirement requirement = required_about_home(machine);
    const LeastSizes found = least_sizes(with_shared_limits(machine), requirement),
                     expected = least_sizes(machine, requirement);
    EXPECT_EQ(found.shortest_m, expected.shortest_m);
    EXPECT_EQ(found.longest_m, expected.longest_m);
    EXPECT_EQ(found.base_tilt_rad, expected.base_tilt_rad);
    EXPECT_EQ(found.platform_tilt_rad, expected.platform_tilt_rad);
    EXPECT_GT(found.longest_m, 0);
}

TEST(SharedLimitsLeftOut, OfTravels) {
    for (const Machine& machine : machines()) {
        const PoseVerdicts of_legs(machine);
        const Travel found = travel_from(with_shared_limits(machine), *machine.home, PosesInTurn(of_legs)),
                     expected = travel_from(machine, *machine.home, PosesInTurn(of_legs));
        for (std::size_t axis = 0; axis < pose_axes; ++axis) {
            EXPECT_EQ(found[axis].from.at, expected[axis].from.at) << pose_axis_names[axis];
            EXPECT_EQ(found[axis].to.at, expected[axis].to.at) << pose_axis_names[axis];
            EXPECT_EQ(found[axis].from.limit, expected[axis].from.limit) << pose_axis_names[axis];
            EXPECT_EQ(found[axis].to.limit, expected[axis].to.limit) << pose_axis_names[axis];
            EXPECT_LT(found[axis].from.at, found[axis].to.at);
        }
    }
}

}  // namespace

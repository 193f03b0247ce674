// The travel along each axis of machines without kernels: sliders, arms, and telescopic legs with other joints. An
// independent oracle decides which poses are reachable.

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "src/machine/home_state.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/travel/travel.h"
#include "tests/support/oracles/leg_oracle.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_leg_machines.h"
#include "tests/support/rod_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using leg_oracle::Kind;

/// Errors of the oracle's slacks, in rod lengths or radians, and of its roots.
constexpr double slack_rounding = 1e-9;
/// No pose is reachable this far beyond an end, relative to the machine's size or in radians.
constexpr double just_beyond = 1e-9;

leg_oracle::Pose with_coordinate(leg_oracle::Pose pose, std::size_t axis, double value) {
    double* const coordinates[] = {&pose.x, &pose.y, &pose.z, &pose.roll, &pose.pitch, &pose.yaw};
    *coordinates[axis] = value;
    return pose;
}

double coordinate_of(const leg_oracle::Pose& pose, std::size_t axis) {
    return std::array{pose.x, pose.y, pose.z, pose.roll, pose.pitch, pose.yaw}[axis];
}

class RodAttack {
public:
    RodAttack(const RandomLegMachine& random, std::string where)
        : oracle_(random.machine), machine_(rod_machine(random.machine, random.home)), where_(std::move(where)) {}

    bool keeps(const leg_oracle::Pose& pose) const { return keeps(pose_of(pose)); }
    bool keeps(const Pose& at) const {
        return posed_legs(machine_, rotation_of(at.orientation, machine_.orientation_order)).keeps(at.position_m);
    }

    void along_all_axes(const leg_oracle::Pose& pose, Dice& dice) {
        const Travel travel = travel_from(machine_, pose_of(pose), [&](const Pose& at) { return keeps(at); });
        for (std::size_t axis = 0; axis < pose_axes; ++axis) {
            try_end(pose, axis, travel[axis].from, -1);
            try_end(pose, axis, travel[axis].to, 1);
            try_between(pose, axis, travel[axis], dice);
        }
    }

    int ends = 0, touched = 0;

private:
    double margin(const leg_oracle::Pose& pose, std::size_t axis, double value) const {
        return leg_oracle::machine_state(oracle_, with_coordinate(pose, axis, value)).margin;
    }

    void try_end(const leg_oracle::Pose& pose, std::size_t axis, const TravelEnd& end, double way) {
        if (std::isinf(end.at)) return;
        const std::string where = where_ + ", " + pose_axis_names[axis] + (way < 0 ? " from" : " to");
        ++ends;
        EXPECT_TRUE(keeps(with_coordinate(pose, axis, end.at))) << where;
        EXPECT_GE(margin(pose, axis, end.at), -slack_rounding) << where;
        const double step = just_beyond * (axis < 3 ? longest_leg_m(machine_) : 1);
        // A limit that is only touched also ends the travel.
        const double after = margin(pose, axis, end.at + way * step);
        EXPECT_LT(after, 100 * slack_rounding) << where;
        touched += after >= 0;
    }

    void try_between(const leg_oracle::Pose& pose, std::size_t axis, const AxisTravel& travel, Dice& dice) const {
        const double here = coordinate_of(pose, axis), turn = 6.283185307179586;
        const double low = std::isinf(travel.from.at) ? here - turn : travel.from.at;
        const double high = std::isinf(travel.to.at) ? here + turn : travel.to.at;
        for (int k = 0; k < 12; ++k) {
            const double value = dice.between(low, high);
            EXPECT_GE(margin(pose, axis, value), -slack_rounding)
                << where_ << ", " << pose_axis_names[axis] << " between";
        }
    }

    leg_oracle::Machine oracle_;
    Machine machine_;
    std::string where_;
};

/// Home, or a reachable pose near it.
leg_oracle::Pose any_pose(const RandomLegMachine& random, const RodAttack& attack, Dice& dice) {
    leg_oracle::Pose pose = random.home;
    for (int k = 0; k < 3 && dice.chance(0.7); ++k) {
        const leg_oracle::Pose other = pose_near_home(random, dice);
        if (attack.keeps(other)) pose = other;
    }
    return pose;
}

void expect_travels(Kind kind, bool universal) {
    const int poses = how_many(kind != Kind::rotary ? 60 : universal ? 2 : 10);
    int asked = 0, ends = 0, touched = 0;
    for (std::uint64_t seed = first_seed(); asked < poses; ++seed) {
        const RandomLegMachine random = universal ? universal_leg_machine(kind, seed) : random_leg_machine(kind, seed);
        Dice dice(seed + 31);
        RodAttack attack(random, "seed " + std::to_string(seed));
        const leg_oracle::Pose pose = any_pose(random, attack, dice);
        if (!attack.keeps(pose)) continue;
        ++asked;
        attack.along_all_axes(pose, dice);
        ends += attack.ends;
        touched += attack.touched;
    }
    EXPECT_GT(ends, 10 * asked);
    EXPECT_LE(touched, ends / 100) << ends;
}

/// For a rail of 200 km, a step of a ten-millionth could skip a whole limit.
TEST(RodTravel, OfALongRailMissesNoLimit) {
    constexpr std::uint64_t seed = 7315;
    const RandomLegMachine random = random_leg_machine(Kind::slider, seed);
    Dice dice(seed + 31);
    RodAttack attack(random, "seed 7315");
    attack.along_all_axes(any_pose(random, attack, dice), dice);
    EXPECT_GT(attack.ends, 0);
}

TEST(RodTravel, OfSlidersIsWhatAnOracleFindsReachable) { expect_travels(Kind::slider, false); }
TEST(RodTravel, OfArmsIsWhatAnOracleFindsReachable) { expect_travels(Kind::rotary, false); }
TEST(RodTravel, OfSlidersWithUniversalJointsIsWhatAnOracleFindsReachable) { expect_travels(Kind::slider, true); }
TEST(RodTravel, OfArmsWithUniversalJointsIsWhatAnOracleFindsReachable) { expect_travels(Kind::rotary, true); }
TEST(RodTravel, OfTelescopesWithUniversalJointsIsWhatAnOracleFindsReachable) { expect_travels(Kind::telescopic, true); }

}  // namespace

#include "src/machine/travel/travel.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "src/check/pose_box.h"
#include "src/files/platform_file.h"
#include "src/machine/home_state.h"
#include "src/machine/legs/telescopic_legs.h"
#include "src/scan/pose_verdicts.h"
#include "tests/support/oracles/oracle.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/telescopic_limit.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

using Coordinates = std::array<double, pose_axes>;

/// LinuxCNC's sample hexapod (configs/sim/axis/vismach/hexapod-sim) with lengths from 24 to 36 inches. An independent
/// program computed the expected travels.
Machine linuxcnc_sample() {
    return parse_platform(R"(name: LinuxCNC sample
units: {length: in, angle: deg}
base:
  joints: [[-22.95, 13.25, 0], [22.95, 13.25, 0], [22.95, 13.25, 0], [0, -26.5, 0], [0, -26.5, 0], [-22.95, 13.25, 0]]
platform:
  joints: [[-1, 11.5, 0], [1, 11.5, 0], [10.459, -4.884, 0], [9.459, -6.616, 0], [-9.459, -6.616, 0],
           [-10.459, -4.884, 0]]
legs: {min: 24, max: 36}
home: {z: 20}
)",
                          "sample.yaml")
        .machine;
}

Travel travel_of(const Machine& machine, const Pose& pose) {
    const PoseVerdicts verdicts(machine);
    return travel_from(machine, pose, PosesInTurn(verdicts));
}

/// Ends are in inches and degrees.
void expect_travel(const Machine& machine, const Pose& pose, const std::array<std::array<double, 2>, pose_axes>& ends) {
    const Travel travel = travel_of(machine, pose);
    for (std::size_t axis = 0; axis < pose_axes; ++axis) {
        const auto in_file_unit = [&](double value) {
            return axis < 3 ? machine.units.from_metres(value) : machine.units.from_radians(value);
        };
        EXPECT_NEAR(in_file_unit(travel[axis].from.at), ends[axis][0], 1e-6) << pose_axis_names[axis];
        EXPECT_NEAR(in_file_unit(travel[axis].to.at), ends[axis][1], 1e-6) << pose_axis_names[axis];
    }
}

TEST(Travel, OfAPublishedMachineIsWhatOthersComputed) {
    const Machine machine = linuxcnc_sample();
    expect_travel(machine, *machine.home,
                  {{{-7.932060, 7.932060},
                    {-9.068480, 8.515425},
                    {9.547453, 28.480396},
                    {-60.874099, 44.640689},
                    {-42.714394, 42.714394},
                    {-40.643085, 40.643085}}});
    const auto inches = [&](double value) { return machine.units.metres(value); };
    const auto degrees = [&](double value) { return machine.units.radians(value); };
    expect_travel(machine, {{inches(3), inches(-2), inches(21)}, {degrees(6), degrees(-4), degrees(15)}},
                  {{{-2.978980, 5.666953},
                    {-4.083682, 3.170047},
                    {18.956388, 23.355911},
                    {-35.643476, 35.703335},
                    {-16.805643, 8.953148},
                    {-16.272446, 23.489702}}});
}

TEST(Travel, NamesTheLimitThatEndsIt) {
    const Machine machine = linuxcnc_sample();
    const Travel travel = travel_of(machine, *machine.home);
    const AxisTravel& z = travel[2];
    ASSERT_TRUE(z.from.limit && z.to.limit);
    EXPECT_EQ(which_of(*z.from.limit), LegLimit::shortest);
    EXPECT_EQ(leg_of(*z.from.limit), 3U);
    EXPECT_EQ(which_of(*z.to.limit), LegLimit::longest);
    EXPECT_EQ(leg_of(*z.to.limit), 2U);
    EXPECT_EQ(leg_of(*travel[1].to.limit), 3U);
}

/// Six legs end at one point of the platform, its origin, so no angle moves a leg.
TEST(Travel, OfAnAngleThatNoLimitEndsIsInfinite) {
    Machine machine = linuxcnc_sample();
    for (Vector& point : machine.platform.points_m) point = {0, 0, 0};
    machine.home->position_m.z = machine.units.metres(15);
    ASSERT_GT(pose_clearance(machine, *machine.home).clearance_m, 0);
    for (std::size_t axis = 3; axis < pose_axes; ++axis) {
        const AxisTravel angle = travel_of(machine, *machine.home)[axis];
        EXPECT_EQ(angle.from.at, -INFINITY);
        EXPECT_EQ(angle.to.at, INFINITY);
        EXPECT_FALSE(angle.from.limit || angle.to.limit);
    }
}

/// Compares with the oracle: poses are reachable at both ends and everywhere between, and unreachable just beyond.
class Attack {
public:
    explicit Attack(const Machine& machine)
        : platform_{machine, {}}, verdicts_(machine), size_m_(longest_leg_m(machine)) {}

    double margin(const Coordinates& at) {
        platform_.scan.orientations = Orientation{at[3], at[4], at[5]};
        return hexscan_oracle::margin(platform_, at[0], at[1], at[2]);
    }

    void try_pose(const Pose& pose, const std::string& where) {
        const Travel travel = travel_from(platform_.machine, pose, PosesInTurn(verdicts_));
        for (std::size_t axis = 0; axis < pose_axes; ++axis) {
            const double size = axis < 3 ? size_m_ : 1;
            try_end(pose, axis, travel[axis].from, -size, where);
            try_end(pose, axis, travel[axis].to, size, where);
        }
    }

    int ends = 0, grazing = 0;

private:
    static constexpr int samples = 24;
    static constexpr double rounding = 1e-12;

    static Pose pose_of(const Coordinates& at) { return {{at[0], at[1], at[2]}, {at[3], at[4], at[5]}}; }

    void try_end(const Pose& pose, std::size_t axis, const TravelEnd& end, double step, const std::string& where) {
        Coordinates at = coordinates_of(pose);
        const double start = at[axis];
        const double last = std::isinf(end.at) ? start + std::copysign(2 * std::numbers::pi, end.at) : end.at;
        ASSERT_GE((last - start) * step, 0) << where;
        for (int i = 0; i <= samples; ++i) {
            at[axis] = start + (last - start) * i / samples;
            EXPECT_GE(margin(at), -rounding) << where << pose_axis_names[axis] << " at " << at[axis];
        }
        if (std::isinf(end.at)) return;
        ++ends;
        at[axis] = last;
        EXPECT_TRUE(last == start || verdicts_.exact(pose_of(at))) << where << pose_axis_names[axis] << " at its end";
        at[axis] = last + 1e-9 * step;
        const double beyond = margin(at);
        // Beyond a limit that is only touched, the violation grows with the square of the distance, so rounding
        // decides.
        grazing += beyond < 0 ? 0 : 1;
        EXPECT_LT(beyond, 1e-15) << where << pose_axis_names[axis] << " beyond " << last;
        at[axis] = last + 1e-6 * step;
        EXPECT_LT(margin(at), 1e-10) << where << pose_axis_names[axis] << " well beyond " << last;
    }

    Platform platform_;
    PoseVerdicts verdicts_;
    double size_m_;
};

TEST(Travel, IsWhatAnOracleFindsReachable) {
    const auto machines = hexscan_test::how_many_seeds(250);
    int poses = 0, ends = 0, grazing = 0;
    for (std::uint64_t seed = 0; seed < machines; ++seed) {
        const Platform platform = seed % 4 == 3 ? integer_platform(seed) : random_platform(seed);
        const Machine& machine = platform.machine;
        Attack attack(machine);
        Dice dice(seed);
        const double size_m = longest_leg_m(machine);
        for (int i = 0; i < 40; ++i) {
            const double spread = dice.one_of({0.0, 0.05, 0.3, 1.0});
            Pose pose = machine.home.value_or(Pose{{0, 0, 0.7 * size_m}, {}});
            for (double* const x : {&pose.position_m.x, &pose.position_m.y, &pose.position_m.z})
                *x += spread * size_m * dice.between(-1, 1);
            for (double* const angle :
                 {&pose.orientation.roll_rad, &pose.orientation.pitch_rad, &pose.orientation.yaw_rad})
                *angle += spread * dice.between(-1, 1);
            if (!(pose_clearance(machine, pose).clearance_m >= 0)) continue;
            ++poses;
            attack.try_pose(pose, "seed " + std::to_string(seed) + " pose " + std::to_string(i) + " ");
            if (HasFailure()) return;
        }
        ends += attack.ends;
        grazing += attack.grazing;
    }
    EXPECT_GT(poses, static_cast<int>(4 * machines));
    EXPECT_GT(ends, 10 * poses);
    EXPECT_LT(grazing, 1 + ends / 1000);
    std::printf("%d poses, %d ends, %d of them only touch their limit\n", poses, ends, grazing);
}

}  // namespace
}  // namespace hexscan

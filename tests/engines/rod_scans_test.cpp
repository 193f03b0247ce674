// Tests scans of slider and rotary legs. The engine of rows by clearance must equal the reference. Volumes must equal
// closed forms and published figures.

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "kernels/kinematics.h"
#include "kernels/sets/grid_cells.h"
#include "src/engines/axis_verdicts.h"
#include "src/engines/host_engines.h"
#include "src/engines/lipschitz_rows.h"
#include "src/machine/home_state.h"
#include "src/machine/shared/singularity.h"
#include "src/scan/plan.h"
#include "src/scan/searches/found_ranges.h"
#include "src/scan/searches/largest_ball.h"
#include "tests/support/free_arms.h"
#include "tests/support/grid_points.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_leg_machines.h"
#include "tests/support/rod_scan.h"
#include "tests/support/shipped.h"
#include "tests/support/values.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using leg_oracle::Kind;

ScanRange range(double from_m, double to_m, int count) { return {from_m, to_m, count, false}; }

Platform any_scan(Kind kind, std::uint64_t seed) {
    if (kind != Kind::telescopic) return any_rod_scan(kind, seed);
    return scan_about_home(universal_leg_machine(kind, seed), seed % 3 == 0 ? 1 : 101, 7, 3);
}

void expect_the_reference_in_closed_form(Kind kind, int usual) {
    const auto seeds = how_many_seeds(usual);
    std::int64_t reachable = 0, points = 0;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        const ScanPlan plan = make_scan_plan(any_scan(kind, seed));
        ASSERT_TRUE(rod_engine().supports(plan)) << "seed " << seed;
        const Workspace found = answer_on_host(plan).workspace, expected = answer_by_reference(plan).workspace;
        ASSERT_EQ(found, expected) << "seed " << seed;
        reachable += points_of(found);
        points += plan.points();
    }
    if (asks_few()) return;
    EXPECT_GT(reachable, points / 50);
    EXPECT_LT(reachable, points - points / 20);
}

TEST(RodScans, OfSlidersInClosedFormEqualTheReference) { expect_the_reference_in_closed_form(Kind::slider, 900); }
TEST(RodScans, OfArmsInClosedFormEqualTheReference) { expect_the_reference_in_closed_form(Kind::rotary, 300); }

TEST(RodScans, OfTelescopesWithUniversalJointsInClosedFormEqualTheReference) {
    expect_the_reference_in_closed_form(Kind::telescopic, 600);
}

TEST(RodScans, OfSlidersWhoseJointsLieAlongTheirRailsEqualTheReference) {
    std::int64_t reachable = 0;
    const auto seeds = how_many_seeds(150);
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        Platform platform = scan_of_joints_along_rails(seed);
        for (const bool is_set : {false, true}) {
            if (is_set) {
                ask_for_any_set(platform, seed);
                if (seed % 2 == 1) platform.scan.workspace = WorkspaceKind::inclusive;
            }
            const ScanPlan plan = make_scan_plan(platform);
            ASSERT_TRUE(rod_engine().supports(plan)) << "seed " << seed;
            const Workspace found = answer_on_host(plan).workspace;
            ASSERT_EQ(found, answer_by_reference(plan).workspace) << "seed " << seed << (is_set ? ", a set" : "");
            reachable += points_of(found);
        }
    }
    if (asks_few()) return;
    EXPECT_GT(reachable, 10'000);
}

void expect_the_references_scan(Kind kind, bool of_sets) {
    std::int64_t reachable = 0, points = 0;
    const auto seeds = how_many_seeds(60);
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        const bool universal = kind == Kind::telescopic || seed % 5 == 4;
        const RandomLegMachine random = universal ? universal_leg_machine(kind, seed) : any_leg_machine(kind, seed);
        Platform platform = scan_about_home(random, of_sets ? 31 : 101, 7, 3);
        if (of_sets) {
            platform.scan.orientations.roll = {random.home.roll - 0.1, random.home.roll + 0.1, 3};
            platform.scan.orientations.yaw = {random.home.yaw - 0.2, random.home.yaw + 0.2, 2};
            platform.scan.workspace = seed % 2 == 0 ? WorkspaceKind::total : WorkspaceKind::inclusive;
        }
        const ScanPlan plan = make_scan_plan(platform);
        ASSERT_TRUE(plan.has_rods());
        ASSERT_FALSE(cpu_engine().supports(plan) || set_engine().supports(plan)) << "they know what has kernels";
        ASSERT_TRUE(lipschitz_engine().supports(plan));
        const bool in_parts = kind == Kind::telescopic && plan.workspace != WorkspaceKind::inclusive;
        ASSERT_TRUE(!universal || rod_engine().supports(plan) == in_parts) << "rods with universal joints have no rows";
        const Workspace found = scan_by_clearance(plan).workspace, expected = answer_by_reference(plan).workspace;
        ASSERT_EQ(found, expected) << "seed " << seed;
        ASSERT_EQ(answer_on_host(plan).workspace, expected) << "seed " << seed;
        reachable += points_of(found);
        points += plan.points();
    }
    if (asks_few()) return;
    EXPECT_GT(reachable, points / 50);
    EXPECT_LT(reachable, points - points / 20);
}

TEST(RodScans, OfSlidersEqualTheReference) { expect_the_references_scan(Kind::slider, false); }
TEST(RodScans, OfArmsEqualTheReference) { expect_the_references_scan(Kind::rotary, false); }
TEST(RodScans, OfTelescopesWithUniversalJointsEqualTheReference) {
    expect_the_references_scan(Kind::telescopic, false);
}
TEST(RodScans, OfSetsOfTelescopesWithUniversalJointsEqualTheReference) {
    expect_the_references_scan(Kind::telescopic, true);
}
TEST(RodScans, OfSetsOfSlidersEqualTheReference) { expect_the_references_scan(Kind::slider, true); }
TEST(RodScans, OfSetsOfArmsEqualTheReference) { expect_the_references_scan(Kind::rotary, true); }

/// Calls visit() for some positions of each row of a workspace.
template <class Visit>
void for_some_positions(const ScanPlan& plan, const Workspace& workspace, Visit visit) {
    for (int slice = 0; slice < plan.slices(); ++slice)
        for (int row = 0; row < plan.rows(); ++row)
            for (const Run& run : workspace[static_cast<std::size_t>(slice)].row(row))
                for (const int column : {run.first, (run.first + run.last) / 2, run.last})
                    visit(Vector{grid_coordinate(plan.x, column), grid_coordinate(plan.y, row),
                                 grid_coordinate(plan.z, slice)});
}

/// Checks that proved points are reachable at orientations between the samples, according to an oracle, and that all
/// engines agree.
void expect_true_certificates(Kind kind, RandomLegMachine (*machine_of)(Kind, std::uint64_t), int usual = 25) {
    const auto seeds = how_many_seeds(usual);
    std::int64_t possible = 0, proved = 0;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        const RandomLegMachine random = machine_of(kind, seed);
        Platform platform = scan_about_home(random, 41, 5, 3);
        platform.scan.orientations.roll = {random.home.roll - 0.02, random.home.roll + 0.02, 3};
        platform.scan.orientations.yaw = {random.home.yaw - 0.03, random.home.yaw + 0.03, 4};
        platform.scan.workspace = WorkspaceKind::total;
        platform.scan.questions.certified = true;
        const ScanPlan plan = make_scan_plan(platform);
        ASSERT_TRUE(plan.is_certified());
        const ScanResult found = answer_on_host(plan), by_clearance = scan_by_clearance(plan);
        const ScanResult expected = answer_by_reference(plan);
        ASSERT_EQ(found.proved, expected.proved) << "seed " << seed;
        ASSERT_EQ(found.workspace, expected.workspace) << "seed " << seed;
        ASSERT_EQ(by_clearance.proved, expected.proved) << "seed " << seed;
        possible += points_of(found.workspace);
        proved += points_of(found.proved);
        Dice dice(seed);
        for_some_positions(plan, found.proved, [&](const Vector& p) {
            for (int k = 0; k < 6; ++k) {
                const double roll = dice.between(random.home.roll - 0.02, random.home.roll + 0.02);
                const double yaw = dice.between(random.home.yaw - 0.03, random.home.yaw + 0.03);
                const leg_oracle::Pose pose{p.x, p.y, p.z, roll, random.home.pitch, yaw};
                ASSERT_GE(leg_oracle::machine_state(random.machine, pose).margin, -1e-9) << "seed " << seed;
            }
        });
    }
    if (asks_few()) return;
    EXPECT_GT(proved, possible / 4);
    EXPECT_LT(proved, possible);
}

/// A random machine whose joints have no limits.
RandomLegMachine free_jointed_machine(Kind kind, std::uint64_t seed) {
    RandomLegMachine random = random_leg_machine(kind, seed);
    for (leg_oracle::Leg& leg : random.machine.legs) leg.base_end = leg.platform_end = {};
    return random;
}

TEST(RodScans, OfSlidersAreCertifiedBetweenTheSamples) { expect_true_certificates(Kind::slider, random_leg_machine); }
TEST(RodScans, OfArmsAreCertifiedBetweenTheSamples) { expect_true_certificates(Kind::rotary, free_jointed_machine); }
TEST(RodScans, OfTelescopesWithUniversalJointsAreCertifiedBetweenTheSamples) {
    expect_true_certificates(Kind::telescopic, universal_leg_machine);
}

TEST(RodScans, OfArmsWithLimitedJointsAreCertifiedBetweenTheSamples) {
    expect_true_certificates(Kind::rotary, random_leg_machine);
}
TEST(RodScans, OfArmsWithUniversalJointsAreCertifiedBetweenTheSamples) {
    expect_true_certificates(Kind::rotary, universal_leg_machine, 8);
}

/// The number of reachable points times the volume of a cell, in m^3.
double volume_m3_of(const Platform& platform) {
    const ScanPlan plan = make_scan_plan(platform);
    return static_cast<double>(points_of(scan_by_clearance(plan).workspace)) * plan.x.step_m * plan.y.step_m *
           plan.z.step_m;
}

/// A machine with these legs. All base and platform joints are at the origin.
Machine alike(const AnyLegs& legs) {
    Machine machine;
    machine.name = "alike";
    machine.legs = legs;
    machine.base.axes.fill({0, 0, 1});
    machine.platform.axes.fill({0, 0, 1});
    machine.base.max_tilt_rad = machine.platform.max_tilt_rad = no_joint_limit;
    machine.home = Pose{{0, 0, 1}, {}};
    return machine;
}

/// An arm of 0.3 turns freely and carries a rod of 1.3. The rod's far end can be at most 1.3 from the nearest tip of
/// the arm. That is a solid torus about the motor's axis, a spindle torus because 0.3 < 1.3. The farthest tip must be
/// at least 1.3 away, which excludes the torus's lemon around the axis.
TEST(RodScans, OfOneArmFillATorusWithoutItsLemon) {
    Platform platform;
    platform.machine = alike(free_arms(0.3, 1.3));
    platform.scan.x = platform.scan.y = range(-1.7, 1.7, 171);
    platform.scan.z = range(-1.4, 1.4, 141);
    // Pappus' theorem gives the volume of the torus minus that of its lemon.
    const double torus_m3 = 2 * std::numbers::pi * std::numbers::pi * 0.3 * 1.3 * 1.3;
    const double found_m3 = volume_m3_of(platform);
    EXPECT_NEAR(found_m3, torus_m3, 0.003 * torus_m3);
}

/// Two legs each are on rails along x, y and z through one point. Their workspace is Steinmetz' tricylinder.
TEST(RodScans, OfRailsAlongThreeAxesFillATricylinder) {
    SliderLegs legs;
    legs.rod.fill(1);
    legs.travel_from.fill(-10);
    legs.travel_to.fill(10);
    for (std::size_t i = 0; i < leg_count; ++i) (i < 2 ? legs.rail_x : i < 4 ? legs.rail_y : legs.rail_z)[i] = 1;
    for (const std::uint8_t branch : {std::uint8_t{0}, std::uint8_t{1}}) {
        legs.branch.fill(branch);
        Platform platform;
        platform.machine = alike(legs);
        platform.scan.x = platform.scan.y = platform.scan.z = range(-1.1, 1.1, 221);
        const double expected_m3 = 8 * (2 - std::numbers::sqrt2);
        EXPECT_NEAR(volume_m3_of(platform), expected_m3, 0.003 * expected_m3);
    }
}

/// Poses at which the real machine was calibrated, in mm and radians, and the measured positions of its carriages.
TEST(RodScans, OfThePkmReachWhereItWasCalibrated) {
    const Machine machine = shipped_platform("pkm-6-pus").machine;
    constexpr double poses[20][6] = {
        {0, 0, 150, 0, 0, 0},          {50, 0, 100, .08, .12, .10},  {0, 50, 100, .05, .08, .09},
        {0, 0, 150, .14, .1, .07},     {20, 30, 100, .11, .06, .04}, {60, 30, 80, .03, -.06, -.1},
        {0, 0, 150, .15, -.1, .05},    {0, -50, 100, -.05, .1, .05}, {-50, 0, 100, .1, .15, -.15},
        {0, 0, 100, 0, 0, -.1},        {50, 0, 100, 0, 0, 0},        {0, 80, 100, 0, 0, 0},
        {0, 0, 100, -.05, -.08, .09},  {0, 0, 100, 0, .07, -.1},     {20, -30, 40, 0, .06, .04},
        {-60, 0, 110, .06, -.1, -.03}, {0, 0, 150, -.15, -.1, .07},  {0, -50, 100, -.05, 0, .1},
        {-50, 0, 100, -.08, .06, .11}, {0, 0, 30, 0, .04, 0}};
    constexpr std::array<std::array<double, 6>, 3> carriages{
        {{99.248315, 123.265485, 156.527971, 158.609734, 58.296981, 67.664938},
         {61.617085, 75.679388, 131.342009, 134.077281, 121.215222, 135.103318},
         {76.65974, 62.635273, 186.876963, 158.617147, 60.612736, 60.000786}}};
    constexpr std::size_t told[] = {1, 2, 5};
    double least_m = 1, most_m = 0;
    for (std::size_t k = 0; k < 20; ++k) {
        const auto& [x, y, z, a, b, c] = poses[k];
        const Pose pose{{x / 1000, y / 1000, z / 1000}, {a, b, c}};
        EXPECT_TRUE(
            posed_legs(machine, rotation_of(pose.orientation, machine.orientation_order)).keeps(pose.position_m))
            << k;
        const auto shapes = leg_shapes(machine, pose);
        for (std::size_t i = 0; i < leg_count; ++i) {
            least_m = std::min(least_m, shapes[i].value);
            most_m = std::max(most_m, shapes[i].value);
            for (std::size_t row = 0; row < 3; ++row)
                if (told[row] == k) {
                    EXPECT_NEAR(shapes[i].value * 1000, carriages[row][i], 1e-5) << k << " " << i;
                }
        }
    }
    EXPECT_NEAR(least_m * 1000, 12.612496, 1e-5);
    EXPECT_NEAR(most_m * 1000, 186.876963, 1e-5);
}

TEST(RodScans, OfThePkmHaveItsVolumeAndAreas) {
    Platform platform = shipped_platform("pkm-6-pus");
    platform.scan.x = range(-0.12, 0.12, 241);
    platform.scan.y = range(-0.12, 0.12, 241);
    platform.scan.z = range(-0.01, 0.265, 276);
    EXPECT_NEAR(volume_m3_of(platform) * 1e9, 4'549'511, 0.01 * 4'549'511);
    platform.scan.z = range(0.1, 0.1, 1);
    const ScanPlan plan = make_scan_plan(platform);
    const double area_mm2 = static_cast<double>(points_of(scan_by_clearance(plan).workspace));
    EXPECT_NEAR(area_mm2, 29'513, 0.01 * 29'513);
    EXPECT_EQ(axis_verdicts(plan).reachable, std::vector<bool>{true});
}

/// A heave of 5 inches turns every servo of the simulator to the same published angle.
TEST(RodScans, OfTheSimulatorHaveItsFirmwaresAngles) {
    const Machine machine = shipped_platform("knaufinator-simulator").machine;
    Pose pose = *machine.home;
    for (const LegShape& leg : leg_shapes(machine, pose)) EXPECT_NEAR(leg.value, 0, 1e-5);
    pose.position_m.z += 5 * 0.0254;
    for (const LegShape& leg : leg_shapes(machine, pose))
        EXPECT_NEAR(leg.value * 180 / std::numbers::pi, 36.7342, 2e-4);
}

/// With servos of +-60 degrees the machine reaches far less than its firmware commands.
TEST(RodScans, OfTheSimulatorLeaveLittleOfItsFirmwaresBox) {
    const Machine machine = shipped_platform("knaufinator-simulator").machine;
    const double inch = 0.0254, tilt = 30 * std::numbers::pi / 180;
    int corners = 0, reached = 0;
    for (unsigned corner = 0; corner < 64; ++corner) {
        const auto sign = [&](unsigned bit) { return (corner >> bit & 1U) != 0 ? 1.0 : -1.0; };
        const Pose pose{{8 * inch * sign(0), 8 * inch * sign(1), machine.home->position_m.z + 7 * inch * sign(2)},
                        {tilt * sign(3), tilt * sign(4), tilt * sign(5)}};
        corners += posed_legs(machine, rotation_of(pose.orientation, machine.orientation_order)).keeps(pose.position_m);
    }
    EXPECT_EQ(corners, 0);
    Dice dice(1);
    constexpr int samples = 20000;
    for (int k = 0; k < samples; ++k) {
        const double x = dice.between(-8, 8) * inch, y = dice.between(-8, 8) * inch, z = dice.between(-7, 7) * inch;
        const double roll = dice.between(-tilt, tilt), pitch = dice.between(-tilt, tilt);
        const double yaw = dice.between(-tilt, tilt);
        reached += posed_legs(machine, rotation_of({roll, pitch, yaw}, machine.orientation_order))
                       .keeps({x, y, machine.home->position_m.z + z});
    }
    EXPECT_NEAR(reached / static_cast<double>(samples), 0.065, 0.006);
}

/// StewartOptimizer's jointFixture: two regular hexagons above each other, with arms along the circle.
Machine joint_fixture() {
    RotaryLegs legs;
    legs.arm.fill(50);
    legs.rod.fill(200);
    legs.angle_from.fill(-std::numbers::pi);
    legs.angle_to.fill(std::numbers::pi);
    legs.has_azimuth = true;
    Machine machine = alike(legs);
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double at = static_cast<double>(i) * std::numbers::pi / 3;
        legs.azimuth[i] = at + std::numbers::pi / 2;
        machine.base.points_m[i] = {100 * std::cos(at), 100 * std::sin(at), 0};
        machine.platform.points_m[i] = {50 * std::cos(at), 50 * std::sin(at), 0};
    }
    legs.settle();
    machine.legs = legs;
    machine.home = Pose{{0, 0, 200}, {}};
    return machine;
}

TEST(RodScans, OfTheJointFixtureHaveItsPublishedAngles) {
    const Machine machine = joint_fixture();
    const Pose pose{{5, 0, 200}, {0, 0.1, 0}};
    constexpr double angles[] = {.13247338763231745, .21431303806126306, .33753301058349977,
                                 .3784542083022661,  .29370416346427347, .17156638385886466};
    const auto shapes = leg_shapes(machine, pose);
    for (std::size_t i = 0; i < leg_count; ++i) EXPECT_NEAR(shapes[i].value, angles[i], 1e-12) << i;
    EXPECT_NEAR(shapes[0].foot_m.y, 49.561911277283016, 1e-10);
    EXPECT_NEAR(shapes[0].foot_m.z, 6.604313025798117, 1e-10);
}

TEST(RodScans, OfTheJointFixtureAreSingularAtHome) {
    const Machine machine = joint_fixture();
    const Conditioning state = conditioning(machine, *machine.home);
    constexpr double expected[] = {2.449490, 1.788854, 1.788854, 0, 0, 0};
    for (std::size_t k = 0; k < leg_count; ++k) EXPECT_NEAR(state.singular_values[k], expected[k], 1e-6) << k;
    EXPECT_EQ(state.rank, 3);
}

/// StewartOptimizer's paired and crossed arms, at `azimuth_deg` from the middle of their pair.
Machine arms_in_pairs(double azimuth_deg, double mirrored) {
    Machine machine = joint_fixture();
    RotaryLegs legs = std::get<RotaryLegs>(machine.legs);
    legs.has_azimuth = true;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double middle_deg = 120.0 * static_cast<double>(i / 2), side = i % 2 == 0 ? -1 : 1;
        const auto on_circle = [&](double radius, double at_deg) {
            return Vector{radius * std::cos(at_deg * degree), radius * std::sin(at_deg * degree), 0};
        };
        machine.base.points_m[i] = on_circle(100, middle_deg + 15 * side);
        machine.platform.points_m[i] = on_circle(50, middle_deg + 45 * side);
        legs.azimuth[i] = (middle_deg + mirrored * azimuth_deg * side) * degree;
    }
    legs.settle();
    machine.legs = legs;
    return machine;
}

TEST(RodScans, OfArmsInPairsHaveTheAnglesAndConditionThatOthersComputed) {
    const Machine paired = arms_in_pairs(15, 1), crossed = arms_in_pairs(75, -1);
    for (const LegShape& leg : leg_shapes(paired, *paired.home))
        EXPECT_NEAR(leg.value * 180 / std::numbers::pi, 33.5840028141, 1e-9);
    for (const LegShape& leg : leg_shapes(crossed, *crossed.home))
        EXPECT_NEAR(leg.value * 180 / std::numbers::pi, 25.4580314046, 1e-9);
    EXPECT_NEAR(1 / conditioning(paired, *paired.home).condition, .26453348713, 1e-9);
}

TEST(RodScans, FindTheirRangesAndALargestBall) {
    for (const char* const name : {"pkm-6-pus", "knaufinator-simulator", "reachy-mini"}) {
        Platform platform = shipped_platform(name);
        ASSERT_TRUE(home_state(platform.machine)->reachable) << name;
        platform.scan.x.count = platform.scan.y.count = 41;
        platform.scan.z.count = 21;
        EXPECT_NE(find_open_ranges(platform), "") << name;
        const ScanPlan plan = make_scan_plan(platform);
        const Workspace found = scan_by_clearance(plan).workspace;
        EXPECT_GT(points_of(found), plan.points() / 50) << name;
        // No point is on the first or last slice, so the grid contains the whole height of the workspace.
        EXPECT_EQ(found.front().reachable_points() + found.back().reachable_points(), 0) << name;
        const auto ball = largest_ball(platform.machine, plan);
        ASSERT_TRUE(ball) << name;
        EXPECT_GT(ball->radius_m, 0) << name;
        const OrientedMachine oriented(platform.machine, platform.scan.orientations.first());
        EXPECT_NEAR(oriented.clearance(ball->centre_m).clearance_m, ball->radius_m, 1e-12) << name;
    }
}

}  // namespace

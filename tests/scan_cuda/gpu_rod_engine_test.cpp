// Compares rows of legs with rods on a real device with the reference on the host, number by number.

#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <memory>
#include <numbers>
#include <optional>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "src/engines/host_engines.h"
#include "src/engines/verification.h"
#include "src/files/platform_file.h"
#include "src/scan/map_kind.h"
#include "src/scan/searches/found_ranges.h"
#include "src/scan_cuda/cuda_engines.h"
#include "tests/support/rod_scan.h"
#include "tests/support/scanned.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using leg_oracle::Kind;

using GpuRods = OnDevice<testing::Test>;

void expect_equal(const Engine& expected, const ScanPlan& plan, std::uint64_t seed) {
    ASSERT_TRUE(cuda_rod_engine()->supports(plan)) << "seed " << seed;
    const Verification result = verify_against(*scanned(expected, plan), *scanned(*cuda_rod_engine(), plan), plan);
    EXPECT_EQ(result.unwritten_points, 0) << "seed " << seed;
    EXPECT_EQ(result.differences, 0) << "seed " << seed;
}

TEST_F(GpuRods, RandomSlidersEqualTheReference) {
    for (std::uint64_t seed = 0; seed < 300; ++seed)
        expect_equal(reference_engine(), make_scan_plan(any_rod_scan(Kind::slider, seed)), seed);
}

TEST_F(GpuRods, RandomArmsEqualTheReference) {
    for (std::uint64_t seed = 0; seed < 300; ++seed)
        expect_equal(reference_engine(), make_scan_plan(any_rod_scan(Kind::rotary, seed)), seed);
}

void free_joints(Machine& machine) {
    for (JointSet* const joints : {&machine.base, &machine.platform})
        joints->max_tilt_rad = joints->max_misalignment_rad = no_joint_limit;
}

/// Compares clearance, limit or both. Grids are coarse, or so dense that few limits are the nearest anywhere in a
/// warp's block.
void expect_maps_to_equal_the_reference(Kind kind) {
    const std::vector<std::vector<MapKind>> questions{
        {MapKind::clearance, MapKind::limit}, {MapKind::clearance}, {MapKind::limit}};
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Platform platform = any_rod_scan(kind, seed);
        platform.scan.questions.maps = questions[seed / 4 % questions.size()];
        // The CPU computes maps of arms with limited joints.
        if (kind == Kind::rotary) free_joints(platform.machine);
        if (seed / 2 % 2 == 1)
            for (ScanRange* const range : {&platform.scan.x, &platform.scan.y})
                range->to_m = range->from_m + (range->to_m - range->from_m) / 20;
        expect_equal(reference_engine(), make_scan_plan(platform), seed);
    }
}

TEST_F(GpuRods, MapsOfRandomSlidersEqualTheReference) { expect_maps_to_equal_the_reference(Kind::slider); }
TEST_F(GpuRods, MapsOfRandomArmsEqualTheReference) { expect_maps_to_equal_the_reference(Kind::rotary); }

/// Sets one of four ranges of angles: at most half a turn, more than that, all angles, or a single angle.
void set_angles(Machine& machine, std::uint64_t sort) {
    using std::numbers::pi;
    const std::array<std::array<double, 2>, 4> angles{{{-pi / 2, pi / 3}, {-pi, pi / 2}, {-pi, pi}, {pi / 6, pi / 6}}};
    auto& legs = std::get<RotaryLegs>(machine.legs);
    legs.angle_from.fill(angles[sort][0]);
    legs.angle_to.fill(angles[sort][1]);
}

/// Multiplies all lengths by `by`.
void scale(Platform& platform, double by) {
    Machine& machine = platform.machine;
    for (JointSet* const joints : {&machine.base, &machine.platform})
        for (Vector& point : joints->points_m) point = scaled(point, by);
    const auto scale_each = [&](PerLeg& lengths) {
        for (double& length : lengths) length *= by;
    };
    if (auto* const sliders = std::get_if<SliderLegs>(&machine.legs))
        for (PerLeg* const lengths : {&sliders->rod, &sliders->travel_from, &sliders->travel_to}) scale_each(*lengths);
    if (auto* const arms = std::get_if<RotaryLegs>(&machine.legs))
        for (PerLeg* const lengths : {&arms->arm, &arms->rod}) scale_each(*lengths);
    for (ScanRange* const range : {&platform.scan.x, &platform.scan.y, &platform.scan.z}) {
        range->from_m *= by;
        range->to_m *= by;
    }
}

/// Moves the base and the scanned ranges.
void move_away(Platform& platform, const Vector& by_m) {
    for (Vector& point : platform.machine.base.points_m) point = point + by_m;
    const auto move = [](ScanRange& range, double by) {
        range.from_m += by;
        range.to_m += by;
    };
    move(platform.scan.x, by_m.x);
    move(platform.scan.y, by_m.y);
    move(platform.scan.z, by_m.z);
}

/// A machine with integer dimensions, on a grid of integers and quarters that extends far beyond its workspace.
Platform whole_scan(Kind kind, std::uint64_t seed) {
    Platform platform = any_rod_scan(kind, 3 * seed);
    const auto widen = [](ScanRange& range, double half_m, int count) {
        const double middle_m = std::round((range.from_m + range.to_m) / 2);
        range = {middle_m - half_m, middle_m + half_m, count, false};
    };
    widen(platform.scan.x, 8, 65);
    widen(platform.scan.y, 6, 49);
    widen(platform.scan.z, 4, 3);
    platform.scan.questions.maps = {MapKind::clearance, MapKind::limit};
    return platform;
}

/// Many points are equally near to two limits, or exactly at a change of formulas. In thirds of metres the rounding of
/// double decides such points, and the rounding of float decides differently.
void expect_ties_to_equal_the_reference(Kind kind) {
    for (std::uint64_t seed = 0; seed < 160; ++seed) {
        Platform platform = whole_scan(kind, seed);
        if (kind == Kind::rotary || seed % 2 == 0) free_joints(platform.machine);
        if (kind == Kind::rotary) set_angles(platform.machine, seed % 4);
        if (seed / 4 % 4 != 0) scale(platform, 1.0 / 3);
        if (seed / 4 % 4 == 3) move_away(platform, {700, -1300, 900});
        expect_equal(reference_engine(), make_scan_plan(platform), seed);
    }
}

TEST_F(GpuRods, MapsOfSlidersWithTiesEqualTheReference) { expect_ties_to_equal_the_reference(Kind::slider); }
TEST_F(GpuRods, MapsOfArmsWithTiesEqualTheReference) { expect_ties_to_equal_the_reference(Kind::rotary); }

/// Pairs of legs are parallel within the precision of float, or even of double.
void expect_twins_to_equal_the_reference(Kind kind) {
    const double apart_m[] = {0, 1e-15, 1e-12, 1e-9, 3e-8, 1e-6};
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
        Platform platform = whole_scan(kind, seed);
        platform.scan.orientations = {};
        Machine& machine = platform.machine;
        free_joints(machine);
        if (kind == Kind::rotary) set_angles(machine, seed % 2);
        const auto pair_up = [](auto& of_legs) {
            for (std::size_t i = 0; i < leg_count; i += 2) of_legs[i + 1] = of_legs[i];
        };
        if (auto* const sliders = std::get_if<SliderLegs>(&machine.legs))
            for (PerLeg* const numbers : {&sliders->rod, &sliders->travel_from, &sliders->travel_to, &sliders->rail_x,
                                          &sliders->rail_y, &sliders->rail_z})
                pair_up(*numbers);
        if (auto* const arms = std::get_if<RotaryLegs>(&machine.legs))
            for (PerLeg* const numbers : {&arms->arm, &arms->rod, &arms->zero_x, &arms->zero_y, &arms->zero_z,
                                          &arms->up_x, &arms->up_y, &arms->up_z})
                pair_up(*numbers);
        const double by_m = apart_m[seed / 2 % std::size(apart_m)];
        for (std::size_t i = 0; i < leg_count; i += 2) {
            const auto& base_m = machine.base.points_m;
            machine.platform.points_m[i + 1] =
                machine.platform.points_m[i] + (base_m[i + 1] - base_m[i]) + Vector{by_m, -by_m, by_m / 2};
        }
        scale(platform, 1.0 / 3);
        expect_equal(reference_engine(), make_scan_plan(platform), seed);
    }
}

TEST_F(GpuRods, MapsOfTwinSlidersEqualTheReference) { expect_twins_to_equal_the_reference(Kind::slider); }
TEST_F(GpuRods, MapsOfTwinArmsEqualTheReference) { expect_twins_to_equal_the_reference(Kind::rotary); }

/// A machine of platforms/, scanned over its whole workspace with this number of points.
Platform shipped(const char* name, int columns, int rows, std::optional<int> slices = {}) {
    Platform platform = load_platform(std::filesystem::path(HEXSCAN_SOURCE_DIR) / "platforms" / name);
    platform.scan.x.count = columns;
    platform.scan.y.count = rows;
    if (slices) platform.scan.z.count = *slices;
    find_open_ranges(platform);
    return platform;
}

/// Maps have chunks of several slices, and blocks with a single nearest limit.
TEST_F(GpuRods, MapsOfShippedMachinesEqualTheProcessors) {
    for (const char* const name : {"pkm-6-pus.yaml", "knaufinator-simulator.yaml", "reachy-mini.yaml"}) {
        Platform platform = shipped(name, 401, 83, 17);
        platform.scan.questions.maps = {MapKind::clearance, MapKind::limit};
        expect_equal(rod_engine(), make_scan_plan(platform), 0);
    }
}

/// Compares total and inclusive workspaces of small sets.
void expect_sets_to_equal_the_reference(Kind kind) {
    for (const WorkspaceKind workspace : {WorkspaceKind::total, WorkspaceKind::inclusive})
        for (std::uint64_t seed = 0; seed < 100; ++seed) {
            Platform platform = any_rod_set_scan(kind, seed);
            platform.scan.workspace = workspace;
            expect_equal(reference_engine(), make_scan_plan(platform), seed);
        }
}

TEST_F(GpuRods, SetsOfRandomSlidersEqualTheReference) { expect_sets_to_equal_the_reference(Kind::slider); }
TEST_F(GpuRods, SetsOfRandomArmsEqualTheReference) { expect_sets_to_equal_the_reference(Kind::rotary); }

TEST_F(GpuRods, SlidersWhoseJointsLieAlongTheirRailsEqualTheReference) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Platform platform = scan_of_joints_along_rails(seed);
        expect_equal(reference_engine(), make_scan_plan(platform), seed);
        ask_for_any_set(platform, seed);
        if (seed % 2 == 1) platform.scan.workspace = WorkspaceKind::inclusive;
        expect_equal(reference_engine(), make_scan_plan(platform), seed);
    }
}

/// Compares the maps `tilt` and `share`, over ranges of angles and over cones.
void expect_set_maps_to_equal_the_reference(Kind kind) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Platform platform = any_rod_set_scan(kind, seed);
        platform.scan.questions.maps = {MapKind::share};
        if (platform.scan.orientations.tilt) platform.scan.questions.maps.push_back(MapKind::tilt);
        expect_equal(reference_engine(), make_scan_plan(platform), seed);
    }
}

TEST_F(GpuRods, MapsOfSetsOfSlidersEqualTheReference) { expect_set_maps_to_equal_the_reference(Kind::slider); }
TEST_F(GpuRods, MapsOfSetsOfArmsEqualTheReference) { expect_set_maps_to_equal_the_reference(Kind::rotary); }

/// The tree has several levels. Some rows have more runs than the device has room for, others have fewer.
TEST_F(GpuRods, SetsOfShippedMachinesEqualTheProcessors) {
    for (const char* const name : {"pkm-6-pus.yaml", "knaufinator-simulator.yaml", "reachy-mini.yaml"}) {
        Platform platform = shipped(name, 500, 70, 7);
        OrientationSet ranges, cone;
        ranges.roll = ranges.pitch = ranges.yaw = {-0.1, 0.1, 11};
        cone.tilt = TiltCone{0.15, 6, 24};
        cone.yaw = {-0.1, 0.1, 5};
        for (const OrientationSet& set : {ranges, cone})
            for (const WorkspaceKind workspace : {WorkspaceKind::total, WorkspaceKind::inclusive}) {
                platform.scan.orientations = set;
                platform.scan.workspace = workspace;
                expect_equal(rod_engine(), make_scan_plan(platform), 0);
            }
    }
}

TEST_F(GpuRods, TheShippedArmsEqualTheProcessors) {
    for (const char* const name : {"knaufinator-simulator.yaml", "reachy-mini.yaml"})
        expect_equal(rod_engine(), make_scan_plan(shipped(name, 1000, 333)), 0);
}

/// A scan of many slices in float, of a machine without joint limits.
TEST_F(GpuRods, TheShippedSlidersEqualTheProcessors) {
    expect_equal(rod_engine(), make_scan_plan(shipped("pkm-6-pus.yaml", 1000, 333)), 0);
}

}  // namespace

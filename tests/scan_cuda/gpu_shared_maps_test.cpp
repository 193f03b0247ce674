// Compares maps of shared quantities on a real device with their definition on the host. Gaps must be equal number by
// number. Other maps must be within their tolerance, with the same sign and the same infinities.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "src/engines/host_engines.h"
#include "src/engines/verification.h"
#include "src/files/platform_file.h"
#include "src/machine/home_state.h"
#include "src/scan/map_kind.h"
#include "src/scan/plan_fields.h"
#include "src/scan/searches/found_ranges.h"
#include "src/scan_cuda/cuda_engines.h"
#include "src/scan_cuda/maps/shared_maps.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/random_leg_machines.h"
#include "tests/support/random/random_obstacles.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/random/random_set.h"
#include "tests/support/rod_machine.h"
#include "tests/support/scanned.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

using GpuSharedMaps = OnDevice<testing::Test>;

const std::vector<MapKind> maps_of_device{MapKind::gap,       MapKind::conditioning, MapKind::effort,
                                          MapKind::force,     MapKind::error,        MapKind::rate,
                                          MapKind::turn_rate, MapKind::stiffness,    MapKind::displacement};

/// The maps of a scan, slice by slice.
struct Scanned {
    std::vector<std::vector<SliceField>> slices;
    std::int64_t rows_of_host = 0;
};

Scanned on_device(const ScanPlan& plan) {
    Scanned scanned;
    const auto maps = make_shared_maps(plan);
    for (const auto& map : maps) map->poison(0x55);
    for (const auto& map : maps) map->launch();
    for (const auto& map : maps) map->finish();
    for (int slice = 0; slice < plan.slices(); ++slice) scanned.slices.push_back(empty_fields(plan));
    for (const auto& map : maps) {
        EXPECT_EQ(map->unwritten_points(), 0);
        scanned.rows_of_host += map->rows_of_host();
        for (int slice = 0; slice < plan.slices(); ++slice)
            map->fill(slice, scanned.slices[static_cast<std::size_t>(slice)]);
    }
    return scanned;
}

std::vector<SliceField> by_definition(const ScanPlan& plan, int slice) {
    std::vector<SliceField> fields = empty_fields(plan);
    for (const MapKind map : plan.maps)
        for (int row = 0; row < plan.rows(); ++row) definition_of(map).fill_row(plan, slice, row, fields);
    return fields;
}

bool is_as_defined(MapKind map, float found, float expected) {
    if (definition_of(map).tolerance == 0)
        return std::bit_cast<std::uint32_t>(found) == std::bit_cast<std::uint32_t>(expected);
    if (std::isinf(expected)) return found == expected;
    return std::signbit(found) == std::signbit(expected) &&
           std::abs(double{found} - double{expected}) <= definition_of(map).tolerance * std::abs(double{expected});
}

/// Compares all maps with their definition. Returns the number of compared numbers.
std::int64_t expect_as_defined(const ScanPlan& plan, const Scanned& scanned, const std::string& of) {
    std::int64_t compared = 0;
    for (int slice = 0; slice < plan.slices(); ++slice) {
        std::vector<SliceField> expected = by_definition(plan, slice);
        std::vector<SliceField> found = scanned.slices[static_cast<std::size_t>(slice)];
        for (const MapKind map : plan.maps) {
            const std::vector<float>&e = float_values(expected, map), &f = float_values(found, map);
            EXPECT_EQ(e.size(), f.size());
            for (std::size_t i = 0; i < std::min(e.size(), f.size()); ++i, ++compared)
                if (!is_as_defined(map, f[i], e[i])) {
                    ADD_FAILURE() << of << ", " << name_of(map) << ", slice " << slice << ", point " << i << ": "
                                  << f[i] << " in place of " << e[i];
                    return compared;
                }
        }
    }
    return compared;
}

/// Requests all maps. Adds random values for properties that they need and the machine lacks.
void ask_all_maps(Platform& platform, Dice& dice) {
    Machine& machine = platform.machine;
    const double size_m = longest_leg_m(machine);
    if (!machine.legs_apart) {
        const double free_m = dice.chance(0.5) ? 0 : size_m * dice.magnitude(1e-3, 0.6);
        machine.legs_apart =
            LegsApart{size_m * dice.magnitude(1e-3, 0.1), size_m * dice.magnitude(1e-5, 0.1), free_m, {}};
    }
    if (!machine.load) {
        const auto vector = [&](double by) {
            return std::array<double, 3>{by * dice.between(-1, 1), by * dice.between(-1, 1), by * dice.between(-1, 1)};
        };
        machine.load = Load{vector(1000), vector(dice.chance(0.5) ? 0 : 1000 * size_m), vector(0.2 * size_m)};
        machine.load->max_force.emplace();
        for (double& most_n : *machine.load->max_force) most_n = dice.magnitude(100, 1e4);
        // Without this limit the effort is the force.
        if (dice.chance(0.25)) machine.load->max_force.reset();
    }
    machine.stiffness.emplace();
    for (double& of_leg : machine.stiffness->of_legs) of_leg = dice.magnitude(1e4, 1e8);
    platform.scan.questions.maps = maps_of_device;
    platform.scan.workspace = WorkspaceKind::constant;
}

/// A random machine at one orientation. For some machines the gap of one pair, and that to one obstacle, is not
/// required. Every other grid is so dense that few pairs are the nearest anywhere in a warp's block.
Platform random_map_scan(std::uint64_t seed) {
    Dice dice(seed);
    Platform platform = seed % 3 == 0 ? integer_platform(seed) : random_platform(seed);
    Machine& machine = platform.machine;
    const double size_m = longest_leg_m(machine);
    if (dice.chance(0.3)) {
        Pose near = machine.home ? *machine.home : Pose{{0, 0, size_m / 2}, {}};
        machine.obstacles = random_obstacles(dice, machine, near, size_m);
        if (dice.chance(0.5)) machine.obstacles.freed.set(2);
    }
    if (dice.chance(0.3)) machine.singularity = SingularityLimit{false, 0, size_m * dice.magnitude(0.03, 3), {}, {}};
    if (seed % 2 == 1)
        for (ScanRange* const range : {&platform.scan.x, &platform.scan.y})
            range->to_m = range->from_m + (range->to_m - range->from_m) / 50;
    ask_all_maps(platform, dice);
    if (dice.chance(0.3)) machine.legs_apart->free_pairs.set(static_cast<std::size_t>(dice.whole(0, 14)));
    return platform;
}

TEST_F(GpuSharedMaps, OfRandomMachinesAreAsDefined) {
    std::int64_t compared = 0;
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const ScanPlan plan = make_scan_plan(random_map_scan(seed));
        ASSERT_TRUE(has_shared_maps(plan)) << "seed " << seed;
        compared += expect_as_defined(plan, on_device(plan), "seed " + std::to_string(seed));
    }
    EXPECT_GT(compared, 300'000);
}

Platform shipped(const char* name, int columns, int rows, int slices) {
    Platform platform = load_platform(std::filesystem::path(HEXSCAN_SOURCE_DIR) / "platforms" / name);
    platform.scan.x.count = columns;
    platform.scan.y.count = rows;
    platform.scan.z.count = slices;
    find_open_ranges(platform);
    return platform;
}

constexpr const char* telescopic_platforms[] = {"case-study.yaml", "linuxcnc-hexapod.yaml", "rubin-camera-hexapod.yaml",
                                                "simona-flight-simulator.yaml"};

/// The scans have chunks of several slices, and blocks at edges. The host computes hardly any row.
TEST_F(GpuSharedMaps, OfShippedMachinesAreAsDefined) {
    for (const char* const name : telescopic_platforms) {
        Dice dice(1);
        Platform platform = shipped(name, 157, 11, 9);
        ask_all_maps(platform, dice);
        const ScanPlan plan = make_scan_plan(platform);
        const Scanned scanned = on_device(plan);
        expect_as_defined(plan, scanned, name);
        EXPECT_LE(scanned.rows_of_host, plan.rows() * plan.slices() / 20) << name;
    }
}

/// Many points are near singularities, on both sides. The device decides almost all of them itself. The maps of
/// stiffness leave more to the host, because processors can disagree whether legs are singular.
TEST_F(GpuSharedMaps, AcrossSingularitiesAreAsDefined) {
    Dice dice(2);
    Platform platform = built_in_platform();
    ask_all_maps(platform, dice);
    platform.scan.orientations.roll = {0.4, 0.4, 1};
    platform.scan.orientations.pitch = {0.3, 0.3, 1};
    platform.scan.x = {-2, 2, 300};
    platform.scan.y = {-1.1, 1.3, 5};
    platform.scan.z = {-0.9, 0.83, 13};
    const ScanPlan plan = make_scan_plan(platform);
    const Scanned scanned = on_device(plan);
    expect_as_defined(plan, scanned, "the built-in machine");
    EXPECT_LE(scanned.rows_of_host, 4);
    Platform without_stiffness = platform;
    std::erase_if(without_stiffness.scan.questions.maps,
                  [](MapKind map) { return map == MapKind::stiffness || map == MapKind::displacement; });
    EXPECT_LE(on_device(make_scan_plan(without_stiffness)).rows_of_host, 2);
    std::vector<SliceField> middle = scanned.slices[6];
    const std::vector<float>& conditioning = float_values(middle, MapKind::conditioning);
    EXPECT_GT(std::ranges::count_if(conditioning, [](float c) { return c < 0; }), 20);
    EXPECT_GT(std::ranges::count_if(conditioning, [](float c) { return c > 0; }), 20);
}

/// In the base's plane the six legs hold no load. Forces are infinite there, and only the host can decide signs.
TEST_F(GpuSharedMaps, WhereAllIsSingularAreAsDefined) {
    Dice dice(3);
    Platform platform = built_in_platform();
    ask_all_maps(platform, dice);
    platform.scan.x = {-0.5, 0.5, 33};
    platform.scan.y = {-0.5, 0.5, 3};
    platform.scan.z = {-0.001, 0.001, 3};
    const ScanPlan plan = make_scan_plan(platform);
    const Scanned scanned = on_device(plan);
    expect_as_defined(plan, scanned, "the built-in machine");
    EXPECT_GT(scanned.rows_of_host, 0);
}

/// At one grid point only the first leg has the length 0.
TEST_F(GpuSharedMaps, OfALegWithoutLengthAreAsDefined) {
    Dice dice(4);
    Platform platform = built_in_platform();
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double k = static_cast<double>(i);
        platform.machine.base.points_m[i] = {k - 2, k * k / 4, i % 2 == 0 ? 0.0 : 0.5};
        platform.machine.platform.points_m[i] = {0.25 * k, 1 - k / 2, i < 3 ? 0.0 : 0.25};
    }
    ask_all_maps(platform, dice);
    const Vector at = platform.machine.base.points_m[0] - platform.machine.platform.points_m[0];
    platform.scan.x = {at.x - 1, at.x + 1, 65};
    platform.scan.y = {at.y - 1, at.y + 1, 3};
    platform.scan.z = {at.z, at.z + 1, 3};
    const ScanPlan plan = make_scan_plan(platform);
    const Scanned scanned = on_device(plan);
    expect_as_defined(plan, scanned, "a leg without length");
    std::vector<SliceField> first = scanned.slices.front();
    EXPECT_EQ(float_values(first, MapKind::stiffness)[65 + 32], 0);
    for (const MapKind map :
         {MapKind::effort, MapKind::force, MapKind::error, MapKind::rate, MapKind::turn_rate, MapKind::displacement})
        EXPECT_EQ(float_values(first, map)[65 + 32], std::numeric_limits<float>::infinity()) << name_of(map);
    EXPECT_EQ(float_values(first, MapKind::conditioning)[65 + 32], 0);
}

/// The machines are far from the origin, where the host's own numbers have lost digits.
TEST_F(GpuSharedMaps, OfMachinesFarAwayAreAsDefined) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Platform platform = random_map_scan(seed);
        platform.machine.obstacles = {};
        const double size_m = longest_leg_m(platform.machine);
        const ScanPlan plan = make_scan_plan(moved(platform, {317 * size_m, -241 * size_m, 411 * size_m}));
        expect_as_defined(plan, on_device(plan), "seed " + std::to_string(seed));
    }
}

/// The home pose decides the sign.
TEST_F(GpuSharedMaps, TheSignIsHomes) {
    Platform platform = built_in_platform();
    platform.scan.questions.maps = {MapKind::conditioning};
    platform.scan.x.count = platform.scan.y.count = platform.scan.z.count = 5;
    Platform other = platform;
    other.machine.home->position_m.z *= -1;
    for (const bool above : {true, false}) {
        const ScanPlan plan = make_scan_plan(above ? platform : other);
        const Scanned scanned = on_device(plan);
        expect_as_defined(plan, scanned, above ? "home above" : "home below");
        std::vector<SliceField> fields = scanned.slices[2];
        for (const float value : float_values(fields, MapKind::conditioning)) EXPECT_EQ(value > 0, above);
    }
}

/// A random machine with rods at one orientation. The grid extends beyond what its rods reach.
Platform random_rod_scan(std::uint64_t seed) {
    using leg_oracle::Kind;
    Dice dice(seed);
    const RandomLegMachine random = random_leg_machine(seed % 2 == 0 ? Kind::slider : Kind::rotary, seed);
    Platform platform;
    platform.machine = rod_machine(random.machine, random.home);
    platform.machine.home = pose_of(random.home);
    const auto about = [&](double home, int count) {
        return ScanRange{home - random.span, home + random.span, count, false};
    };
    platform.scan.x = about(random.home.x, 45);
    platform.scan.y = about(random.home.y, 7);
    platform.scan.z = about(random.home.z, 5);
    platform.scan.orientations = pose_of(random.home).orientation;
    if (dice.chance(0.3)) platform.machine.singularity = SingularityLimit{false, 0, random.span, {}, {}};
    ask_all_maps(platform, dice);
    if (dice.chance(0.3))
        platform.machine.obstacles =
            random_obstacles(dice, platform.machine, *platform.machine.home, longest_leg_m(platform.machine));
    if (!have_arms(platform.machine.legs)) return platform;
    platform.scan.questions.maps.push_back(MapKind::torque);
    if (dice.chance(0.5)) platform.machine.load->max_torque.emplace().fill(random.span * dice.magnitude(100, 1e4));
    return platform;
}

/// Numbers and rows of maps, counted while several plans are compared.
struct Compared {
    std::int64_t numbers = 0, rows = 0, rows_of_host = 0;

    /// Compares all maps of one more plan with their definition.
    void expect_as_defined(const ScanPlan& plan, std::uint64_t seed) {
        ASSERT_TRUE(has_shared_maps(plan)) << "seed " << seed;
        const Scanned scanned = on_device(plan);
        numbers += ::expect_as_defined(plan, scanned, "seed " + std::to_string(seed));
        rows += static_cast<std::int64_t>(plan.maps.size()) * plan.rows() * plan.slices();
        rows_of_host += scanned.rows_of_host;
    }
};

TEST_F(GpuSharedMaps, OfRandomMachinesWithRodsAreAsDefined) {
    Compared compared;
    for (std::uint64_t seed = 1; seed <= 200; ++seed)
        compared.expect_as_defined(make_scan_plan(random_rod_scan(seed)), seed);
    EXPECT_GT(compared.numbers, 1'000'000);
    EXPECT_LT(compared.rows_of_host, compared.rows / 10);
}

TEST_F(GpuSharedMaps, OfShippedMachinesWithRodsAreAsDefined) {
    for (const char* const name : {"pkm-6-pus.yaml", "knaufinator-simulator.yaml", "reachy-mini.yaml"}) {
        Platform platform = shipped(name, 157, 11, 9);
        platform.machine.stiffness.emplace().of_legs = {1e6, 2e6, 1e6, 3e6, 1e6, 1e6};
        platform.machine.load = Load{{10, 20, -500}, {}, {}};
        platform.scan.questions.maps = {MapKind::conditioning, MapKind::error,     MapKind::rate,
                                        MapKind::turn_rate,    MapKind::clearance, MapKind::stiffness,
                                        MapKind::displacement};
        const ScanPlan plan = make_scan_plan(platform);
        ASSERT_EQ(cuda_engine_for(plan), cuda_maps_engine()) << name;
        const Verification result =
            verify_against(*scanned(reference_engine(), plan), *scanned(*cuda_maps_engine(), plan), plan);
        EXPECT_EQ(result.unwritten_points, 0) << name;
        EXPECT_EQ(result.differences, 0) << name;
    }
}

/// Gives a scan a few orientations and a small grid.
void ask_for_set(Platform& platform, std::uint64_t seed) {
    add_random_set(seed, WorkspaceKind::total, platform);
    platform.scan.x.count = std::min(platform.scan.x.count, 41);
    platform.scan.y.count = std::min(platform.scan.y.count, 3);
    platform.scan.z.count = std::min(platform.scan.z.count, 2);
}

TEST_F(GpuSharedMaps, OfSetsAreAsDefined) {
    Compared compared;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Platform platform = seed % 2 == 0 ? random_map_scan(seed) : random_rod_scan(seed);
        ask_for_set(platform, seed);
        const ScanPlan plan = make_scan_plan(platform);
        if (!plan.is_single()) compared.expect_as_defined(plan, seed);
    }
    EXPECT_GT(compared.numbers, 30'000);
    EXPECT_GT(compared.rows_of_host, 0);
    EXPECT_LT(compared.rows_of_host, compared.rows / 2);
}

TEST_F(GpuSharedMaps, AreOfAllMachinesAndSets) {
    Dice dice(5);
    Platform platform = built_in_platform();
    platform.scan.x.count = platform.scan.y.count = platform.scan.z.count = 5;
    ask_all_maps(platform, dice);
    EXPECT_TRUE(has_shared_maps(make_scan_plan(platform)));
    EXPECT_EQ(make_shared_maps(make_scan_plan(platform)).size(), maps_of_device.size());

    Platform with_clearance = platform;
    with_clearance.scan.questions.maps = {MapKind::clearance, MapKind::limit, MapKind::error};
    EXPECT_TRUE(has_shared_maps(make_scan_plan(with_clearance)));
    EXPECT_EQ(make_shared_maps(make_scan_plan(with_clearance)).size(), 2U);
    with_clearance.machine = with_legs_limits_alone(with_clearance.machine);
    EXPECT_FALSE(has_shared_maps(make_scan_plan(with_clearance)));
    EXPECT_EQ(make_shared_maps(make_scan_plan(with_clearance)).size(), 1U);

    Platform with_rods = shipped("reachy-mini.yaml", 5, 5, 5);
    with_rods.machine.legs_apart = LegsApart{0.001, 0, 0.02, {}};
    with_rods.scan.questions.maps = {MapKind::conditioning, MapKind::gap};
    EXPECT_TRUE(has_shared_maps(make_scan_plan(with_rods)));
}

/// If a machine has no shared limits, the engine of sets computes the other maps, and brute force verifies all of them.
TEST_F(GpuSharedMaps, ComeWithMapsOfTheEngineOfSets) {
    Platform platform = built_in_platform();
    platform.scan.x.count = 70;
    platform.scan.y.count = 9;
    platform.scan.z.count = 3;
    platform.machine.load = Load{{10, 20, -500}, {}, {}};
    platform.machine.singularity = SingularityLimit{false, 0, 0.5, {}, {}};
    platform.scan.questions.maps = {MapKind::clearance, MapKind::conditioning, MapKind::force,
                                    MapKind::error,     MapKind::rate,         MapKind::turn_rate};
    const ScanPlan plan = make_scan_plan(platform);
    ASSERT_EQ(cuda_engine_for(plan), cuda_maps_engine());
    const auto scan = scanned(*cuda_maps_engine(), plan);
    for (const Engine* const exact : {&reference_engine(), cuda_brute_force_engine()}) {
        const Verification result = verify_against(*scanned(*exact, plan), *scan, plan);
        EXPECT_EQ(result.unwritten_points, 0) << exact->name();
        EXPECT_EQ(result.differences, 0) << exact->name();
    }
}

TEST_F(GpuSharedMaps, ComeWithRowsOfTheEngineThatCuts) {
    Dice dice(6);
    Platform platform = built_in_platform();
    platform.scan.x.count = 70;
    platform.scan.y.count = 9;
    platform.scan.z.count = 3;
    platform.machine.legs_apart = LegsApart{0.05, 0.02, 0.3, {}};
    ask_all_maps(platform, dice);
    const ScanPlan plan = make_scan_plan(platform);
    ASSERT_EQ(cuda_engine_for(plan), cuda_maps_engine());
    const Verification result =
        verify_against(*scanned(reference_engine(), plan), *scanned(*cuda_maps_engine(), plan), plan);
    EXPECT_EQ(result.unwritten_points, 0);
    EXPECT_EQ(result.differences, 0);
}

}  // namespace

// Compares the maps of clearances and active limits on a device with their definition on the host, for machines with
// limits that legs share.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "src/engines/host_engines.h"
#include "src/engines/verification.h"
#include "src/files/platform_file.h"
#include "src/scan/map_kind.h"
#include "src/scan/plan_fields.h"
#include "src/scan/searches/found_ranges.h"
#include "src/scan_cuda/cuda_engines.h"
#include "tests/support/random/random_set.h"
#include "tests/support/random/shared_limits_machine.h"
#include "tests/support/random/shared_limits_scan.h"
#include "tests/support/scanned.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

using GpuSharedClearances = OnDevice<testing::Test>;

/// A random machine of any kind, with limits that legs share.
Platform random_clearance_scan(std::uint64_t seed, Dice& dice) {
    Platform platform = random_scan(seed);
    Machine& machine = platform.machine;
    const Pose near = pose_near_home(machine);
    if (dice.chance(0.7)) ask_shared_limits(machine, near, dice);
    if (dice.chance(0.4)) ask_force_limits(machine, dice);
    if (dice.chance(0.4)) ask_stiffness(machine, seed);
    if (!has_shared_limits(machine) || dice.chance(0.2))
        machine.rate = RateLimit{dice.magnitude(0.9, 30) / arm_m(machine)};
    platform.scan.questions.maps = {MapKind::clearance, MapKind::limit};
    if (dice.chance(0.3)) platform.scan.questions.maps.erase(platform.scan.questions.maps.begin() + (seed % 2));
    platform.scan.x.count = 41;
    platform.scan.y.count = 5;
    platform.scan.z.count = 3;
    return platform;
}

/// Points and rows, counted while several plans are compared.
struct ComparedClearances {
    std::int64_t points = 0, of_shared_limits = 0, rows = 0, rows_of_host = 0;

    void expect_as_defined(const ScanPlan& plan, const std::string& of) {
        const Engine* const engine = cuda_engine_for(plan);
        ASSERT_EQ(engine, cuda_maps_engine()) << of;
        const std::unique_ptr<PreparedScan> right = scanned(reference_engine(), plan), scan = engine->prepare(plan);
        // Scans twice, because nothing of a scan may remain for the next one.
        for (const std::uint8_t pattern : {std::uint8_t{0x55}, std::uint8_t{0xAA}}) {
            scan->poison(pattern);
            scan->scan();
            const Verification result = verify_against(*right, *scan, plan);
            EXPECT_EQ(result.unwritten_points, 0) << of;
            EXPECT_EQ(result.differences, 0) << of;
        }
        points += plan.points();
        rows += plan.rows() * plan.slices();
        rows_of_host += scan->rows_of_host();
        if (!plan.asks_for(MapKind::limit)) return;
        const std::size_t of_each_leg = plan.has_rods() ? plan.set->rods_at(0).limits : telescopic_limit_count;
        for (int slice = 0; slice < plan.slices(); ++slice) {
            std::vector<SliceField> fields = scan->fields(slice);
            of_shared_limits += std::ranges::count_if(byte_values(fields, MapKind::limit), [&](std::uint8_t limit) {
                return limit > leg_count * of_each_leg;
            });
        }
    }
};

TEST_F(GpuSharedClearances, OfRandomMachinesAreAsDefined) {
    Dice dice(51);
    ComparedClearances compared;
    for (std::uint64_t seed = 0; seed < 150; ++seed)
        compared.expect_as_defined(make_scan_plan(random_clearance_scan(seed, dice)), "seed " + std::to_string(seed));
    EXPECT_GT(compared.points, 80'000);
    EXPECT_GT(compared.of_shared_limits, 10'000);
    EXPECT_LT(compared.rows_of_host, compared.rows / 4);
}

TEST_F(GpuSharedClearances, OfSetsAreAsDefined) {
    Dice dice(52);
    ComparedClearances compared;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        Platform platform = random_clearance_scan(seed, dice);
        add_random_set(seed, seed % 2 == 0 ? WorkspaceKind::inclusive : WorkspaceKind::total, platform);
        if (platform.scan.orientations.is_single()) continue;
        platform.scan.x.count = 21;
        platform.scan.y.count = 3;
        platform.scan.z.count = 2;
        compared.expect_as_defined(make_scan_plan(platform), "seed " + std::to_string(seed));
    }
    EXPECT_GT(compared.points, 2'000);
    EXPECT_GT(compared.of_shared_limits, 500);
}

/// The machines are symmetric, so that limits tie in planes of symmetry.
TEST_F(GpuSharedClearances, OfShippedMachinesAreAsDefined) {
    ComparedClearances compared;
    for (const char* const name : {"case-study.yaml", "pkm-6-pus.yaml", "knaufinator-simulator.yaml"}) {
        Platform platform = load_platform(std::filesystem::path(HEXSCAN_SOURCE_DIR) / "platforms" / name);
        platform.scan.x.count = 41;
        platform.scan.y.count = 11;
        platform.scan.z.count = 7;
        find_open_ranges(platform);
        Machine& machine = platform.machine;
        const double size_m = longest_leg_m(machine);
        machine.legs_apart = LegsApart{size_m / 50, size_m / 100, size_m / 10, {}};
        machine.singularity = SingularityLimit{true, 0.05, {}, false, false};
        if (!singularity_limit_problem(machine).empty()) machine.singularity->avoid = false;
        machine.load = Load{{10, 20, -500}, {}, {}};
        machine.load->max_force.emplace().fill(300);
        platform.scan.questions.maps = {MapKind::clearance, MapKind::limit, MapKind::gap};
        compared.expect_as_defined(make_scan_plan(platform), name);
    }
    EXPECT_GT(compared.of_shared_limits, 1'000);
}

/// Only gaps of telescopic legs are limited, so the map has the host's bits, and no point is open.
TEST_F(GpuSharedClearances, OfTelescopicLegsGapsHaveTheHostsBits) {
    Platform platform = built_in_platform();
    platform.scan.x.count = 70;
    platform.scan.y.count = 10;
    platform.scan.z.count = 5;
    platform.machine.legs_apart = LegsApart{0.05, 0.02, 0.3, {}};
    platform.scan.questions.maps = {MapKind::clearance};
    const ScanPlan plan = make_scan_plan(platform);
    const auto right = scanned(reference_engine(), plan), scan = scanned(*cuda_engine_for(plan), plan);
    for (int slice = 0; slice < plan.slices(); ++slice) {
        std::vector<SliceField> expected = right->fields(slice), found = scan->fields(slice);
        EXPECT_EQ(float_values(expected, MapKind::clearance), float_values(found, MapKind::clearance));
    }
    EXPECT_EQ(scan->rows_of_host(), 0);
}

/// Without any limit that legs share, the legs' own limits are nearest everywhere.
TEST_F(GpuSharedClearances, OfDisabledLimitsAreThoseOfLegs) {
    Platform platform = built_in_platform();
    platform.scan.x.count = 70;
    platform.scan.y.count = 10;
    platform.scan.z.count = 5;
    platform.machine.singularity = SingularityLimit{true, 0, {}, true, true};
    platform.scan.questions.maps = {MapKind::clearance, MapKind::limit};
    const ScanPlan plan = make_scan_plan(platform);
    const auto right = scanned(reference_engine(), plan), scan = scanned(*cuda_engine_for(plan), plan);
    EXPECT_EQ(verify_against(*right, *scan, plan).differences, 0);
    EXPECT_EQ(scan->rows_of_host(), 0);
}

}  // namespace

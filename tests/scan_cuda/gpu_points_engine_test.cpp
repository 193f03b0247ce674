// Compares point-by-point scans of legs of any kind on a real device with the reference on the host, number by number.

#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "src/engines/host_engines.h"
#include "src/engines/verification.h"
#include "src/scan/map_kind.h"
#include "src/scan_cuda/cuda_engines.h"
#include "tests/support/rod_scan.h"
#include "tests/support/scanned.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using leg_oracle::Kind;

class GpuPoints : public OnDevice<testing::TestWithParam<Kind>> {
protected:
    void expect_the_references(const Platform& platform, std::uint64_t seed) {
        const ScanPlan plan = make_scan_plan(platform);
        ASSERT_TRUE(cuda_points_engine()->supports(plan)) << "seed " << seed;
        const Verification result =
            verify_against(*scanned(reference_engine(), plan), *scanned(*cuda_points_engine(), plan), plan);
        EXPECT_EQ(result.unwritten_points, 0) << "seed " << seed;
        EXPECT_EQ(result.differences, 0) << "seed " << seed;
    }
    /// A random scan. Machines have universal joints or joints of all sorts. Grids have a part of a tile, one tile or
    /// many tiles. Some grids are so dense that tiles have one verdict; they are inside, outside or across the
    /// workspace's border.
    Platform any_scan(std::uint64_t seed) {
        const RandomLegMachine random = seed % 2 == 0 || GetParam() == Kind::telescopic
                                            ? universal_leg_machine(GetParam(), seed)
                                            : any_leg_machine(GetParam(), seed);
        Platform platform = scan_about_home(random, seed % 5 == 0 ? 1 : 45, seed % 7 == 0 ? 1 : 19, 2);
        Dice dice(seed);
        if (dice.chance(0.3)) return platform;
        const double share = dice.magnitude(0.003, 0.5);
        for (ScanRange* const range : {&platform.scan.x, &platform.scan.y}) {
            const double extent_m = range->to_m - range->from_m;
            range->from_m += dice.between(0, 1 - share) * extent_m;
            if (range->count > 1)
                range->to_m = range->from_m + share * extent_m;
            else
                range->to_m = range->from_m;
        }
        return platform;
    }
    /// A random scan of a set. A dense set has so many orientations that tiles are tested first, in several rounds.
    Platform any_set(std::uint64_t seed) {
        Platform platform = any_scan(seed);
        ask_for_any_set(platform, seed);
        if (seed % 4 == 1) {
            for (ScanRange* const range : {&platform.scan.x, &platform.scan.y})
                if (range->count > 1) range->count = 9;
            platform.scan.z.count = 1;
            platform.scan.z.to_m = platform.scan.z.from_m;
            platform.scan.orientations.yaw = {-0.2, 0.2, 70};
        }
        return platform;
    }
};

TEST_P(GpuPoints, EqualTheReferenceAtOneOrientation) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) expect_the_references(any_scan(seed), seed);
}

TEST_P(GpuPoints, EqualTheReferenceAtEveryOrientationAndAtOneOfThem) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Platform platform = any_set(seed);
        expect_the_references(platform, seed);
        platform.scan.workspace = WorkspaceKind::inclusive;
        expect_the_references(platform, seed);
    }
}

TEST_P(GpuPoints, HaveTheReferencesMapsAtOneOrientation) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Platform platform = any_scan(seed);
        platform.scan.questions.maps = {MapKind::clearance, MapKind::limit};
        expect_the_references(platform, seed);
    }
}

TEST_P(GpuPoints, HaveTheReferencesMapsOfSets) {
    const std::vector<std::vector<MapKind>> questions{
        {MapKind::clearance, MapKind::limit, MapKind::share}, {MapKind::limit}, {MapKind::share}};
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
        Platform platform = any_set(seed);
        platform.scan.questions.maps = questions[seed % questions.size()];
        if (platform.scan.orientations.tilt && seed % 2 == 0) platform.scan.questions.maps.push_back(MapKind::tilt);
        if (seed % 3 == 1) platform.scan.workspace = WorkspaceKind::inclusive;
        expect_the_references(platform, seed);
    }
}

TEST_P(GpuPoints, ProveWhatTheReferenceProves) {
    std::int64_t proved = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Platform platform = any_scan(seed);
        AngleRange& yaw = platform.scan.orientations.yaw;
        yaw = {yaw.from_rad, yaw.from_rad + 0.02, 9};
        platform.scan.workspace = WorkspaceKind::total;
        platform.scan.questions.certified = true;
        expect_the_references(platform, seed);
        const auto scan = scanned(*cuda_points_engine(), make_scan_plan(platform));
        for (int slice = 0; slice < platform.scan.z.count; ++slice)
            proved += static_cast<std::int64_t>(scan->proved(slice).runs.size());
    }
    EXPECT_GT(proved, 0);
}

/// Scans a part of a grid several times.
TEST_P(GpuPoints, ScanSlabsAgainAndAgain) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        Platform platform = any_scan(seed);
        platform.scan.questions.maps = {MapKind::clearance};
        const ScanPlan plan = make_scan_plan(platform).slab(1, 1);
        const auto scan = scanned(*cuda_points_engine(), plan);
        scan->poison(0xAA);
        scan->scan();
        const Verification result = verify_against(*scanned(reference_engine(), plan), *scan, plan);
        EXPECT_EQ(result.unwritten_points, 0) << "seed " << seed;
        EXPECT_EQ(result.differences, 0) << "seed " << seed;
    }
}

/// Rows have more columns than a narrow run can number.
TEST_P(GpuPoints, EqualTheReferenceOnWideRows) {
    Platform platform = any_scan(2);
    platform.scan.x.to_m += 1e-3;
    platform.scan.x.count = 70000;
    platform.scan.y.count = platform.scan.z.count = 1;
    platform.scan.y.to_m = platform.scan.y.from_m;
    platform.scan.z.to_m = platform.scan.z.from_m;
    expect_the_references(platform, 2);
}

TEST_P(GpuPoints, LeaveWhatLegsShareToOtherEngines) {
    Platform platform = any_scan(2);
    EXPECT_TRUE(cuda_points_engine()->supports(make_scan_plan(platform)));
    platform.scan.questions.maps = {MapKind::conditioning};
    EXPECT_FALSE(cuda_points_engine()->supports(make_scan_plan(platform)));
    platform.scan.questions.maps = {};
    platform.machine.singularity.emplace();
    EXPECT_FALSE(cuda_points_engine()->supports(make_scan_plan(platform)));
}

INSTANTIATE_TEST_SUITE_P(Kinds, GpuPoints, testing::Values(Kind::telescopic, Kind::slider, Kind::rotary));

}  // namespace

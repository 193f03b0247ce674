// Compares workspaces and maps of sets on a real device with the reference on the host, number by number. If the
// reference would take hours, a brute-force kernel replaces it; that kernel is tested, too.

#include <algorithm>
#include <cmath>
#include <memory>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "src/engines/host_engines.h"
#include "src/engines/verification.h"
#include "src/files/platform_file.h"
#include "src/scan/map_kind.h"
#include "src/scan_cuda/cuda_engines.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/random/random_set.h"
#include "tests/support/scanned.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

using GpuSets = OnDevice<testing::TestWithParam<WorkspaceKind>>;
using GpuClearance = OnDevice<testing::Test>;

void expect_equal(const Engine& engine, const PreparedScan& reference, const ScanPlan& plan, std::uint64_t seed) {
    const Verification result = verify_against(reference, *scanned(engine, plan), plan);
    EXPECT_EQ(result.unwritten_points, 0) << engine.name() << ", seed " << seed;
    EXPECT_EQ(result.differences, 0) << engine.name() << ", seed " << seed;
}

void expect_both_equal_the_reference(const Platform& platform, std::uint64_t seed) {
    const ScanPlan plan = make_scan_plan(platform);
    const auto reference = scanned(reference_engine(), plan);
    expect_equal(*cuda_brute_force_engine(), *reference, plan, seed);
    if (cuda_set_engine()->supports(plan)) expect_equal(*cuda_set_engine(), *reference, plan, seed);
}

TEST_P(GpuSets, RandomSetsEqualTheReference) {
    int supported = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Platform platform = seed % 2 ? random_platform(seed) : integer_platform(seed);
        add_random_set(seed, GetParam(), platform);
        if (seed % 3 == 0) {
            platform.scan.questions.maps = {MapKind::clearance, MapKind::limit};
            if (platform.scan.orientations.tilt) platform.scan.questions.maps.push_back(MapKind::tilt);
            if (!platform.scan.orientations.is_single()) platform.scan.questions.maps.push_back(MapKind::share);
        }
        if (seed % 5 == 0 && GetParam() == WorkspaceKind::total && !platform.scan.orientations.is_single())
            platform.scan.questions.certified = true;
        expect_both_equal_the_reference(platform, seed);
        supported += cuda_set_engine()->supports(make_scan_plan(platform)) ? 1 : 0;
    }
    EXPECT_GT(supported, 30);
}

TEST_P(GpuSets, TheCaseStudyOnACoarseGridEqualsTheReference) {
    Platform platform = built_in_platform();
    platform.scan.x.count = 150;
    platform.scan.y.count = 70;
    platform.scan.z.count = 5;
    platform.scan.orientations.roll = platform.scan.orientations.pitch =
        platform.scan.orientations.yaw = {-0.08, 0.08, 5};
    platform.scan.workspace = GetParam();
    expect_both_equal_the_reference(platform, 0);
}

/// The sets have deep and wide trees.
TEST_P(GpuSets, DenseSetsEqualBruteForce) {
    Platform platform = built_in_platform();
    platform.scan.x.count = 200;
    platform.scan.y.count = 70;
    platform.scan.z.count = 3;
    platform.scan.workspace = GetParam();
    OrientationSet ranges, cone;
    ranges.roll = ranges.pitch = ranges.yaw = {-0.2, 0.2, 49};
    cone.tilt = TiltCone{0.3, 24, 60};
    cone.yaw = {-0.1, 0.1, 9};
    for (const OrientationSet& set : {ranges, cone}) {
        platform.scan.orientations = set;
        const ScanPlan plan = make_scan_plan(platform);
        ASSERT_TRUE(cuda_set_engine()->supports(plan));
        expect_equal(*cuda_set_engine(), *scanned(*cuda_brute_force_engine(), plan), plan, 0);
    }
}

/// Maps are copied to the host in many chunks. Some slices and rows are outside the workspace. The scan runs several
/// times.
TEST_P(GpuSets, MapsOfManyChunksEqualBruteForceEveryTime) {
    Platform platform = built_in_platform();
    platform.scan.x = {-1.2, 1.2, 120};
    platform.scan.y = {-1.1, 1.3, 90};
    platform.scan.z = {0.7, 2.2, 130};
    platform.scan.orientations.tilt = TiltCone{0.3, 6, 12};
    platform.scan.questions.maps = {MapKind::tilt, MapKind::share};
    platform.scan.workspace = GetParam();
    const ScanPlan plan = make_scan_plan(platform);
    ASSERT_TRUE(cuda_set_engine()->supports(plan));
    const auto expected = scanned(*cuda_brute_force_engine(), plan);
    const auto scan = cuda_set_engine()->prepare(plan);
    for (const std::uint8_t pattern : {std::uint8_t{0x55}, std::uint8_t{0xAA}}) {
        scan->poison(pattern);
        scan->scan();
        const Verification result = verify_against(*expected, *scan, plan);
        EXPECT_EQ(result.unwritten_points, 0);
        EXPECT_EQ(result.differences, 0);
    }
}

std::vector<float> clearances_m(const PreparedScan& scan) {
    return std::get<std::vector<float>>(scan.fields(0).at(0).values);
}

/// A machine far from the origin has the same clearances as at the origin.
TEST_F(GpuClearance, IsTheSameFarFromTheOrigin) {
    int compared = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Platform near = random_platform(seed);
        near.scan.questions.maps = {MapKind::clearance, MapKind::limit};
        const double longest_m = *std::ranges::max_element(near.machine.telescopic().max_length);
        const Platform far = moved(near, {317 * longest_m, -241 * longest_m, 411 * longest_m});
        const ScanPlan near_plan = make_scan_plan(near).slab(0, 1), far_plan = make_scan_plan(far).slab(0, 1);
        if (!cuda_set_engine()->supports(far_plan)) continue;
        const auto scan = scanned(*cuda_set_engine(), far_plan);
        expect_equal(*cuda_set_engine(), *scanned(reference_engine(), far_plan), far_plan, seed);
        const std::vector<float> expected_m = clearances_m(*scanned(reference_engine(), near_plan)),
                                 found_m = clearances_m(*scan);
        ASSERT_EQ(found_m.size(), expected_m.size());
        for (std::size_t i = 0; i < found_m.size(); ++i)
            EXPECT_NEAR(found_m[i], expected_m[i], 0x1p-22 * std::max(longest_m, std::abs(double{expected_m[i]})))
                << "seed " << seed << ", point " << i;
        ++compared;
    }
    EXPECT_GT(compared, 20);
}

INSTANTIATE_TEST_SUITE_P(Kinds, GpuSets, testing::Values(WorkspaceKind::total, WorkspaceKind::inclusive),
                         [](const auto& kind) { return std::string(name_of(kind.param)); });

}  // namespace

// Compares rows of telescopic legs with rod ends and universal joints on a real device with the reference on the host.

#include <cstdint>
#include <memory>

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

using GpuTelescopes = OnDevice<testing::Test>;

void expect_the_references(const ScanPlan& plan, std::uint64_t seed) {
    ASSERT_TRUE(cuda_telescope_engine()->supports(plan)) << "seed " << seed;
    const Verification result =
        verify_against(*scanned(reference_engine(), plan), *scanned(*cuda_telescope_engine(), plan), plan);
    EXPECT_EQ(result.unwritten_points, 0) << "seed " << seed;
    EXPECT_EQ(result.differences, 0) << "seed " << seed;
}

Platform scan_of_telescopes(std::uint64_t seed) {
    return scan_about_home(universal_leg_machine(Kind::telescopic, seed), seed % 3 == 0 ? 1 : 101, 37, 3);
}

TEST_F(GpuTelescopes, EqualTheReferenceAtOneOrientation) {
    for (std::uint64_t seed = 0; seed < 300; ++seed)
        expect_the_references(make_scan_plan(scan_of_telescopes(seed)), seed);
}

TEST_F(GpuTelescopes, EqualTheReferenceAtEveryOrientation) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Platform platform = scan_of_telescopes(seed);
        ask_for_any_set(platform, seed);
        expect_the_references(make_scan_plan(platform), seed);
    }
}

TEST_F(GpuTelescopes, LeaveMapsAndInclusiveSetsToOtherEngines) {
    Platform platform = scan_of_telescopes(1);
    EXPECT_TRUE(cuda_telescope_engine()->supports(make_scan_plan(platform)));
    platform.scan.questions.maps = {MapKind::clearance};
    EXPECT_FALSE(cuda_telescope_engine()->supports(make_scan_plan(platform)));
    platform.scan.questions.maps = {};
    ask_for_any_set(platform, 1);
    platform.scan.workspace = WorkspaceKind::inclusive;
    EXPECT_FALSE(cuda_telescope_engine()->supports(make_scan_plan(platform)));
}

}  // namespace

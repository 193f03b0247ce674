// The machine files that come with hexscan can be read, and their machines match what is published about them.

#include "src/files/platform_file.h"

#include <array>
#include <cmath>
#include <filesystem>
#include <numbers>

#include <gtest/gtest.h>

#include "tests/support/values.h"
#include "tests/support/vectors.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

std::array<Vector, leg_count> legs_m(const Platform& platform, const Vector& position_m) {
    std::array<Vector, leg_count> legs{};
    for (std::size_t i = 0; i < legs.size(); ++i) {
        const Vector& a = platform.machine.base.points_m[i];
        const Vector& b = platform.machine.platform.points_m[i];
        legs[i] = {position_m.x + b.x - a.x, position_m.y + b.y - a.y, position_m.z + b.z - a.z};
    }
    return legs;
}

bool within_stroke(const Platform& platform, const Vector& position_m) {
    const auto legs = legs_m(platform, position_m);
    for (std::size_t i = 0; i < legs.size(); ++i) {
        const double length_m = std::hypot(legs[i].x, legs[i].y, legs[i].z);
        if (!(length_m >= platform.machine.telescopic().min_length[i] &&
              length_m <= platform.machine.telescopic().max_length[i]))
            return false;
    }
    return true;
}

std::filesystem::path platform_file(const std::string& name) {
    return std::filesystem::path(HEXSCAN_SOURCE_DIR) / "platforms" / name;
}

TEST(LoadPlatform, LoadsEveryPlatformFile) {
    int loaded = 0;
    for (const auto& entry : std::filesystem::directory_iterator(platform_file(""))) {
        SCOPED_TRACE(entry.path());
        ASSERT_NO_THROW(load_platform(entry.path()));
        ++loaded;
    }
    EXPECT_GE(loaded, 3);
}

TEST(LoadPlatform, BuiltInIsTheCaseStudy) {
    const Platform built_in = built_in_platform();
    const Platform file = load_platform(platform_file("case-study.yaml"));
    EXPECT_EQ(built_in.machine.name, file.machine.name);
    EXPECT_EQ(built_in.scan.x.count, 1000);
    EXPECT_EQ(built_in.scan.y.count, 1000);
    EXPECT_EQ(built_in.scan.z.count, 350);
    EXPECT_EQ(built_in.machine.telescopic().max_length[0], 2.0);
    EXPECT_DOUBLE_EQ(built_in.machine.base.max_tilt_rad[0], 33 * pi / 180);
    EXPECT_DOUBLE_EQ(built_in.machine.platform.max_tilt_rad[0], 36 * pi / 180);
    expect_near(built_in.machine.base.axes[4], file.machine.base.axes[4], 0);
}

TEST(LoadPlatform, RubinCameraReachesItsPublishedMotionLimits) {
    const Platform rubin = load_platform(platform_file("rubin-camera-hexapod.yaml"));
    EXPECT_EQ(rubin.machine.orientation_order, OrientationOrder::xyz);
    const Vector home_m = rubin.machine.home.value().position_m;
    const auto legs = legs_m(rubin, home_m);
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double length_m = std::hypot(legs[i].x, legs[i].y, legs[i].z);
        EXPECT_NEAR(length_m - rubin.machine.telescopic().min_length[i], 0.0141, 1e-9);
        EXPECT_NEAR(rubin.machine.telescopic().max_length[i] - length_m, 0.0141, 1e-9);
    }
    for (const double sign : {-1.0, 1.0}) {
        EXPECT_TRUE(within_stroke(rubin, {home_m.x + sign * 0.0114, home_m.y, home_m.z}));
        EXPECT_TRUE(within_stroke(rubin, {home_m.x, home_m.y + sign * 0.0114, home_m.z}));
        EXPECT_TRUE(within_stroke(rubin, {home_m.x, home_m.y, home_m.z + sign * 0.0131}));
    }
}

TEST(LoadPlatform, SimonaIsNeutralAtMidStroke) {
    const Platform simona = load_platform(platform_file("simona-flight-simulator.yaml"));
    for (const Vector& leg : legs_m(simona, simona.machine.home.value().position_m))
        EXPECT_NEAR(std::hypot(leg.x, leg.y, leg.z), (2.131 + 3.281) / 2, 1e-4);
}

TEST(LoadPlatform, ScanRangesHoldTheWholeWorkspace) {
    for (const char* name : {"rubin-camera-hexapod.yaml", "simona-flight-simulator.yaml"}) {
        const Platform platform = load_platform(platform_file(name));
        const ScanRequest& scan = platform.scan;
        constexpr int steps = 60;
        const auto at = [](const ScanRange& range, int i) {
            return range.from_m + (range.to_m - range.from_m) * i / steps;
        };
        int reachable = 0;
        for (int i = 0; i <= steps; ++i)
            for (int j = 0; j <= steps; ++j)
                for (int k = 0; k <= steps; ++k) {
                    const bool border = i % steps == 0 || j % steps == 0 || k % steps == 0;
                    const bool reached = within_stroke(platform, {at(scan.x, i), at(scan.y, j), at(scan.z, k)});
                    reachable += reached ? 1 : 0;
                    ASSERT_FALSE(border && reached) << name << " " << i << " " << j << " " << k;
                }
        EXPECT_GT(reachable, 1000) << name;
    }
}

}  // namespace

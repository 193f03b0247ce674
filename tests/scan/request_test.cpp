// Which grids can be scanned.

#include "src/scan/request.h"

#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace {

using namespace hexscan;

TEST(ScanRangeProblem, AcceptsWhatCanBeScanned) {
    EXPECT_EQ(scan_range_problem({-1, 1, 2}, Units{}), "");
    EXPECT_EQ(scan_range_problem({0.5, 0.5, 1}, Units{}), "");
    EXPECT_EQ(scan_range_problem({-max_extent_m, max_extent_m, max_axis_points}, Units{}), "");
}

TEST(ScanRangeProblem, SaysWhatIsWrong) {
    const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
    EXPECT_EQ(scan_range_problem({0, 1, 0}, Units{}), "has 0 points; 1 to 16777216 are allowed");
    EXPECT_EQ(scan_range_problem({0, 1, max_axis_points + 1}, Units{}),
              "has 16777217 points; 1 to 16777216 are allowed");
    for (const ScanRange& range : {ScanRange{nan, 1, 2}, {0, nan, 2}, {-inf, 1, 2}, {0, 1e7, 2}})
        EXPECT_NE(scan_range_problem(range, Units{}).find("must lie within -1000000 m and 1000000 m"),
                  std::string::npos);
    EXPECT_NE(scan_range_problem({2, 1, 2}, Units{}).find("runs from 2 m to 1 m"), std::string::npos);
    EXPECT_NE(scan_range_problem({0, 0, 2}, Units{}).find("several points need a longer range"), std::string::npos);
    EXPECT_NE(scan_range_problem({1e6 - 1e-9, 1e6, 1000}, Units{}).find("several points need"), std::string::npos);
    EXPECT_NE(scan_range_problem({0, 1, 1}, Units{}).find("has one point on the range"), std::string::npos);
}

TEST(ScanSizeProblem, CountsAllPoints) {
    ScanRequest scan;
    scan.x.count = scan.y.count = max_axis_points;
    scan.z.count = 32767;
    EXPECT_EQ(scan_size_problem(scan), "");
    scan.z.count = 32768;
    EXPECT_NE(scan_size_problem(scan).find("in all can be indexed"), std::string::npos);
}

}  // namespace

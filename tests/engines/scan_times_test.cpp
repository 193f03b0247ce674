#include "src/engines/scan_times.h"

#include <gtest/gtest.h>

namespace hexscan {
namespace {

class CountingScan final : public PreparedScan {
public:
    void scan() override { ++scans; }
    void poison(std::uint8_t) override {}
    std::int64_t unwritten_points() const override { return 0; }
    WorkspaceSlice slice(int) const override { return {}; }

    int scans = 0;
};

TEST(ScanTimes, WarmsUpThenRepeats) {
    CountingScan scan;
    const Spread times_ms = time_scans_ms(scan, 5);
    EXPECT_GE(scan.scans, 6);
    EXPECT_LE(times_ms.min, times_ms.median);
    EXPECT_LE(times_ms.median, times_ms.max);
}

}  // namespace
}  // namespace hexscan

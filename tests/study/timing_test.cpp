#include "src/study/timing.h"

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

TEST(Timing, WarmsUpThenRepeats) {
    CountingScan scan;
    const Timing timing = time_scans(scan, 5);
    EXPECT_GE(scan.scans, 6);
    EXPECT_LE(timing.total_ms.min, timing.total_ms.median);
    EXPECT_LE(timing.total_ms.median, timing.total_ms.max);
}

}  // namespace
}  // namespace hexscan

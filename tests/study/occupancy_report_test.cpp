#include "src/study/occupancy_report.h"

#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/terminal_text.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

OccupancyRow kernel(int threads, int registers, int shared_bytes, int points_per_thread) {
    return {.number = 0,
            .name = "given kernel",
            .resources = {.threads_per_block = threads,
                          .registers_per_thread = registers,
                          .static_shared_bytes = shared_bytes},
            .points_per_thread = points_per_thread,
            .local_bytes = {},
            .spilled_bytes = {}};
}

TEST(OccupancyReport, ReproducesThePublishedColumn) {
    const std::string table = occupancy_table(published_occupancy_rows(), ComputeCapability{2, 0});
    const std::vector<std::string> lines = lines_of(table);
    ASSERT_GE(lines.size(), 10U);
    EXPECT_TRUE(contains(lines[0], "compute capability 2.0"));
    const std::array<std::string, 7> expected{
        "  8 of 48    16.7      16.7  shared memory", " 12 of 48    25.0      25.0  shared memory",
        " 12 of 48    25.0      25.0  shared memory", " 32 of 48    66.7      66.7  registers",
        " 20 of 48    41.7      83.3  registers",     " 20 of 48    41.7      83.3  registers",
        " 24 of 48    50.0     100.0  registers"};
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_TRUE(contains(table, expected[i])) << expected[i] << "\n" << table;
    expect_fits_a_terminal(table);
}

TEST(OccupancyReport, KnowsTheIssuesExample) {
    const std::array rows{kernel(256, 32, 4096, 1)};
    const std::string table = occupancy_table(rows, {3, 5});
    EXPECT_TRUE(contains(table, "8  64 of 64   100.0     100.0")) << table;
    EXPECT_TRUE(contains(table, "-  given kernel")) << table;
}

TEST(OccupancyReport, ShowsADashWhereAThreadOwnsARow) {
    const std::array rows{kernel(128, 96, 0, 1000)};
    const std::string table = occupancy_table(rows, {9, 0});
    EXPECT_TRUE(contains(table, " -  registers")) << table;
}

TEST(OccupancyReport, SaysWhyAKernelCannotLaunch) {
    const std::array rows{kernel(1024, 255, 0, 1)};
    const std::string table = occupancy_table(rows, {9, 0});
    EXPECT_TRUE(contains(table, " 0 of 64     0.0       0.0  registers:")) << table;
    EXPECT_TRUE(contains(table, "65536")) << table;
    expect_fits_a_terminal(table);
}

TEST(OccupancyReport, FitsATerminalAtEveryCapability) {
    std::vector<OccupancyRow> rows = published_occupancy_rows();
    rows.push_back(kernel(1024, 255, 49152, 16));
    rows.back().name = "a name that goes on for longer than its column is wide";
    for (const ComputeCapability capability : known_compute_capabilities()) {
        expect_fits_a_terminal(occupancy_table(rows, capability));
        expect_fits_a_terminal(occupancy_table({}, capability));
    }
}

TEST(OccupancyReport, ClosesUpOnOneKernel) {
    const OccupancyRow stage = published_occupancy_rows().back();
    const std::string text = occupancy_close_up(stage, ComputeCapability{2, 0});
    EXPECT_EQ(text.find("Stage 7 intrinsics: 128 threads per block, 40 registers per thread, 0 B"), 0U);
    EXPECT_TRUE(contains(text, occupancy_plots(stage.resources, ComputeCapability{2, 0})));
    EXPECT_EQ(occupancy_close_up(kernel(256, 32, 4096, 1), ComputeCapability{2, 0}).find("given kernel: 256 threads"),
              0U);
}

TEST(OccupancyReport, RejectsWhatHasNoMeaning) {
    const std::array rows{kernel(0, 32, 0, 1)};
    EXPECT_THROW(occupancy_table(rows, ComputeCapability{2, 0}), InputError);
    EXPECT_THROW(occupancy_table(published_occupancy_rows(), {1, 0}), InputError);
}

}  // namespace
}  // namespace hexscan

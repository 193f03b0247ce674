#include "stages/delta_reader.h"

#include <cstring>
#include <vector>

#include <gtest/gtest.h>

namespace {

using namespace hexscan;

using Segment = DeltaSegment<3>;

/// Rows 0, 1 and 5 are a chain, row 2 has two runs, row 3 has one that is too far from row 1, row 4 is undecided, and
/// the others are empty. So row 5 has its step from row 3.
Segment coded_segment() {
    Segment segment;
    std::memset(&segment, 0xEE, sizeof segment);
    segment.header.chained = {{1U << 0, 1U << 0 | 1U << 2}};
    segment.header.listed = {{1U << 1 | 1U << 2, 1U << 1}};
    segment.header.anchor = {100, 900};
    const std::uint8_t body[] = {step_code({100, 900}, {92, 907}), step_code({300, 400}, {307, 392}), 2, 1,
                                 undecided_row};
    std::memcpy(segment.body, body, sizeof body);
    const RunEnds ends[] = {{1, 2}, {65535, 65535}, {300, 400}};
    std::memcpy(segment.body + 6, ends, sizeof ends);
    return segment;
}

TEST(DeltaReader, DecodesChainAndList) {
    const Segment segment = coded_segment();
    DeltaReader reader(segment);
    const std::vector<std::vector<ColumnRun>> expected = {
        {{100, 900}}, {{92, 907}}, {{1, 2}, {65535, 65535}}, {{300, 400}}, {}, {{307, 392}}, {}};
    for (int row = 0; row < Segment::rows; ++row) {
        std::vector<ColumnRun> runs;
        EXPECT_EQ(reader.append_row(runs), row != 4) << row;
        EXPECT_EQ(runs, row < 7 ? expected[static_cast<std::size_t>(row)] : std::vector<ColumnRun>{}) << row;
    }
    EXPECT_EQ(reader.bytes(), 20 + 5 + 1 + 3 * 4);
}

TEST(DeltaReader, ASegmentWithoutRunsIsItsHeader) {
    Segment segment;
    std::memset(&segment, 0xEE, sizeof segment);
    segment.header = {};
    DeltaReader reader(segment);
    std::vector<ColumnRun> runs;
    for (int row = 0; row < Segment::rows; ++row) EXPECT_TRUE(reader.append_row(runs));
    EXPECT_TRUE(runs.empty());
    EXPECT_EQ(reader.bytes(), 20);
}

TEST(DeltaSegment, StepsCoverTheirRange) {
    const ColumnRange before{1000, 2000};
    for (int first = -10; first <= 10; ++first)
        for (int last = -10; last <= 10; ++last) {
            const ColumnRange run{before.first + first, before.last + last};
            const bool fits = first >= -8 && first <= 7 && last >= -8 && last <= 7;
            ASSERT_EQ(is_step(before, run), fits);
            if (fits) {
                EXPECT_EQ(after_step(before, step_code(before, run)), run);
            }
        }
}

}  // namespace

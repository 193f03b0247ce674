#include "src/study/charts/roofline.h"

#include <cmath>

#include <gtest/gtest.h>

namespace hexscan {
namespace {

TEST(Roofline, HasEveryStageOfTheLadder) {
    const Roofline roofline = recorded_roofline();
    ASSERT_EQ(roofline.stages.size(), 11U);
    for (std::size_t i = 0; i < roofline.stages.size(); ++i)
        EXPECT_EQ(roofline.stages[i].number, static_cast<int>(i) + 1);
}

/// A stage cannot issue more than the schedulers allow, nor send more than the bus carries.
TEST(Roofline, NoStageIsAboveARoof) {
    const Roofline roofline = recorded_roofline();
    for (const RooflineStage& stage : roofline.stages) {
        EXPECT_LT(stage.alone_per_s(), roofline.issue_per_s) << stage.number;
        EXPECT_LE(stage.output_bytes / stage.total_s, roofline.bus_bytes_per_s) << stage.number;
        for (const double percent : stage.used_percent) {
            EXPECT_GE(percent, 0) << stage.number;
            EXPECT_LE(percent, 100) << stage.number;
        }
    }
}

/// Only stages that test points have a model.
TEST(Roofline, CountsOfStagesOneToNineComeFromTheModel) {
    for (const RooflineStage& stage : recorded_roofline().stages) {
        EXPECT_EQ(stage.is_modelled, stage.number <= 9) << stage.number;
        if (stage.number > 9) {
            EXPECT_EQ(stage.instructions.all, stage.by_ncu.all) << stage.number;
        }
    }
}

/// The share of the issue slots, in two ways: the model's instructions over the time by the clock, and ncu's counter.
/// Stages 10 and 11 are left out, because half of their time is the launch.
TEST(Roofline, CountersConfirmTheShareOfIssueSlots) {
    for (const RooflineStage& stage : recorded_roofline().stages) {
        if (stage.number >= 10) continue;
        const double predicted = stage.used(GpuUnit::issue_slots);
        EXPECT_NEAR(predicted, stage.issue_percent_by_ncu, 0.1 * predicted) << stage.number;
    }
}

/// A reader sees how well the model predicts.
TEST(Roofline, TextShowsTheModelBesideNcu) {
    const std::string text = roofline_text(recorded_roofline());
    for (const char* part : {"counts", "ratio", "XU", "issue slots"})
        EXPECT_NE(text.find(part), std::string::npos) << part;
}

TEST(Roofline, PictureHasAPointPerStageAndABarPerUnit) {
    const Roofline roofline = recorded_roofline();
    const std::string svg = roofline_svg(roofline);
    const auto count = [&](const std::string& part) {
        std::size_t found = 0;
        for (std::size_t at = svg.find(part); at != std::string::npos; at = svg.find(part, at + 1)) ++found;
        return found;
    };
    // Two marks and eight bars per stage, two of the legend, and the background.
    EXPECT_EQ(count("<rect "), 11U * (2 + gpu_unit_count) + 2 + 1);
    for (const char* unit : {"issue slots %", "XU %", "ALU %", "FP32 %", "FP64 %", "L2 %", "memory %", "PCIe %"})
        EXPECT_EQ(count(unit), 1U) << unit;
    EXPECT_NE(roofline_page(roofline).find(svg), std::string::npos);
}

}  // namespace
}  // namespace hexscan

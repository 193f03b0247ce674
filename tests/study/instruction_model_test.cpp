#include "src/study/instructions/instruction_model.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "src/study/instructions/passed_limits.h"
#include "src/study/recorded_studies.h"

namespace hexscan {
namespace {

constexpr double half_a_percent = 0.005;

/// ncu counts what the model predicts. In stages 1 to 3 every warp takes the same way.
TEST(InstructionModel, PredictsTheCountersOfNcu) {
    for (int stage = 1; stage <= 9; ++stage) {
        const InstructionCounts modelled = modelled_instructions(stage).value(), counted = counted_instructions(stage);
        EXPECT_NEAR(modelled.all, counted.all, half_a_percent * counted.all) << stage;
        EXPECT_NEAR(modelled.xu, counted.xu, half_a_percent * counted.xu) << stage;
        EXPECT_NEAR(modelled.alu, counted.alu, half_a_percent * counted.alu) << stage;
        EXPECT_NEAR(modelled.fp32, counted.fp32, half_a_percent * counted.fp32) << stage;
        EXPECT_EQ(modelled.fp64, counted.fp64) << stage;
    }
}

TEST(InstructionModel, LeavesOutStagesThatSolveRows) {
    EXPECT_FALSE(modelled_instructions(10).has_value());
    EXPECT_FALSE(modelled_instructions(11).has_value());
}

/// The record has each warp that ncu saw.
TEST(InstructionModel, CountsEveryWarp) {
    const nlohmann::json counters = recorded_stage_counters(), passed = recorded_passed_limits();
    for (std::size_t i = 0; i < passed.at("stages").size(); ++i) {
        const nlohmann::json& stage = passed.at("stages").at(i);
        const auto warps = stage.at("warps").get<PassedLimits::Histogram>();
        EXPECT_EQ(std::accumulate(warps.begin(), warps.end(), stage.at("warps_outside").get<std::int64_t>()),
                  counters.at("stages").at(i).at("warps").get<double>())
            << stage.at("stage");
    }
}

/// The figure behind the words, such as 3.241 in "legs tested per point: 3.241 of 6".
double figure_behind(const std::string& text, const std::string& words) {
    return std::stod(text.substr(text.find(words) + words.size()));
}

/// The record agrees with docs/exercises/count_tests.py, which counts legs and arcsines in another way.
TEST(InstructionModel, CountsTheLegsAndArcsinesOfTheExercise) {
    std::ifstream file(std::string(HEXSCAN_SOURCE_DIR) + "/output/case-study/exercises/counts.txt");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto points = recorded_passed_limits().at("points").get<PassedLimits::Histogram>();
    double legs = 0, arcsines = 0, all = 0;
    for (int n = 0; n <= limit_count; ++n) {
        const auto count = static_cast<double>(points[static_cast<std::size_t>(n)]);
        all += count;
        legs += count * std::min(n / limits_per_leg + 1, leg_count);
        // A leg that passes both limits of its length needs an arcsine, and another one if the base joint passes.
        arcsines += count * (2 * (n / limits_per_leg) + std::max(0, n % limits_per_leg - 1));
    }
    EXPECT_NEAR(legs / all, figure_behind(text, "tested per point: "), 5e-4);
    EXPECT_NEAR(arcsines / all, figure_behind(text, "arcsines: "), 5e-4);
}

}  // namespace
}  // namespace hexscan

#include "src/study/intrinsics_price_report.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hexscan/errors.h"
#include "kernels/ladder/intrinsic_policy.cuh"
#include "src/files/json_fields.h"
#include "tests/support/terminal_text.h"

namespace hexscan {
namespace {

IntrinsicsPrice example_price() {
    PriceRow pow{"pow", "powf(x, y)", "__powf(x, y)", {{0.1F, 10.0F}, {-5.0F, 5.0F}}, {}, {}, {}, {}, {}};
    pow.single = {{0.06, 0.05, 0.07}, {0.03, 0.029, 0.031}, {0.02, 0.019, 0.021}};
    pow.repeated = {{1.5, 1.4, 1.6}, {0.25, 0.2, 0.3}, {0.05, 0.04, 0.06}};
    pow.ordinary_error = {1.2e-3, 3.0e-7};
    pow.intrinsic_error = {2.5e-1, 4.0e-6};
    pow.published = PublishedPrice{3.32, 1.10};
    PriceRow arcsine = pow;
    arcsine.function = "arcsine";
    arcsine.operands = {{-1.0F, 1.0F}};
    arcsine.published.reset();
    return {"Example GPU", "2026-01-02", 10'000'000, 32, 5, 10, 42, {pow, arcsine}};
}

std::vector<std::string> lines_starting_with(const std::string& text, const std::string& word) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        if (line.rfind(word + " ", 0) == 0) lines.push_back(line);
    return lines;
}

TEST(IntrinsicsPrice, RatiosComeFromMedians) {
    const PriceTimes times = example_price().rows[0].single;
    EXPECT_DOUBLE_EQ(times.ratio(), 2.0);
    EXPECT_DOUBLE_EQ(times.ordinary_to_floor(), 3.0);
    EXPECT_DOUBLE_EQ(times.intrinsic_to_floor(), 1.5);
}

void expect_cells(const std::string& row, const std::vector<std::string>& expected) {
    std::istringstream cells(row);
    for (const std::string& cell : expected) {
        std::string found;
        cells >> found;
        EXPECT_EQ(found, cell) << row;
    }
}

/// The five tables have a row per function: times, errors, spreads, calls, and the lecture's figures.
TEST(IntrinsicsPrice, TablesShowEveryFigureOfAFunction) {
    const std::vector<std::string> rows = lines_starting_with(price_table(example_price()), "pow");
    ASSERT_EQ(rows.size(), 5U);
    expect_cells(rows[0], {"pow", "0.0600", "0.0300", "2.00", "3.00", "1.50", "1.5000", "0.2500", "6.00", "5.00"});
    expect_cells(rows[1], {"pow", "1.2e-03", "2.5e-01", "3.0e-07", "4.0e-06"});
    expect_cells(rows[2], {"pow", "0.0500-0.0700", "0.0290-0.0310", "0.0200", "1.4000-1.6000"});
    EXPECT_NE(rows[3].find("0.1 ... 10, -5 ... 5"), std::string::npos);
    expect_cells(rows[4], {"pow", "3.32", "1.10"});
}

TEST(IntrinsicsPrice, TableComparesOnlyWhatWasPublished) {
    EXPECT_EQ(lines_starting_with(price_table(example_price()), "arcsine").size(), 4U);
}

TEST(IntrinsicsPrice, TableNamesDeviceAndRunAndFitsATerminal) {
    const std::string table = price_table(example_price());
    EXPECT_NE(table.find("Example GPU, 2026-01-02: 10000000 random values, median of 5 repeats of 10 launches"),
              std::string::npos);
    EXPECT_NE(table.find("x32"), std::string::npos);
    hexscan_test::expect_fits_a_terminal(table);
}

TEST(IntrinsicsPrice, JsonHoldsEveryNumber) {
    const nlohmann::json json = price_json(example_price());
    EXPECT_EQ(json.at("device"), "Example GPU");
    EXPECT_EQ(json.at("values"), 10'000'000);
    EXPECT_EQ(json.at("seed"), 42);
    ASSERT_EQ(json.at("rows").size(), 2U);
    const nlohmann::json& row = json.at("rows").at(0);
    EXPECT_EQ(row.at("operands").size(), 2U);
    EXPECT_EQ(row.at("single").at("ordinary").at("max_ms"), 0.07);
    EXPECT_EQ(row.at("repeated").at("floor").at("median_ms"), 0.05);
    EXPECT_DOUBLE_EQ(row.at("repeated").at("ratio").get<double>(), 6.0);
    EXPECT_EQ(row.at("worst_error").at("intrinsic").at("relative"), 4.0e-6);
    EXPECT_EQ(row.at("published").at("ordinary_ms"), 3.32);
    EXPECT_TRUE(json.at("rows").at(1).at("published").is_null());
}

TEST(IntrinsicsPrice, EmptyTestStillPrints) {
    EXPECT_NE(price_table({}).find("function"), std::string::npos);
    EXPECT_TRUE(price_json({}).at("rows").empty());
}

// The host form of IntrinsicMath computes the same formulas, so the polynomial must keep its bound here, too.

TEST(IntrinsicMath, ArcsineStaysWithinItsBoundOnTheHost) {
    double worst_rad = 0;
    constexpr std::uint32_t one = 0x3f800000;
    for (std::uint32_t bits = 0; bits <= one; bits += 512)
        for (const float x : {std::bit_cast<float>(bits), -std::bit_cast<float>(bits)}) {
            const double error_rad = std::fabs(IntrinsicMath::arcsine_rad(x) - std::asin(static_cast<double>(x)));
            ASSERT_TRUE(error_rad <= IntrinsicMath::arcsine_error_bound_rad) << x;
            worst_rad = std::fmax(worst_rad, error_rad);
        }
    EXPECT_GT(worst_rad, 5e-7);  // a smaller error than the polynomial's would mean that nothing was checked
}

TEST(IntrinsicMath, ArcsineIsClampedBeyondOne) {
    const auto quarter_turn = static_cast<float>(std::numbers::pi / 2);
    EXPECT_EQ(IntrinsicMath::arcsine_rad(1.0001F), quarter_turn);
    EXPECT_EQ(IntrinsicMath::arcsine_rad(-1.0001F), -quarter_turn);
    EXPECT_EQ(IntrinsicMath::arcsine_rad(std::numeric_limits<float>::infinity()), quarter_turn);
}

TEST(IntrinsicMath, LegOfLengthZeroLiesOnItsAxis) {
    const auto quarter_turn = static_cast<float>(std::numbers::pi / 2);
    EXPECT_EQ(IntrinsicMath::measure(0.0F).length_m, 0.0F);
    for (const float d : {0.0F, -0.0F})
        EXPECT_EQ(IntrinsicMath::elevation_rad(d, IntrinsicMath::measure(0.0F)), quarter_turn);
}

TEST(IntrinsicsPrice, ReadsBackWhatItWrites) {
    const nlohmann::json json = price_json(example_price());
    const nlohmann::json same = parsed_json(json_text(json));
    ASSERT_TRUE(is_price_json(same));
    EXPECT_EQ(price_json(price_from_json(same)), json);
    EXPECT_EQ(price_table(price_from_json(same)), price_table(example_price()));
    nlohmann::json torn = json;
    torn["rows"][0].erase("single");
    EXPECT_THROW(price_from_json(torn), InputError);
    EXPECT_FALSE(is_price_json(nlohmann::json::array()));
}

}  // namespace
}  // namespace hexscan

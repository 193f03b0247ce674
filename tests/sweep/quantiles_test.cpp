// Quantiles are measured figures. They are the same whether all figures are kept or narrowed down.

#include "src/sweep/report/quantiles.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace {

using namespace hexscan;

ForEachFigure each_of(const std::vector<double>& figures) {
    return
        [&figures](const std::function<void(double)>& visit) { std::for_each(figures.begin(), figures.end(), visit); };
}

/// The smallest figure that at least that share of all figures do not exceed, found by counting.
double counted_quantile(const std::vector<double>& figures, int percent) {
    double least = std::numeric_limits<double>::infinity();
    for (const double candidate : figures) {
        const auto below = std::count_if(figures.begin(), figures.end(), [&](double f) { return f <= candidate; });
        if (100 * below >= percent * static_cast<std::ptrdiff_t>(figures.size())) least = std::min(least, candidate);
    }
    return least;
}

void expect_quantiles(const std::vector<double>& figures) {
    const auto count = static_cast<std::int64_t>(figures.size());
    const Quantiles sorted = quantiles_of(count, each_of(figures)), narrowed = quantiles_of(count, each_of(figures), 0);
    const std::array percents{1, 5, 25, 50, 75, 95, 99};
    for (std::size_t q = 0; q < percents.size(); ++q) {
        EXPECT_EQ(quantile_parts[q], percents[q] / 100.0);
        EXPECT_EQ(sorted[q], counted_quantile(figures, percents[q])) << percents[q] << " % of " << count;
        EXPECT_EQ(narrowed[q], sorted[q]) << percents[q] << " % of " << count;
    }
}

TEST(Quantiles, AreFiguresWhoseRankIsCounted) {
    std::mt19937_64 dice(31);
    for (const std::size_t count : {1U, 2U, 3U, 4U, 19U, 20U, 21U, 99U, 100U, 101U, 300U, 700U}) {
        std::vector<double> figures(count);
        for (double& f : figures) f = static_cast<double>(static_cast<std::int64_t>(dice())) * 0x1p-40;
        expect_quantiles(figures);
        // Ties.
        for (double& f : figures) f = static_cast<double>(dice() % 5) - 2;
        expect_quantiles(figures);
        // Random bits of finite numbers: both signs, all magnitudes, subnormal ones.
        for (double& f : figures) do
                f = std::bit_cast<double>(dice());
            while (!std::isfinite(f));
        expect_quantiles(figures);
        // Figures that differ only in the last bits.
        for (double& f : figures) f = std::bit_cast<double>(std::bit_cast<std::uint64_t>(-1.5) + dice() % 1000);
        expect_quantiles(figures);
    }
}

TEST(Quantiles, OfOneValueAreThatValue) {
    for (const double value : {0.0, -0.0, 1.0, -1.0, 1e-320, -1e-320, 1.7e308, -1.7e308, std::nextafter(0.0, 1.0)})
        for (const std::size_t count : {1U, 2U, 1000U}) expect_quantiles(std::vector<double>(count, value));
}

TEST(Quantiles, TakeZerosOfBothSignsForEqual) {
    const std::vector<double> figures{-0.0, 0.0, -0.0, 0.0, -1e-310, 1e-310};
    const Quantiles narrowed = quantiles_of(6, each_of(figures), 0);
    EXPECT_EQ(narrowed[2], 0);
    EXPECT_EQ(narrowed[3], 0);
    EXPECT_EQ(narrowed[0], -1e-310);
    EXPECT_EQ(narrowed[6], 1e-310);
}

TEST(Quantiles, KeepAllUpToTheNumberGiven) {
    int passes = 0;
    const auto counting = [&](const std::function<void(double)>& visit) {
        ++passes;
        for (int i = 0; i < 50; ++i) visit(i);
    };
    (void)quantiles_of(50, counting, 50);
    EXPECT_EQ(passes, 1);
    passes = 0;
    (void)quantiles_of(50, counting, 49);
    EXPECT_EQ(passes, 4);
}

}  // namespace

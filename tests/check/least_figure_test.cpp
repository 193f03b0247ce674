// The least of figures over poses: what is proved, and that a search that gives up says so.

#include "src/check/figures/least_figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "src/base/effort.h"

namespace {

using namespace hexscan;

/// (x - 0.3)^2 over x, with bounds that are too low by the width of the box.
class Parabola final : public Figure {
public:
    double at(const Pose& pose) const override { return std::pow(pose.position_m.x - 0.3, 2); }
    double at_least(const PoseBox& box, LeastMet&) const override {
        const double nearest = std::max({0.0, box.low[0] - 0.3, 0.3 - box.high[0]});
        return nearest * nearest - (box.high[0] - box.low[0]);
    }
    double lever_m() const override { return 1; }
};

LeastFigure least_of_parabola(int most_parts) {
    Figures figures;
    figures.push_back(std::make_unique<Parabola>());
    PoseSpan span;
    span.from[0] = -1;
    span.to[0] = 1;
    return least_figure(figures, std::array{span}, {.absolute = 1e-3}, most_parts);
}

TEST(LeastFigure, OfASearchThatEndsIsAsNearAsAsked) {
    const LeastFigure least = least_of_parabola(100'000);
    EXPECT_FALSE(least.gave_up);
    EXPECT_LE(least.at_least, 0);
    EXPECT_GE(least.at_least, least.met - 1e-3);
}

TEST(LeastFigure, OfASearchThatGivesUpIsABoundAndMarked) {
    constexpr int few = 3;
    const LeastFigure least = least_of_parabola(few), more = least_of_parabola(Effort(10).of(few));
    EXPECT_TRUE(least.gave_up);
    EXPECT_LT(least.at_least, least.met - 1e-3);
    EXPECT_LE(least.at_least, 0);
    EXPECT_GT(more.at_least, least.at_least);
}

}  // namespace

#include "src/results/radii/slice_radii.h"

#include <cmath>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "src/results/radii/border_contact.h"
#include "src/results/radii/radii_csv.h"
#include "tests/support/pictures.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

SliceRadii radii_of(const ScanPlan& plan, int slice) {
    const double z_m = grid_coordinate(plan.z, slice);
    return slice_radii(plan, slice, row_extents(plan, scan(plan, slice)),
                       exact_reachable(plan.oriented().geometry, 0, 0, z_m));
}

/// A RowExtent by its definition, column by column.
RowExtent extent_by_definition(std::span<const std::uint8_t> verdicts, int axis_column) {
    RowExtent extent;
    for (int column = 0; column < static_cast<int>(verdicts.size()); ++column) {
        if (verdicts[static_cast<std::size_t>(column)] != 0) {
            if (extent.first < 0) extent.first = column;
            extent.last = column;
            ++extent.reachable;
        } else if (column < axis_column) {
            extent.unreachable_below = column;
        } else if (extent.unreachable_from < 0) {
            extent.unreachable_from = column;
        }
    }
    return extent;
}

TEST(RowExtents, EveryRowOfTwelveColumnsIsAsDefined) {
    constexpr int columns = 12;
    // These ranges put the z axis before the columns, on one, between two and after them.
    for (const auto& [from_m, to_m] :
         {std::pair{1.0, 12.0}, {0.0, 11.0}, {-5.5, 5.5}, {-4.0, 7.0}, {-11.0, 0.0}, {-12.0, -1.0}}) {
        const ScanPlan plan = ball(1, axis(from_m, to_m, columns), axis(0, 0, 1), axis(0, 0, 1));
        for (int pattern = 0; pattern < 1 << columns; ++pattern) {
            std::vector<std::uint8_t> verdicts;
            for (int column = 0; column < columns; ++column)
                verdicts.push_back(static_cast<std::uint8_t>(pattern >> column & 1));
            WorkspaceSlice slice;
            append_row_from_bytes(verdicts, slice);
            ASSERT_EQ(row_extents(plan, slice),
                      std::vector<RowExtent>{extent_by_definition(verdicts, axis_column(plan))})
                << "pattern " << pattern << " from " << from_m;
        }
    }
}

TEST(SliceRadii, DiscOnWholeNumbers) {
    const ScanPlan plan = ball(5, axis(-8, 8, 17), axis(-8, 8, 17), axis(0, 4, 5));
    const SliceRadii middle = radii_of(plan, 0);
    EXPECT_EQ(middle.slice, 0);
    EXPECT_EQ(middle.reachable_points, 81);  // points with integer coordinates in a circle of radius 5
    EXPECT_EQ(middle.area_m2, 81);
    ASSERT_TRUE(middle.circumcircle && middle.inscribed_radius_m);
    EXPECT_NEAR(middle.circumcircle->x_m, 0, 1e-15);
    EXPECT_NEAR(middle.circumcircle->y_m, 0, 1e-15);
    EXPECT_EQ(middle.circumcircle->radius_m, 5);
    EXPECT_EQ(*middle.inscribed_radius_m, std::sqrt(26.0));
    const SliceRadii above = radii_of(plan, 3);  // the radius is 4, and (1, 4) is the nearest point outside
    EXPECT_EQ(above.z_m, 3);
    EXPECT_EQ(above.circumcircle->radius_m, 4);
    EXPECT_EQ(*above.inscribed_radius_m, std::sqrt(17.0));
}

TEST(SliceRadii, FineDiscMeetsItsCircleWithinAStep) {
    const ScanPlan plan = ball(1, axis(-1.2, 1.2, 301), axis(-1.1, 1.1, 207), axis(0.6, 0.6, 1));
    const double step_m = std::hypot(plan.x.step_m, plan.y.step_m);
    const SliceRadii radii = radii_of(plan, 0);
    EXPECT_NEAR(radii.area_m2, 3.14159265 * 0.64, 0.01);
    EXPECT_LE(radii.circumcircle->radius_m, 0.8);
    EXPECT_GT(radii.circumcircle->radius_m, 0.8 - step_m);
    EXPECT_GT(*radii.inscribed_radius_m, 0.8);
    EXPECT_LT(*radii.inscribed_radius_m, 0.8 + step_m);
}

TEST(SliceRadii, ARingHasAnUnreachableAxis) {
    const ScanPlan plan = ball(5, axis(-8, 8, 17), axis(-8, 8, 17), axis(0, 0, 1), 2);
    const SliceRadii radii = radii_of(plan, 0);
    EXPECT_EQ(radii.circumcircle->radius_m, 5);
    EXPECT_EQ(*radii.inscribed_radius_m, 0);
}

TEST(SliceRadii, TheAxisMayLieBetweenGridPointsOrOutsideTheGrid) {
    const SliceRadii between = radii_of(ball(2, axis(-2.5, 2.5, 6), axis(-2.5, 2.5, 6), axis(0, 0, 1)), 0);
    EXPECT_EQ(between.reachable_points, 12);  // the inner sixteen without their corners
    EXPECT_EQ(*between.inscribed_radius_m, std::sqrt(1.5 * 1.5 + 1.5 * 1.5));
    const SliceRadii outside = radii_of(ball(5, axis(2, 8, 7), axis(1, 8, 8), axis(0, 0, 1)), 0);
    EXPECT_EQ(*outside.inscribed_radius_m, std::sqrt(26.0));
}

TEST(SliceRadii, AnEmptySliceHasNoCircles) {
    const SliceRadii radii = radii_of(ball(5, axis(-8, 8, 17), axis(-8, 8, 17), axis(0, 9, 2)), 1);
    EXPECT_EQ(radii.reachable_points, 0);
    EXPECT_EQ(radii.area_m2, 0);
    EXPECT_FALSE(radii.circumcircle);
    EXPECT_FALSE(radii.inscribed_radius_m);
}

TEST(SliceRadii, AWholeSliceHasNoInscribedRadius) {
    const SliceRadii radii = radii_of(ball(no_upper_limit, axis(-3, 3, 7), axis(-4, 4, 9), axis(0, 0, 1)), 0);
    EXPECT_EQ(radii.circumcircle->radius_m, 5);
    EXPECT_FALSE(radii.inscribed_radius_m);
}

TEST(SliceRadii, ASingleRowOrPointHasNoArea) {
    const SliceRadii row = radii_of(ball(5, axis(-8, 8, 17), axis(3, 3, 1), axis(0, 0, 1)), 0);
    EXPECT_EQ(row.reachable_points, 9);
    EXPECT_EQ(row.area_m2, 0);
    EXPECT_EQ(row.circumcircle->radius_m, 4);
    const SliceRadii point = radii_of(ball(5, axis(1, 1, 1), axis(3, 3, 1), axis(0, 0, 1)), 0);
    EXPECT_EQ(point.circumcircle->x_m, 1);
    EXPECT_EQ(point.circumcircle->y_m, 3);
    EXPECT_EQ(point.circumcircle->radius_m, 0);
}

/// If all points of a rectangular grid are reachable, the slice has the rectangle's area for any number of points.
TEST(SliceRadii, BorderPointsCountAsThePartOfACellThatTheyAre) {
    for (const int columns : {2, 3, 7})
        for (const int rows : {2, 5}) {
            const SliceRadii whole =
                radii_of(ball(no_upper_limit, axis(-3, 3, columns), axis(-1, 4, rows), axis(0, 0, 1)), 0);
            EXPECT_EQ(whole.reachable_points, columns * rows);
            EXPECT_DOUBLE_EQ(whole.area_m2, 6 * 5);
        }
    // A quarter of the disc of DiscOnWholeNumbers. Both straight sides are on the border of the grid.
    const SliceRadii quarter = radii_of(ball(5, axis(0, 8, 9), axis(0, 8, 9), axis(0, 0, 1)), 0);
    EXPECT_EQ(quarter.area_m2, 81 / 4.0);
    // The disc has a hole, and its outermost columns are on the border of the grid.
    const SliceRadii ring = radii_of(ball(5, axis(-5, 5, 11), axis(-8, 8, 17), axis(0, 0, 1), 2), 0);
    EXPECT_EQ(ring.reachable_points, 81 - 9);
    EXPECT_EQ(ring.area_m2, 81 - 9 - 2 * 0.5);
}

TEST(SliceRadii, TheAxisIsWhateverTheWorkspaceSaysOfIt) {
    const ScanPlan plan = ball(5, axis(-8, 8, 17), axis(-8, 8, 17), axis(0, 0, 1));
    const std::vector<RowExtent> extents = row_extents(plan, scan(plan, 0));
    EXPECT_EQ(*slice_radii(plan, 0, extents, true).inscribed_radius_m, std::sqrt(26.0));
    EXPECT_EQ(*slice_radii(plan, 0, extents, false).inscribed_radius_m, 0);
}

TEST(SliceRadii, ASlabCountsSlicesOfTheWholeGrid) {
    const ScanPlan plan = ball(5, axis(-8, 8, 17), axis(-8, 8, 17), axis(-4, 4, 9));
    const SliceRadii whole = radii_of(plan, 7), slab = radii_of(plan.slab(6, 3), 1);
    EXPECT_EQ(slab.slice, 7);
    EXPECT_EQ(slab.z_m, whole.z_m);
    EXPECT_EQ(radii_csv(std::vector{slab}), radii_csv(std::vector{whole}));
}

std::vector<std::string> fields_between(const std::string& line, char separator) {
    std::vector<std::string> fields;
    std::string field;
    std::istringstream stream(line + separator);
    while (std::getline(stream, field, separator)) fields.push_back(field);
    return fields;
}

TEST(RadiiCsv, HasTwelveDigitsAndNoNoise) {
    std::vector<SliceRadii> slices(3);
    slices[0] = {0, 0.1, 12, 1.0 / 3, Circle{-0.0, 1e-17, std::sqrt(2.0)}, 0.3};
    slices[1] = {1, 0.1 + 0.2, 0, 0, std::nullopt, std::nullopt};
    slices[2] = {2, 5, 9'000'000'000'000, 2e-9, Circle{1, 2, 3}, std::nullopt};
    const std::vector<std::string> lines = fields_between(radii_csv(slices), '\n');
    ASSERT_EQ(lines.size(), 5U);
    EXPECT_EQ(lines[0],
              "slice,z_m,reachable_points,area_m2,circumcircle_x_m,circumcircle_y_m,circumcircle_radius_m,"
              "inscribed_radius_m");
    EXPECT_EQ(lines[2], "1,0.3,0,0,,,,");
    EXPECT_EQ(lines[3], "2,5,9000000000000,2e-09,1,2,3,");
    EXPECT_EQ(lines[4], "");
    const std::vector<std::string> fields = fields_between(lines[1], ',');
    ASSERT_EQ(fields.size(), 8U);
    EXPECT_EQ(fields[3], "0.333333333333");
    EXPECT_EQ(fields[4], "0");
    EXPECT_EQ(std::stod(fields[5]), 1e-17);
    EXPECT_EQ(fields[6], "1.41421356237");
    EXPECT_EQ(fields[7], "0.3");
}

BorderContact contact_of(const ScanPlan& plan) {
    BorderContact contact;
    for (int slice = 0; slice < plan.slices(); ++slice) contact += border_contact(plan, slice, scan(plan, slice));
    return contact;
}

TEST(BorderContact, AWorkspaceInsideTheGridTouchesNothing) {
    const ScanPlan plan = ball(5, axis(-6, 6, 13), axis(-6, 6, 13), axis(-6, 6, 13));
    EXPECT_FALSE(contact_of(plan).any());
    EXPECT_EQ(describe(contact_of(plan), plan, {}), "");
}

TEST(BorderContact, NamesTheSidesThatCutItOff) {
    const auto sides = [](GridAxis<double> x, GridAxis<double> y, GridAxis<double> z) {
        const ScanPlan plan = ball(5, x, y, z);
        return describe(contact_of(plan), plan, {});
    };
    const GridAxis<double> wide = axis(-6, 6, 13);
    EXPECT_EQ(sides(axis(-0.9, 6, 70), wide, wide), "x = -0.9 m (69 points)");
    EXPECT_EQ(sides(wide, axis(-6, 4.5, 22), wide), "y = 4.5 m (13 points)");
    EXPECT_EQ(sides(axis(-0.9, 6, 70), wide, axis(-6, 1.9, 80)), "x = -0.9 m (545 points) and z = 1.9 m (424 points)");
    EXPECT_EQ(sides(axis(-5, 5, 11), axis(-5, 6, 12), wide),
              "x = -5 m (1 point), x = 5 m (1 point) and y = -5 m (1 point)");
    EXPECT_EQ(sides(wide, wide, axis(1, 2, 2)), "z = 1 m (69 points) and z = 2 m (69 points)");
}

TEST(BorderContact, AnAxisOfOnePointHasNoSides) {
    EXPECT_FALSE(contact_of(ball(5, axis(-6, 6, 13), axis(0, 0, 1), axis(1, 1, 1))).any());
    EXPECT_FALSE(contact_of(ball(5, axis(0, 0, 1), axis(-6, 6, 13), axis(-6, 6, 13))).any());
}

TEST(BorderContact, ASlabEndsInsideTheGrid) {
    const ScanPlan plan = ball(5, axis(-6, 6, 13), axis(-6, 6, 13), axis(-3, 6, 10));
    EXPECT_FALSE(contact_of(plan.slab(1, 4)).any());
    EXPECT_EQ(describe(contact_of(plan.slab(0, 4)), plan, {}), "z = -3 m (49 points)");
}

}  // namespace

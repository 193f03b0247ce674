// Columns that a single limit removes from a piece of a row in a cell of orientations. It must remove no reachable
// column, and enough of the others.

#include "kernels/rows/lost_columns.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "tests/support/random/dice.h"
#include "tests/support/random/random_set_scan.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// A test case: columns from `near` to `far` of the row at (y, z).
struct Question {
    TreeNode node;
    double y_m, z_m;
    int near, far;
};

/// The columns that are left, and the limits that may remove any.
struct Answer {
    ColumnRange left;
    unsigned active;
};

template <bool wide>
Answer ask(const SetScan<double>& scan, const Question& question) {
    const RowPiece<double> piece{grid_coordinate(scan.x, question.near), grid_coordinate(scan.x, question.far),
                                 question.y_m, question.z_m};
    PieceLeft<double> left{0, lost_detail::length_of(piece)};
    const LegCell<double>* const cells = scan.cells + node_number(scan.set, scan.tree, question.node) * leg_count;
    unsigned active = 0;
    for (int i = 0; i < leg_count; ++i)
        active |= cut_off_by_leg<wide>(scan.bounds[i], cells[i], leg_bits(scan.limits, i), piece, left)
                  << (telescopic_limit_count * i);
    const bool upwards = question.near <= question.far;
    const ColumnRange asked{std::min(question.near, question.far), std::max(question.near, question.far)};
    return {left.empty() ? ColumnRange{0, -1} : columns_left(asked, upwards, left, scan.columns_per_m), active};
}

/// True if a leg keeps one of its limits.
bool keeps_limit(const Leg<double>& leg, unsigned bit, double x_m, double y_m, double z_m) {
    Leg<double> single = leg;
    if (bit != shortest_bit) single.min_length_sq_m2 = 0;
    if (bit != longest_bit) single.max_length_sq_m2 = std::numeric_limits<double>::infinity();
    if (bit != base_bit) single.base_signed_cos_sq = unlimited_signed_cos_sq;
    if (bit != platform_bit) single.platform_signed_cos_sq = unlimited_signed_cos_sq;
    return exact_leg_within_limits(single, exact_leg_row(single, y_m, z_m), x_m);
}

/// Tests a column for every limit of every leg at every sample of the question's node. Sets `forbidding` to the limits
/// that are violated somewhere. Returns true if some sample reaches the column.
bool some_sample_reaches(const SetScan<double>& scan, const Question& question, int column, unsigned& forbidding) {
    const IndexBox box = samples_of(scan.set, scan.tree, question.node);
    const double x_m = grid_coordinate(scan.x, column);
    bool any = false;
    for (int k = 0; k < samples_in(box); ++k) {
        const Matrix3<double> rotation = exact::rotation_at(scan.set, sample_in(box, k));
        bool reached = true;
        for (int i = 0; i < leg_count; ++i)
            for (unsigned bit = shortest_bit; bit <= platform_bit; bit <<= 1) {
                if (!(leg_bits(scan.limits, i) & bit)) continue;
                if (keeps_limit(exact_leg_at(scan.legs[i], rotation), bit, x_m, question.y_m, question.z_m)) continue;
                reached = false;
                forbidding |= bit << (telescopic_limit_count * i);
            }
        any |= reached;
    }
    return any;
}

/// Counts of questions by outcome.
struct Answers {
    int lost = 0, shorter = 0, whole = 0;
    int limits_at_rest = 0;  ///< limits that remove nothing at any orientation
};

/// Random machines, sets, cells and pieces. No lost column is reachable, and a limit that is reported to remove nothing
/// removes nothing.
Answers ask_of(std::uint64_t machines) {
    Answers answers;
    for (std::uint64_t seed = 0; seed < machines; ++seed) {
        const RandomSetScan random(seed, WorkspaceKind::inclusive);
        const SetScan<double>& scan = random.scan();
        Dice dice(seed);
        for (int asked = 0; asked < 10; ++asked) {
            const auto below = [&](std::int64_t count) {
                return static_cast<std::int64_t>(dice.between(0, 1) * static_cast<double>(count));
            };
            // Most nodes are small. So every other question is about one of the first nodes, which are large.
            const std::int64_t nodes = asked % 2 == 0 ? random.nodes() : std::min<std::int64_t>(random.nodes(), 9);
            const Question question{node_at(scan.tree, below(nodes)),
                                    grid_coordinate(scan.y, static_cast<int>(below(scan.y.count))),
                                    grid_coordinate(scan.z, static_cast<int>(below(scan.z.count))),
                                    static_cast<int>(below(scan.x.count)), static_cast<int>(below(scan.x.count))};
            if (samples_of(scan.set, scan.tree, question.node).empty()) continue;
            const auto [left, active] = random.is_wide() ? ask<true>(scan, question) : ask<false>(scan, question);
            const auto [low, high] = std::minmax(question.near, question.far);
            ++(left.empty() ? answers.lost : left.last - left.first < high - low ? answers.shorter : answers.whole);
            answers.limits_at_rest += std::popcount(scan.limits & ~active);
            unsigned forbidding = 0;
            for (int column = low; column <= high; ++column) {
                const bool reached = some_sample_reaches(scan, question, column, forbidding);
                if (reached && (column < left.first || column > left.last))
                    ADD_FAILURE() << "column " << column << " of machine " << seed << " is reached";
            }
            EXPECT_EQ(forbidding & ~active, 0U) << "machine " << seed;
        }
    }
    return answers;
}

/// A limit's slack with the platform at a place: square metres for a stroke, metres for a joint.
double slack_of(const BoundLeg<double>& bound, const Leg<double>& leg, unsigned bit, const Vec3<double>& p) {
    const Vec3<double> l = p + leg.offset_m;
    const double square_m2 = dot(l, l), length_m = std::sqrt(square_m2);
    if (bit == shortest_bit) return square_m2 - bound.min_length_sq_m2;
    if (bit == longest_bit) return bound.max_length_sq_m2 - square_m2;
    return bit == base_bit ? dot(leg.base_axis, l) - bound.base_cosine * length_m
                           : dot(leg.platform_axis, l) - bound.platform_cosine * length_m;
}

/// Calls check(bit, bounds) with the bounds of every limit of a leg over a piece.
template <bool wide, class Check>
void for_each_bounds(const BoundLeg<double>& leg, const LegCell<double>& cell, unsigned bits,
                     const RowPiece<double>& piece, Check check) {
    using namespace lost_detail;
    const CellAtPosition<double> near_end(leg, cell, {piece.near_x, piece.y, piece.z});
    const CellAtPosition<double> far_end(leg, cell, {piece.far_x, piece.y, piece.z});
    const bool upwards = piece.far_x > piece.near_x;
    for (unsigned bit = shortest_bit; bit <= platform_bit; bit <<= 1) {
        if (!(bits & bit)) continue;
        if (bit <= longest_bit)
            check(bit, stroke_bounds(near_end, bit == longest_bit, upwards, length_of(piece)));
        else if (near_end.has_direction())
            check(bit, joint_bounds<wide>(leg, near_end, far_end, bit == base_bit,
                                          JointPiece<double>(near_end, length_of(piece), upwards)));
    }
}

TEST(LostColumns, SlackLiesBetweenItsBoundsAtEverySampleAndPlace) {
    int joints_near_their_top = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        const RandomSetScan random(seed, WorkspaceKind::inclusive);
        const SetScan<double>& scan = random.scan();
        Dice dice(seed);
        const IndexBox box = samples_of(scan.set, scan.tree, tree_root(0));
        const RowPiece<double> piece{dice.between(scan.x.from_m, scan.x.to_m), dice.between(scan.x.from_m, scan.x.to_m),
                                     dice.between(scan.y.from_m, scan.y.to_m),
                                     dice.between(scan.z.from_m, scan.z.to_m)};
        for (int i = 0; i < leg_count; ++i) {
            const auto check = [&](unsigned bit, const SlackBounds<double>& bounds) {
                for (int k = 0; k < samples_in(box); ++k)
                    for (int place = 0; place <= 4; ++place) {
                        const double t = std::abs(piece.far_x - piece.near_x) * place / 4;
                        const double x = piece.near_x + (piece.far_x - piece.near_x) * place / 4;
                        const Leg<double> leg =
                            exact_leg_at(scan.legs[i], exact::rotation_at(scan.set, sample_in(box, k)));
                        const double slack = slack_of(scan.bounds[i], leg, bit, {x, piece.y, piece.z});
                        EXPECT_LE(slack, bounds.top + bounds.reach - bounds.fall * t)
                            << "machine " << seed << " bit " << bit;
                        EXPECT_GE(slack, bounds.bottom - bounds.reach - bounds.steepest * t)
                            << "machine " << seed << " bit " << bit;
                        joints_near_their_top +=
                            bit > longest_bit && slack > bounds.top + bounds.reach - bounds.fall * t - 0.01;
                    }
            };
            const LegCell<double>& cell = scan.cells[node_number(scan.set, scan.tree, tree_root(0)) * leg_count + i];
            if (random.is_wide())
                for_each_bounds<true>(scan.bounds[i], cell, leg_bits(scan.limits, i), piece, check);
            else
                for_each_bounds<false>(scan.bounds[i], cell, leg_bits(scan.limits, i), piece, check);
        }
    }
    EXPECT_GT(joints_near_their_top, 1000);
}

TEST(LostColumns, NothingLostIsReachedAndNoLimitAtRestForbidsAnything) {
    const Answers answers = ask_of(3000);
    EXPECT_GT(answers.lost, 2500);
    EXPECT_GT(answers.shorter, 500);
    EXPECT_GT(answers.whole, 500);
    EXPECT_GT(answers.limits_at_rest, 20000);
}

}  // namespace

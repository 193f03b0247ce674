// Proofs that a piece of a row is lost in a cell of orientations, by themselves: none is wrong, and none gives up too early.

#include "kernels/lost_columns.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/support/dice.h"
#include "tests/support/random_set_scan.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

constexpr int most_ceilings = leg_count * limits_per_leg;

/// What is to be proved: columns from `near` to `far` of the row at (y, z).
struct Question {
    TreeNode node;
    double y_m, z_m;
    int near, far;
};

/// What came of a question, and which columns are left of it.
struct Answer {
    LostProof proof;
    ColumnRange left;
};

template <bool wide>
Answer ask(const SetScan<double>& scan, const Question& question) {
    const RowPiece<double> piece{grid_coordinate(scan.x, question.near), grid_coordinate(scan.x, question.far),
                                 question.y_m, question.z_m};
    Ceilings<double, most_ceilings> ceilings;
    ceilings.length_m = lost_detail::length_of(piece);
    const LegCell<double>* const cells = scan.cells + node_number(scan.set, scan.tree, question.node) * leg_count;
    for (int i = 0; i < leg_count; ++i)
        add_ceilings<wide>(scan.bounds[i], cells[i], i, leg_bits(scan.limits, i), piece, ceilings);
    double xi[3];
    int limit;
    PieceLeft<double> left;
    const LostProof proof = prove_lost(ceilings, xi, limit, left);
    const bool upwards = question.near <= question.far;
    const ColumnRange asked{std::min(question.near, question.far), std::max(question.near, question.far)};
    return {proof,
            proof == LostProof::lost ? ColumnRange{0, -1} : columns_left(asked, upwards, left, scan.columns_per_m)};
}

/// Whether a sample of the question's node reaches a column.
bool some_sample_reaches(const SetScan<double>& scan, const Question& question, int column) {
    const IndexBox box = samples_of(scan.set, scan.tree, question.node);
    for (int k = 0; k < samples_in(box); ++k) {
        const Matrix3<double> rotation = exact::rotation_at(scan.set, sample_in(box, k));
        bool reached = true;
        for (int i = 0; i < leg_count && reached; ++i) {
            const Leg<double> leg = exact_leg_at(scan.legs[i], rotation);
            reached = exact_leg_within_limits(leg, exact_leg_row(leg, question.y_m, question.z_m),
                                              grid_coordinate(scan.x, column));
        }
        if (reached) return true;
    }
    return false;
}

/// How often each answer came, and how often an unproved question left less than it asked.
struct Answers {
    int lost = 0, unproved = 0, hopeless = 0, shorter = 0;
};

/// Random machines, sets, cells and pieces. Nothing lost is reached, and where a proof is hopeless at the near end so is every
/// shorter one.
Answers ask_of(std::uint64_t machines) {
    Answers answers;
    for (std::uint64_t seed = 0; seed < machines; ++seed) {
        const RandomSetScan random(seed, WorkspaceKind::inclusive);
        const SetScan<double>& scan = random.scan();
        const auto ask_here = random.is_wide() ? ask<true> : ask<false>;
        Dice dice(seed);
        for (int asked = 0; asked < 20; ++asked) {
            const auto below = [&](std::int64_t count) {
                return static_cast<std::int64_t>(dice.between(0, 1) * static_cast<double>(count));
            };
            Question question{node_at(scan.tree, below(random.nodes())),
                              grid_coordinate(scan.y, static_cast<int>(below(scan.y.count))),
                              grid_coordinate(scan.z, static_cast<int>(below(scan.z.count))),
                              static_cast<int>(below(scan.x.count)), static_cast<int>(below(scan.x.count))};
            if (samples_of(scan.set, scan.tree, question.node).empty()) continue;
            const auto [proof, left] = ask_here(scan, question);
            ++(proof == LostProof::lost       ? answers.lost
               : proof == LostProof::unproved ? answers.unproved
                                              : answers.hopeless);
            const auto [low, high] = std::minmax(question.near, question.far);
            answers.shorter += proof != LostProof::lost && left.last - left.first < high - low;
            for (int column = low; column <= high; ++column)
                if (column < left.first || column > left.last) {
                    EXPECT_FALSE(some_sample_reaches(scan, question, column)) << "machine " << seed;
                }
            const bool near_end_left = question.near == (question.near <= question.far ? left.first : left.last);
            if (proof != LostProof::hopeless || !near_end_left) continue;
            for (; question.far != question.near; question.far += question.far < question.near ? 1 : -1)
                EXPECT_NE(ask_here(scan, question).proof, LostProof::lost) << "machine " << seed;
        }
    }
    return answers;
}

TEST(LostColumns, NothingLostIsReachedAndNothingHopelessIsProvedByLess) {
    const Answers answers = ask_of(3000);
    EXPECT_GT(answers.lost, 5000);
    EXPECT_GT(answers.unproved, 1000);
    EXPECT_GT(answers.hopeless, 1000);
    EXPECT_GT(answers.shorter, 1000);
}

}  // namespace

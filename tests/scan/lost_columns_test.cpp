// Proofs that a piece of a row is lost in a cell of orientations, by themselves: none is wrong, and none gives up too early.

#include "kernels/lost_columns.h"

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

template <bool wide>
LostProof proof_of(const SetScan<double>& scan, const Question& question) {
    const RowPiece<double> piece{grid_coordinate(scan.x, question.near), grid_coordinate(scan.x, question.far),
                                 question.y_m, question.z_m};
    Ceilings<double, most_ceilings> ceilings;
    ceilings.length_m = lost_detail::length_of(piece);
    const LegCell<double>* const cells = scan.cells + node_number(scan.set, scan.tree, question.node) * leg_count;
    for (int i = 0; i < leg_count; ++i)
        add_ceilings<wide>(scan.bounds[i], cells[i], i, leg_bits(scan.limits, i), piece, ceilings);
    double xi[3];
    int limit;
    return prove_lost(ceilings, xi, limit);
}

bool some_sample_reaches(const SetScan<double>& scan, const Question& question) {
    const IndexBox box = samples_of(scan.set, scan.tree, question.node);
    for (int k = 0; k < samples_in(box); ++k) {
        const Matrix3<double> rotation = exact::rotation_at(scan.set, sample_in(box, k));
        const int way = question.far < question.near ? -1 : 1;
        for (int column = question.near;; column += way) {
            bool reached = true;
            for (int i = 0; i < leg_count && reached; ++i) {
                const Leg<double> leg = exact_leg_at(scan.legs[i], rotation);
                reached = exact_leg_within_limits(leg, exact_leg_row(leg, question.y_m, question.z_m),
                                                  grid_coordinate(scan.x, column));
            }
            if (reached) return true;
            if (column == question.far) break;
        }
    }
    return false;
}

/// How often each answer came.
struct Answers {
    int lost = 0, unproved = 0, hopeless = 0;
};

/// Random machines, sets, cells and pieces. Nothing lost is reached, and where a proof is hopeless so is every shorter one.
Answers ask(std::uint64_t machines) {
    Answers answers;
    for (std::uint64_t seed = 0; seed < machines; ++seed) {
        const RandomSetScan random(seed, WorkspaceKind::inclusive);
        const SetScan<double>& scan = random.scan();
        const auto proof_here = random.is_wide() ? proof_of<true> : proof_of<false>;
        Dice dice(seed);
        for (int asked = 0; asked < 20; ++asked) {
            const auto below = [&](std::int64_t count) {
                return static_cast<std::int64_t>(dice.between(0, 1) * static_cast<double>(count));
            };
            Question question{node_at(scan.set, scan.tree, below(random.nodes())),
                              grid_coordinate(scan.y, static_cast<int>(below(scan.y.count))),
                              grid_coordinate(scan.z, static_cast<int>(below(scan.z.count))),
                              static_cast<int>(below(scan.x.count)), static_cast<int>(below(scan.x.count))};
            if (samples_of(scan.set, scan.tree, question.node).empty()) continue;
            const LostProof proof = proof_here(scan, question);
            ++(proof == LostProof::lost       ? answers.lost
               : proof == LostProof::unproved ? answers.unproved
                                              : answers.hopeless);
            if (proof == LostProof::lost) {
                EXPECT_FALSE(some_sample_reaches(scan, question)) << "machine " << seed;
            }
            if (proof != LostProof::hopeless) continue;
            for (; question.far != question.near; question.far += question.far < question.near ? 1 : -1)
                EXPECT_NE(proof_here(scan, question), LostProof::lost) << "machine " << seed;
        }
    }
    return answers;
}

TEST(LostColumns, NothingLostIsReachedAndNothingHopelessIsProvedByLess) {
    const Answers answers = ask(3000);
    EXPECT_GT(answers.lost, 5000);
    EXPECT_GT(answers.unproved, 1000);
    EXPECT_GT(answers.hopeless, 1000);
}

}  // namespace

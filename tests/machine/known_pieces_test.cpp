// Pieces of rows and boxes of positions in which shared limits know the verdict. The exact test must agree everywhere,
// and the unknown rest of a row must be small.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include "src/machine/home_state.h"
#include "src/machine/shared/determinant_cubic.h"
#include "src/machine/shared/shared_limit.h"
#include "src/machine/shared/singularity_limit.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/random_leg_machines.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/random/random_vector.h"
#include "tests/support/rod_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// A machine with a pose near which to test it. Seven of eight have telescopic legs, real-valued or with small
/// integers, and cones or universal joints.
Machine random_machine(std::uint64_t seed, Pose& near) {
    if (seed % 2 == 0) {
        const Machine machine = (seed % 4 == 0 ? random_platform(seed) : integer_platform(seed)).machine;
        const TelescopicLegs& legs = machine.telescopic();
        near = machine.home ? *machine.home : Pose{{0, 0, (legs.min_length[0] + legs.max_length[0]) / 2}, {}};
        return machine;
    }
    using leg_oracle::Kind;
    const RandomLegMachine random = seed % 8 == 1
                                        ? random_leg_machine(seed % 16 == 1 ? Kind::slider : Kind::rotary, seed)
                                        : universal_leg_machine(Kind::telescopic, seed);
    near = pose_of(random.home);
    return rod_machine(random.machine, random.home);
}

/// Limits that some places near a pose keep and others do not.
PosedSharedLimits random_limits(std::uint64_t seed, Dice& dice, Pose& near, double& size_m) {
    Machine machine = random_machine(seed, near);
    if (!machine.home) machine.home = near;
    size_m = longest_leg_m(machine);
    const double diameter_m = size_m * dice.magnitude(1e-2, 0.4), free_m = size_m * dice.magnitude(1e-3, 0.3);
    machine.legs_apart = LegsApart{diameter_m, 0, dice.chance(0.4) ? 0 : free_m, {}};
    machine.singularity = SingularityLimit{true, dice.magnitude(1e-3, 0.5), {}, false, false};
    if (dice.chance(0.2)) machine.singularity->length = size_m * dice.magnitude(0.01, 10);
    near.orientation.yaw_rad += dice.between(-1.5, 1.5);
    return posed_shared_limits(machine, rotation_of(near.orientation, machine.orientation_order));
}

/// The known length of rows, and the number of rows in which the verdict changes.
struct PieceTally {
    double known_m = 0, all_m = 0;
    int rows = 0, changing = 0;
};

TEST(KnownPieces, OfRowsAreTheExactTestsVerdicts) {
    Dice dice(21);
    std::array<PieceTally, 3> tallies{};  // gaps, sign, conditioning
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        Pose near;
        double size_m = 0;
        const PosedSharedLimits limits = random_limits(seed, dice, near, size_m);
        for (std::size_t k = 0; k < limits.size(); ++k) {
            PieceTally& tally = tallies[k + 2 < limits.size() ? 0 : k + 3 - limits.size()];
            const Vector p = near.position_m + random_vector(dice, 0.3 * size_m);
            const double length_m = size_m * dice.magnitude(1e-3, 2);
            const PositionRow row{p.x - length_m / 2, p.x + length_m / 2, p.y, p.z, length_m / 500};
            const double doubt_m = limits[k]->doubt_m(std::sqrt(dot(p, p)) + length_m);
            std::vector<KnownPiece> pieces;
            limits[k]->append_pieces(row, doubt_m, pieces);
            ASSERT_FALSE(pieces.empty());
            EXPECT_EQ(pieces.back().to_m, row.to_m);
            double from_m = row.from_m;
            bool first_kept = limits[k]->keeps(p), changes = false;
            for (const KnownPiece& piece : pieces) {
                ASSERT_GE(piece.to_m, from_m) << "seed " << seed;
                const double piece_m = piece.to_m - from_m;
                tally.all_m += piece_m / length_m;
                if (piece.known != Known::nothing) {
                    tally.known_m += piece_m / length_m;
                    const bool kept = piece.known == Known::kept;
                    changes = changes || kept != first_kept;
                    for (int ask = 0; ask < 12; ++ask) {
                        // An end, the double next to an end, or any place in between.
                        const double x_m = ask == 0   ? from_m
                                           : ask == 1 ? piece.to_m
                                           : ask == 2 ? std::nextafter(from_m, piece.to_m)
                                                      : dice.between(from_m, piece.to_m);
                        EXPECT_EQ(limits[k]->keeps(row.at(x_m)), kept) << "seed " << seed << ", limit " << k;
                    }
                }
                from_m = piece.to_m;
            }
            ++tally.rows;
            tally.changing += changes ? 1 : 0;
        }
    }
    for (const PieceTally& tally : tallies) {
        EXPECT_GT(tally.known_m, 0.6 * tally.all_m) << "rows of which nothing is known are right, too";
        EXPECT_GT(tally.changing, tally.rows / 50);
    }
}

TEST(KnownPieces, OfBoxesAreTheExactTestsVerdicts) {
    Dice dice(22);
    std::array<int, 3> known{}, boxes{};
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        Pose near;
        double size_m = 0;
        const PosedSharedLimits limits = random_limits(seed, dice, near, size_m);
        for (std::size_t k = 0; k < limits.size(); ++k) {
            const Vector p = near.position_m + random_vector(dice, 0.3 * size_m);
            const double half_m = size_m * dice.magnitude(1e-3, 0.2);
            const Vector half{half_m, half_m * dice.between(0, 1), half_m * dice.between(0, 1)};
            const double doubt_m = limits[k]->doubt_m(std::sqrt(dot(p, p)) + 2 * half_m);
            const Known found = limits[k]->in_box(p - half, p + half, doubt_m);
            ++boxes[static_cast<std::size_t>(found)];
            const std::size_t kind = k + 2 < limits.size() ? 0 : k + 3 - limits.size();
            if (found == Known::nothing) continue;
            ++known[kind];
            for (unsigned ask = 0; ask < 24; ++ask) {
                const auto within = [&](double middle, double by, unsigned bit) {
                    if (ask >= 8) return dice.between(middle - by, middle + by);
                    return (ask >> bit & 1U) != 0 ? middle + by : middle - by;
                };
                const double x = within(p.x, half.x, 0), y = within(p.y, half.y, 1), z = within(p.z, half.z, 2);
                EXPECT_EQ(limits[k]->keeps({x, y, z}), found == Known::kept) << "seed " << seed << ", limit " << k;
            }
        }
    }
    for (const int many : known) EXPECT_GT(many, 200);
    for (const int many : boxes) EXPECT_GT(many, 100);
}

/// Rows whose conditioning is on one side of the required value at the ends and on the other side in between.
TEST(KnownPieces, OfRowsWhoseConditioningDipsOrRisesBetween) {
    Dice dice(24);
    std::array<int, 2> rows{};
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        Machine machine = random_platform(seed).machine;
        const double size_m = longest_leg_m(machine);
        const Orientation turn{dice.between(-0.3, 0.3), dice.between(-0.3, 0.3), dice.between(-1, 1)};
        const Rotation turned = rotation_of(turn, machine.orientation_order);
        const PosedJacobian jacobian(machine, turned);
        const Vector p = random_vector(dice, 0.1 * size_m) + Vector{0, 0, 0.7 * size_m};
        const PositionRow row{p.x - size_m / 2, p.x + size_m / 2, p.y, p.z, size_m / 400};
        const auto conditioning = [&](double x_m) { return std::abs(jacobian.at(row.at(x_m)).conditioning()); };
        const double from = conditioning(row.from_m), to = conditioning(row.to_m);
        double least = std::min(from, to), most = std::max(from, to);
        for (int k = 1; k < 100; ++k) {
            const double here = conditioning(row.from_m + k * 0.01 * size_m);
            least = std::min(least, here), most = std::max(most, here);
        }
        for (const bool dips : {true, false}) {
            const double end = dips ? std::min(from, to) : std::max(from, to), between = dips ? least : most;
            if (std::abs(between - end) < 0.003) continue;
            ++rows[dips ? 0 : 1];
            machine.singularity = SingularityLimit{false, between + 0.1 * (end - between), {}, false, false};
            const auto limit = posed_shared_limits(machine, turned).front();
            std::vector<KnownPiece> pieces;
            limit->append_pieces(row, limit->doubt_m(2 * size_m), pieces);
            double from_m = row.from_m;
            for (const KnownPiece& piece : pieces) {
                for (double x_m = from_m; piece.known != Known::nothing && x_m < piece.to_m; x_m += 0.002 * size_m)
                    EXPECT_EQ(limit->keeps(row.at(x_m)), piece.known == Known::kept) << seed;
                from_m = piece.to_m;
            }
        }
    }
    for (const int many : rows) EXPECT_GT(many, 10);
}

/// The determinant of the matrix itself, by elimination.
double plain_determinant(const TelescopicRows& rows, const Vector& p) {
    Eigen::Matrix<double, 6, 6> matrix;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector l = p + rows.offsets_m[i], turn = cross(rows.arms[i], l);
        matrix.row(static_cast<Eigen::Index>(i)) << l.x, l.y, l.z, turn.x, turn.y, turn.z;
    }
    return matrix.determinant();
}

TEST(DeterminantCubic, IsTheDeterminant) {
    Dice dice(23);
    double widest = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const Machine machine = random_platform(seed).machine;
        const double size_m = longest_leg_m(machine);
        const Orientation turn{dice.between(-1, 1), dice.between(-1, 1), dice.between(-3, 3)};
        const auto rows =
            PosedJacobian(machine, rotation_of(turn, machine.orientation_order)).telescopic_rows().value();
        const DeterminantCubic cubic(rows.offsets_m, rows.arms);
        for (int k = 0; k < 10; ++k) {
            const Vector p = random_vector(dice, 2 * size_m);
            const double half_m = size_m * dice.magnitude(1e-3, 0.1);
            const Vector half{half_m, half_m, half_m};
            const double expected = plain_determinant(rows, p), noise = cubic.noise(std::sqrt(dot(p, p)));
            EXPECT_NEAR(cubic.values().along_row(p.y, p.z).at(p.x), expected, 1e-3 * noise) << seed;
            const auto [middle, spread] = cubic.values().in_box(p, half);
            EXPECT_NEAR(middle, expected, 1e-3 * noise) << seed;
            widest = std::max(widest, spread / noise);
            for (const double x : {-half.x, half.x}) {
                const Vector corner = p + Vector{x, half.y, -half.z};
                EXPECT_LE(std::abs(plain_determinant(rows, corner) - middle), spread + 1e-3 * noise) << seed;
            }
        }
    }
    EXPECT_GT(widest, 1e6);
}

}  // namespace

// Singularities as a limit. Compares with closed forms and with Eigen's decomposition of a matrix that the test makes
// itself. Checks that a clearance is right about the positions around.

#include "src/machine/shared/singularity_limit.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <Eigen/SVD>
#include <gtest/gtest.h>

#include "src/base/vector_level.h"
#include "src/machine/home_state.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/machine_diagnosis.h"
#include "src/machine/shared/singularity.h"
#include "tests/support/random/any_machine.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_vector.h"
#include "tests/support/upright_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using std::numbers::pi;

/// The determinant of the rows (l, R b x l), computed by Eigen from a matrix that the test makes itself.
double plain_determinant(const Machine& machine, const Pose& pose) {
    Eigen::Matrix<double, 6, 6> rows;
    const Eigen::Matrix3d turn = (Eigen::AngleAxisd(pose.orientation.yaw_rad, Eigen::Vector3d::UnitZ()) *
                                  Eigen::AngleAxisd(pose.orientation.pitch_rad, Eigen::Vector3d::UnitY()) *
                                  Eigen::AngleAxisd(pose.orientation.roll_rad, Eigen::Vector3d::UnitX()))
                                     .toRotationMatrix();
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector &a = machine.base.points_m[i], &b = machine.platform.points_m[i], &p = pose.position_m;
        const Eigen::Vector3d arm = turn * Eigen::Vector3d(b.x, b.y, b.z);
        const Eigen::Vector3d l = Eigen::Vector3d(p.x, p.y, p.z) + arm - Eigen::Vector3d(a.x, a.y, a.z);
        rows.row(static_cast<Eigen::Index>(i)) << l.transpose(), arm.cross(l).transpose();
    }
    return rows.determinant();
}

/// For each limit of a machine at an orientation, whether it keeps a position.
std::vector<bool> kept(const Machine& machine, const Pose& pose) {
    PosedSharedLimits limits;
    singularity_limits.append_posed(machine, rotation_of(pose.orientation, machine.orientation_order), limits);
    std::vector<bool> kept;
    for (const auto& limit : limits) kept.push_back(limit->keeps(pose.position_m));
    return kept;
}

/// The published closed form is det = C z^3 cos psi, wherever the platform is.
TEST(SingularityLimit, OfParallelHexagonsIsAtAQuarterTurn) {
    Machine machine = parallel_hexagons();
    machine.singularity = SingularityLimit{};
    Dice dice(3);
    for (int k = 0; k < 50; ++k) {
        const double x = dice.between(-1, 1), y = dice.between(-1, 1), z = dice.between(0.3, 2),
                     yaw = dice.between(-3, 3);
        const double expected = 0.8804248442487 * z * z * z * std::cos(yaw);
        EXPECT_NEAR(std::abs(plain_determinant(machine, {{x, y, z}, {0, 0, yaw}})), std::abs(expected), 1e-11);
        const PosedJacobian jacobian(machine, rotation_of({0, 0, yaw}, machine.orientation_order));
        if (std::abs(std::cos(yaw)) < 1e-6) continue;
        EXPECT_EQ(jacobian.at({x, y, z}).conditioning() > 0, std::cos(yaw) > 0) << yaw;
        EXPECT_EQ(kept(machine, {{x, y, z}, {0, 0, yaw}}), std::vector<bool>{std::cos(yaw) > 0}) << yaw;
    }
    const PosedJacobian singular(machine, rotation_of({0, 0, pi / 2}, machine.orientation_order));
    EXPECT_NEAR(singular.at({0.2, -0.1, 1.1}).conditioning(), 0, 1e-12);
}

TEST(SingularityLimit, OfPublishedArmsHasTheirConditioning) {
    Machine machine = parallel_hexagons();
    RotaryLegs legs;
    legs.arm.fill(50);
    legs.rod.fill(200);
    legs.angle_from.fill(-pi);
    legs.angle_to.fill(pi);
    legs.has_azimuth = true;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double deg = pi / 180, k = static_cast<double>(i / 2), side = i % 2 == 0 ? -1 : 1;
        const double base = (120 * k + 15 * side) * deg, platform = (120 * k + 45 * side) * deg;
        legs.azimuth[i] = base;
        machine.base.points_m[i] = {100 * std::cos(base), 100 * std::sin(base), 0};
        machine.platform.points_m[i] = {50 * std::cos(platform), 50 * std::sin(platform), 0};
    }
    legs.settle();
    machine.legs = legs;
    machine.home = Pose{{0, 0, 200}, {}};
    EXPECT_NEAR(characteristic_length_m(machine), 50, 1e-9);
    const PosedJacobian jacobian(machine, rotation_of({}, machine.orientation_order));
    EXPECT_NEAR(jacobian.at({0, 0, 200}).conditioning(), .26453348713, 1e-10);
    machine.singularity = SingularityLimit{};
    machine.singularity->min_conditioning = .2645334;
    EXPECT_EQ(kept(machine, *machine.home), (std::vector<bool>{true, true}));
    machine.singularity->min_conditioning = .2645335;
    EXPECT_EQ(kept(machine, *machine.home), (std::vector<bool>{true, false}));
}

/// Equals the whole machine's condition number, which is computed from other numbers in another way.
TEST(SingularityLimit, HasTheConditionOfThePose) {
    Dice dice(11);
    int told = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Pose pose;
        Machine machine = any_machine(seed, pose);
        machine.home = pose;
        pose.position_m = pose.position_m + random_vector(dice, 0.1 * longest_leg_m(machine));
        const auto shapes = leg_shapes(machine, pose);
        bool closes = true;
        for (const LegShape& shape : shapes) closes = closes && shape.closes;
        const Conditioning state = conditioning(machine, pose);
        if (!closes || state.rank < 6 || state.condition > 1e6) continue;
        ++told;
        const PosedJacobian jacobian(machine, rotation_of(pose.orientation, machine.orientation_order));
        const double found = jacobian.at(pose.position_m).conditioning();
        EXPECT_NEAR(std::abs(found), 1 / state.condition, 1e-9) << seed;
        const double here = determinant(machine, pose), home = determinant(machine, *machine.home);
        if (conditioning(machine, *machine.home).rank == 6) {
            EXPECT_EQ(found > 0, (here > 0) == (home > 0)) << seed;
        }
    }
    EXPECT_GT(told, 100);
}

TEST(SingularityLimit, AClearanceHoldsForAllPositionsAround) {
    Dice dice(13);
    std::array<int, 3> told{};
    std::array<int, 2> verdicts{};
    for (std::uint64_t seed = 0; seed < 900; ++seed) {
        Pose near;
        Machine machine = any_machine(seed, near);
        if (!machine.home) machine.home = near;
        machine.singularity = SingularityLimit{true, dice.magnitude(1e-3, 0.5), {}, false, false};
        if (!singularity_limit_problem(machine).empty()) continue;
        const double size_m = longest_leg_m(machine);
        PosedSharedLimits limits;
        singularity_limits.append_posed(machine, rotation_of(near.orientation, machine.orientation_order), limits);
        ASSERT_EQ(limits.size(), 2U);
        const Vector p = near.position_m + random_vector(dice, 0.2 * size_m);
        for (const auto& limit : limits) {
            const double clearance_m = limit->clearance_m(p);
            const double sure_m = std::abs(clearance_m) - limit->doubt_m(std::sqrt(dot(p, p)) + size_m);
            if (!(sure_m > 0)) continue;
            EXPECT_EQ(limit->keeps(p), clearance_m > 0) << "seed " << seed;
            told[seed % 3] += sure_m > 1e-3 * size_m ? 1 : 0;
            ++verdicts[limit->keeps(p) ? 0 : 1];
            for (int k = 0; k < 20; ++k) {
                const Vector q = p + scaled(direction(random_vector(dice, 1)), sure_m * (k % 2 == 0 ? 1 : 0.7));
                EXPECT_EQ(limit->keeps(q), limit->keeps(p)) << "seed " << seed;
            }
        }
    }
    for (const int many : told) EXPECT_GT(many, 10) << "clearances that say nothing are right, too";
    EXPECT_GT(verdicts[0], 200);
    EXPECT_GT(verdicts[1], 50);
}

/// Near a pose at which all singular values are equal, steps of an iteration for the smallest one can end beyond it.
TEST(SingularityLimit, OfARowIsThatOfItsPositionsNearEqualSingularValues) {
    constexpr std::array<Vector, leg_count> arms{{{0, 0, 1}, {0, 0, -1}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}}};
    constexpr std::array<Vector, leg_count> legs{{{2, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 2, 0}, {0, 0, 2}, {0, 0, 2}}};
    Machine machine = machine_without_joints();
    for (std::size_t i = 0; i < leg_count; ++i) {
        machine.platform.points_m[i] = arms[i];
        machine.base.points_m[i] = arms[i] - legs[i];
    }
    machine.home = Pose{};
    machine.singularity = SingularityLimit{true, 0.5, 1.0, false, false};
    const PosedJacobian jacobian(machine, rotation_of({}, machine.orientation_order));
    Dice dice(18);
    for (std::size_t seed = 0; seed < 300; ++seed) {
        const Vector p = random_vector(dice, dice.magnitude(1e-9, 0.3));
        const double step_m = dice.magnitude(1e-10, 1e-3);
        std::vector<double> x_m;
        for (int k = 0; k < 101; ++k) x_m.push_back(p.x + step_m * (k - 50));
        const RowPositions row{x_m, seed % 2 == 0 ? 0 : p.y, seed % 2 == 0 ? 0 : p.z};
        std::vector<float> found(x_m.size());
        jacobian.put_conditionings(row, found);
        for (std::size_t c = 0; c < x_m.size(); ++c)
            ASSERT_EQ(found[c], static_cast<float>(jacobian.at(row.at(c)).conditioning()))
                << "seed " << seed << " column " << c;
    }
}

/// A whole row is computed in vector lanes. Its numbers have the bits of single positions, and its verdicts are theirs.
TEST(SingularityLimit, OfARowIsThatOfItsPositions) {
    Dice dice(17);
    std::array<std::array<int, 2>, 3> told{};
    std::vector<VectorLevel> levels{VectorLevel::baseline};
    for (const VectorLevel level : {VectorLevel::avx2, VectorLevel::avx512})
        if (level <= highest_vector_level()) levels.push_back(level);
    const auto seeds = how_many_seeds(300);
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        use_vector_level(levels[seed % levels.size()]);
        Pose near;
        Machine machine = any_machine(seed, near);
        if (!machine.home) machine.home = near;
        machine.singularity = SingularityLimit{true, dice.magnitude(1e-3, 0.5), {}, false, false};
        if (dice.chance(0.2)) machine.singularity->length = longest_leg_m(machine) * dice.magnitude(0.01, 10);
        if (!singularity_limit_problem(machine).empty()) continue;
        const Rotation turned = rotation_of(near.orientation, machine.orientation_order);
        const Vector p = near.position_m + random_vector(dice, 0.2 * longest_leg_m(machine));
        const double length_m = longest_leg_m(machine) * dice.magnitude(1e-6, 4);
        std::vector<double> x_m;
        for (int k = 0; k < 101; ++k) x_m.push_back(p.x + length_m * (k - 50) / 100);
        const RowPositions row{x_m, p.y, p.z};
        const PosedJacobian jacobian(machine, turned);
        std::vector<float> found(x_m.size());
        jacobian.put_conditionings(row, found);
        PosedSharedLimits limits;
        singularity_limits.append_posed(machine, turned, limits);
        for (std::size_t c = 0; c < x_m.size(); ++c)
            ASSERT_EQ(std::bit_cast<std::uint32_t>(found[c]),
                      std::bit_cast<std::uint32_t>(static_cast<float>(jacobian.at(row.at(c)).conditioning())))
                << "seed " << seed << " column " << c;
        for (std::size_t k = 0; k < limits.size(); ++k) {
            std::vector<std::uint8_t> kept(x_m.size());
            if (k == 0)
                jacobian.keep_sign(row, kept);
            else
                jacobian.keep_conditioning(row, machine.singularity->min_conditioning, kept);
            for (std::size_t c = 0; c < x_m.size(); ++c) {
                ASSERT_EQ(kept[c] != 0, limits[k]->keeps(row.at(c))) << "seed " << seed << " column " << c;
                ++told[seed % 3][kept[c] != 0 ? 1 : 0];
            }
        }
    }
    use_vector_level(highest_vector_level());
    if (asks_few()) return;
    for (const auto& of_kind : told)
        for (const int many : of_kind) EXPECT_GT(many, 300);
}

TEST(SingularityLimit, IsAskedOfMachinesWhoseHomeIsNone) {
    Machine machine = parallel_hexagons();
    machine.singularity = SingularityLimit{};
    EXPECT_EQ(singularity_limit_problem(machine), "");
    machine.home->orientation.yaw_rad = pi / 2;
    EXPECT_NE(singularity_limit_problem(machine).find("home has rank 5 of 6"), std::string::npos)
        << singularity_limit_problem(machine);
    machine.home.reset();
    EXPECT_NE(singularity_limit_problem(machine).find("needs a home pose"), std::string::npos);
    machine.singularity->avoid = false;
    EXPECT_EQ(singularity_limit_problem(machine), "");
}

}  // namespace

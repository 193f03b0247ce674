// The stiffness of platforms on springs. Compares it with the energy of springs whose elongations are differentiated
// numerically, and with machines calculated by hand. Checks that clearances and kernels' verdicts are right about the
// positions around.

#include "src/machine/shared/posed_stiffness.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <gtest/gtest.h>

#include "src/machine/home_state.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/machine.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/random_vector.h"
#include "tests/support/random/shared_limits_machine.h"
#include "tests/support/upright_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

using Energy = Eigen::Matrix<double, 6, 6>;

/// The elongation of a leg's spring after a motion of its platform joint: the angle of a motor, or the length of a leg
/// or of a rod whose foot stays where it is.
double elongation(const Machine& machine, std::size_t leg, const Pose& pose, const Vector& moved_m) {
    const Pose there{pose.position_m + moved_m, pose.orientation};
    const LegShape here = leg_shapes(machine, pose)[leg], shape = leg_shapes(machine, there)[leg];
    if (have_arms(machine.legs) || machine.is_telescopic()) return shape.value - here.value;
    const Vector joint_m =
        there.position_m + rotation_of(pose.orientation, machine.orientation_order)(machine.platform.points_m[leg]);
    return length_of(joint_m - machine.base.points_m[leg] - here.foot_m);
}

/// The gradient of the elongation, by differences of fourth order.
Vector gradient(const Machine& machine, std::size_t leg, const Pose& pose) {
    const double step_m = 3e-5 * longest_leg_m(machine);
    const auto along = [&](const Vector& axis) {
        const auto at = [&](double steps) { return elongation(machine, leg, pose, scaled(axis, steps * step_m)); };
        return (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * step_m);
    };
    return {along({1, 0, 0}), along({0, 1, 0}), along({0, 0, 1})};
}

/// The matrix H of the energy x' H x / 2 of a motion x of the platform: the velocity of the tool, and the rotation
/// times the longest leg.
Energy energy_of(const Machine& machine, const Pose& pose) {
    Energy energy = Energy::Zero();
    const Rotation turned = rotation_of(pose.orientation, machine.orientation_order);
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        const Vector moved = gradient(machine, leg, pose);
        const Vector turns = scaled(cross(turned(machine.platform.points_m[leg]), moved), 1 / longest_leg_m(machine));
        Eigen::Matrix<double, 6, 1> row;
        row << moved.x, moved.y, moved.z, turns.x, turns.y, turns.z;
        energy += machine.stiffness->of_legs[leg] * row * row.transpose();
    }
    return energy;
}

/// The least eigenvalue of the Schur complement of the rotations.
double least_stiffness(const Energy& energy) {
    const Eigen::Matrix3d moves = energy.topLeftCorner<3, 3>(), both = energy.topRightCorner<3, 3>(),
                          turns = energy.bottomRightCorner<3, 3>();
    const Eigen::Matrix3d schur = moves - both * turns.inverse() * both.transpose();
    return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(schur).eigenvalues()(0);
}

double displacement(const Machine& machine, const Pose& pose, const Energy& energy) {
    const Vector force_n = vector_of(machine.load->force);
    const Rotation turned = rotation_of(pose.orientation, machine.orientation_order);
    const Vector torque_nm = vector_of(machine.load->torque) + cross(turned(vector_of(machine.load->at)), force_n);
    Eigen::Matrix<double, 6, 1> wrench;
    const double over_m = 1 / longest_leg_m(machine);
    wrench << force_n.x, force_n.y, force_n.z, torque_nm.x * over_m, torque_nm.y * over_m, torque_nm.z * over_m;
    return energy.fullPivLu().solve(wrench).head<3>().norm();
}

/// A random machine with the stiffness of its legs, and a pose near home.
struct StiffCase {
    Dice dice;
    Pose pose;
    Sort sort{};
    Machine machine;

    explicit StiffCase(std::uint64_t seed) : dice(seed + 900) {
        machine = with_legs_limits_alone(random_machine(seed, dice, pose, sort, 0));
        machine.stiffness.emplace();
        const double soft = dice.magnitude(1e3, 1e6);
        for (double& of_leg : machine.stiffness->of_legs) of_leg = soft * dice.magnitude(1, 30);
        machine.load = random_load(longest_leg_m(machine), sort == Sort::rotary, dice);
        pose.position_m = pose.position_m + random_vector(dice, 0.01 * longest_leg_m(machine));
    }
    PosedStiffness posed() const { return {machine, rotation_of(pose.orientation, machine.orientation_order)}; }
    bool closes() const { return std::ranges::all_of(leg_shapes(machine, pose), &LegShape::closes); }
};

TEST(Stiffness, IsThatOfTheEnergyOfSprings) {
    std::array<int, 3> compared{};
    for (std::uint64_t seed = 0; seed < 1200; ++seed) {
        const StiffCase of(seed);
        const PosedStiffness posed = of.posed();
        const double least = posed.least_n_per_m(of.pose.position_m);
        const double moved_m = posed.displacement_m(of.pose.position_m);
        EXPECT_EQ(least > 0, std::isfinite(moved_m)) << seed;
        if (!of.closes()) {
            EXPECT_EQ(least, 0) << seed;
            continue;
        }
        const Energy energy = energy_of(of.machine, of.pose);
        // The differences lose digits near the edges of a rod's reach and near singularities.
        const double condition = Eigen::SelfAdjointEigenSolver<Energy>(energy).eigenvalues()(0) / energy.norm();
        if (!(condition > 1e-6) || !energy.allFinite()) continue;
        ++compared[static_cast<std::size_t>(of.sort)];
        EXPECT_NEAR(least, least_stiffness(energy), 1e-4 * least) << seed;
        EXPECT_NEAR(moved_m, displacement(of.machine, of.pose, energy), 1e-4 * moved_m) << seed;
    }
    for (const int many : compared) EXPECT_GT(many, 30);
}

/// Two parallel legs along each axis. In each direction two legs push, and their moments cancel.
TEST(Stiffness, OfTwoParallelLegsInEachDirectionIsTwice) {
    Machine machine = machine_without_joints();
    const double half_m = 0.25, length_m = 2;
    const std::array<Vector, 3> axes{Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}};
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector &along = axes[i / 2], &beside = axes[(i / 2 + 1) % 3];
        machine.platform.points_m[i] = scaled(beside, i % 2 == 0 ? half_m : -half_m);
        machine.base.points_m[i] = machine.platform.points_m[i] - scaled(along, length_m);
    }
    machine.stiffness = Stiffness{{3e6, 3e6, 2e6, 2e6, 5e6, 5e6}};
    machine.load = Load{.force = {60, 0, 0}};
    const PosedStiffness posed(machine, rotation_of({}, machine.orientation_order));
    EXPECT_NEAR(posed.least_n_per_m({0, 0, 0}), 4e6, 1e-6);
    EXPECT_NEAR(posed.displacement_m({0, 0, 0}), 60 / 6e6, 1e-17);
    machine.load->torque = {7, 8, 9};
    const PosedStiffness twisted(machine, rotation_of({}, machine.orientation_order));
    EXPECT_NEAR(twisted.displacement_m({0, 0, 0}), 60 / 6e6, 1e-17) << "a torque only turns this platform";
}

/// A force along the axis of a symmetric machine: six legs with the same angle to it.
TEST(Stiffness, OfASymmetricMachineIsThatByHand) {
    Machine machine = parallel_hexagons();
    const double of_leg = 1e6, length_m = leg_shapes(machine, *machine.home)[0].value, cosine = 1 / length_m;
    machine.stiffness.emplace().of_legs.fill(of_leg);
    machine.load = Load{.force = {0, 0, -500}};
    const PosedStiffness posed(machine, rotation_of({}, machine.orientation_order));
    EXPECT_NEAR(posed.displacement_m({0, 0, 1}), 500 / (6 * of_leg * cosine * cosine), 1e-12);
    machine.stiffness->of_legs.fill(10 * of_leg);
    const PosedStiffness stiffer(machine, rotation_of({}, machine.orientation_order));
    EXPECT_NEAR(stiffer.least_n_per_m({0, 0, 1}), 10 * posed.least_n_per_m({0, 0, 1}), 1e-3);
}

TEST(Stiffness, IsNoneWhereLegsAreSingular) {
    Machine machine = parallel_hexagons();
    machine.stiffness.emplace().of_legs.fill(1e6);
    machine.load = Load{.force = {0, 0, -500}};
    for (const Pose& pose : {Pose{{0, 0, 0}, {}}, Pose{{0, 0, 1}, {0, 0, std::numbers::pi / 2}}}) {
        const PosedStiffness posed(machine, rotation_of(pose.orientation, machine.orientation_order));
        EXPECT_EQ(posed.least_n_per_m(pose.position_m), 0);
        EXPECT_TRUE(std::isinf(posed.displacement_m(pose.position_m)));
        EXPECT_EQ(posed.clearance_m(pose.position_m, 1), 0);
    }
    machine.platform.points_m = machine.base.points_m;
    const PosedStiffness without(machine, rotation_of({}, machine.orientation_order));
    EXPECT_EQ(without.least_n_per_m({0, 0, 0}), 0) << "legs without length";
}

TEST(Stiffness, AClearanceHoldsForAllPositionsAround) {
    std::array<int, 3> told{};
    std::array<int, 2> verdicts{};
    for (std::uint64_t seed = 0; seed < 1200; ++seed) {
        StiffCase of(seed);
        const PosedStiffness posed = of.posed();
        const Vector& p = of.pose.position_m;
        const double size_m = longest_leg_m(of.machine), here = posed.least_n_per_m(p);
        const double least = std::max(1.0, here) * of.dice.magnitude(0.3, 3);
        const double clearance_m = posed.clearance_m(p, least);
        const double sure_m = std::abs(clearance_m) - posed.doubt_m(length_of(p) + size_m);
        if (!(sure_m > 0)) continue;
        EXPECT_EQ(here >= least, clearance_m > 0) << seed;
        told[static_cast<std::size_t>(of.sort)] += sure_m > 1e-5 * size_m ? 1 : 0;
        ++verdicts[clearance_m > 0 ? 0 : 1];
        for (int k = 0; k < 20; ++k) {
            const Vector q = p + scaled(direction(random_vector(of.dice, 1)), sure_m * (k % 2 == 0 ? 1 : 0.7));
            EXPECT_EQ(posed.least_n_per_m(q) >= least, clearance_m > 0) << seed;
        }
    }
    for (const int many : told) EXPECT_GT(many, 25) << "clearances that say nothing are right, too";
    for (const int many : verdicts) EXPECT_GT(many, 50);
}

TEST(Stiffness, AKernelsVerdictOfABoxHoldsForItsPositions) {
    std::array<int, 3> verdicts{};
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        StiffCase of(seed);
        const PosedStiffness posed = of.posed();
        const Vector& p = of.pose.position_m;
        const double size_m = longest_leg_m(of.machine), least = posed.least_n_per_m(p) * of.dice.magnitude(0.5, 2);
        if (!(least > 0)) continue;
        const StiffnessForm form{posed.legs(), std::sqrt(least), posed.doubt_m(length_of(p) + size_m)};
        const double half_m = of.dice.chance(0.2) ? 0 : size_m * of.dice.magnitude(1e-5, 1e-2);
        const Known known = form.in_box(p, {half_m, half_m, half_m});
        ++verdicts[static_cast<std::size_t>(known)];
        for (int k = 0; k < 30 && known != Known::nothing; ++k) {
            const auto off = [&] { return half_m * of.dice.between(-1, 1); };
            const double there = posed.least_n_per_m(p + Vector{off(), off(), off()});
            EXPECT_EQ(there >= least, known == Known::kept) << seed;
        }
    }
    for (const int many : verdicts) EXPECT_GT(many, 40);
}

TEST(Stiffness, RejectsValuesThatAreNotAboveZero) {
    const AnyLegs legs = machine_without_joints().legs;
    for (const double wrong : {0.0, -1.0, 1e16, std::numeric_limits<double>::quiet_NaN()}) {
        Stiffness stiffness{{1, 1, wrong, 1, 1, 1}};
        ASSERT_TRUE(stiffness_problem(stiffness, legs)) << wrong;
        EXPECT_EQ(stiffness_problem(stiffness, legs)->key, "legs.stiffness[2]");
    }
    EXPECT_EQ(stiffness_problem(Stiffness{{1, 1, 1, 1, 1, 1}, -1}, legs)->key, "legs.min_stiffness");
    EXPECT_FALSE(stiffness_problem(Stiffness{{1, 1, 1, 1, 1, 1}, 5}, legs));
}

}  // namespace

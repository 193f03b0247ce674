// Forces in the legs under a load. Compares a symmetric machine with a calculation by hand, and equilibrium with the
// test's own solution from first principles. Checks that a clearance is right about the positions around.

#include "src/machine/shared/force_limit.h"
#include "src/files/platform_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "src/machine/home_state.h"
#include "src/machine/limits.h"
#include "src/machine/machine_diagnosis.h"
#include "src/machine/shared/leg_forces.h"
#include "src/machine/shared/singularity.h"
#include "src/scan/platform.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/random_leg_machines.h"
#include "tests/support/random/random_vector.h"
#include "tests/support/rod_machine.h"
#include "tests/support/upright_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using leg_oracle::Kind;
using leg_oracle::Point;

std::array<double, 3> random_components(Dice& dice, double size) {
    const Vector v = random_vector(dice, size);
    return {v.x, v.y, v.z};
}

Machine case_study_with(const Load& load) {
    Machine machine = built_in_platform().machine;
    machine.load = load;
    return machine;
}

PosedForces::Forces forces_at_home(const Machine& machine) {
    return PosedForces(machine, rotation_of(machine.home->orientation, machine.orientation_order))
        .at(machine.home->position_m);
}

/// Six legs with equal tilt share a weight: each carries a sixth, divided by the cosine of its tilt.
TEST(LegForces, OfASymmetricMachineAreThoseByHand) {
    const Machine machine = case_study_with({.force = {0, 0, -600}});
    const double height_m = machine.home->position_m.z;
    const auto shapes = leg_shapes(machine, *machine.home);
    const PosedForces::Forces forces = forces_at_home(machine);
    ASSERT_TRUE(forces.hold);
    for (std::size_t i = 0; i < leg_count; ++i)
        EXPECT_NEAR(forces.rod_n[i], 100 * shapes[i].value / height_m, 1e-9) << i;
}

/// A torque about the vertical axis: legs that lean one way push, and their neighbours pull equally.
TEST(LegForces, OfATwistAlternate) {
    const PosedForces::Forces forces = forces_at_home(case_study_with({.torque = {0, 0, 50}}));
    for (std::size_t i = 0; i < leg_count; ++i) {
        EXPECT_NEAR(forces.rod_n[i], (i % 2 == 0 ? 1 : -1) * forces.rod_n[0], 1e-9);
        EXPECT_GT(std::abs(forces.rod_n[i]), 1);
    }
}

// ---- the oracle ----------------------------------------------------------------------------------------------------

using Column = std::array<long double, 6>;

/// Gaussian elimination with the largest pivot first.
Column eliminated(std::array<Column, 6> rows, Column right) {
    for (std::size_t k = 0; k < 6; ++k) {
        std::size_t pivot = k;
        for (std::size_t i = k; i < 6; ++i)
            if (std::abs(rows[i][k]) > std::abs(rows[pivot][k])) pivot = i;
        std::swap(rows[k], rows[pivot]);
        std::swap(right[k], right[pivot]);
        for (std::size_t i = 0; i < 6; ++i) {
            const long double factor = i == k ? 0 : rows[i][k] / rows[k][k];
            for (std::size_t j = k; j < 6; ++j) rows[i][j] -= factor * rows[k][j];
            right[i] -= factor * right[k];
        }
    }
    for (std::size_t k = 0; k < 6; ++k) right[k] /= rows[k][k];
    return right;
}

Point minus(const Point& a, const Point& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Point plus(const Point& a, const Point& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Point crossed(const Point& a, const Point& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
double product(const Point& a, const Point& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

struct OracleForces {
    PerLeg rod_n, servo_nm;
    bool exist = true;
};

/// The sums of forces and of moments about the base frame's origin are zero.
OracleForces oracle_forces(const leg_oracle::Machine& machine, const leg_oracle::Pose& pose, const Load& load) {
    OracleForces found{};
    std::array<Column, 6> rows{};
    std::array<Point, 6> tips{}, along{};
    for (std::size_t i = 0; i < 6; ++i) {
        const leg_oracle::Leg& leg = machine.legs[i];
        const Point joint = plus({pose.x, pose.y, pose.z}, leg_oracle::rotated(leg.platform, pose, machine.order));
        tips[i] = leg.base;
        if (leg.kind != Kind::telescopic) {
            const leg_oracle::LegState state = leg_oracle::leg_state(machine, static_cast<int>(i), pose);
            found.exist = found.exist && state.exists;
            tips[i] = state.tip;
        }
        const Point rod = minus(joint, tips[i]);
        const double length = std::sqrt(product(rod, rod));
        along[i] = {rod.x / length, rod.y / length, rod.z / length};
        const Point moment = crossed(joint, along[i]);
        const std::array column{along[i].x, along[i].y, along[i].z, moment.x, moment.y, moment.z};
        for (std::size_t k = 0; k < 6; ++k) rows[k][i] = column[k];
    }
    const auto point = [](const std::array<double, 3>& v) { return Point{v[0], v[1], v[2]}; };
    const Point force = point(load.force);
    const Point at = plus({pose.x, pose.y, pose.z}, leg_oracle::rotated(point(load.at), pose, machine.order));
    const Point torque = plus(point(load.torque), crossed(at, force));
    const Column solved = eliminated(rows, {-force.x, -force.y, -force.z, -torque.x, -torque.y, -torque.z});
    for (std::size_t i = 0; i < 6; ++i) {
        found.rod_n[i] = static_cast<double>(solved[i]);
        const leg_oracle::Leg& leg = machine.legs[i];
        if (leg.kind == Kind::rotary)
            found.servo_nm[i] =
                found.rod_n[i] * product(crossed(minus(tips[i], leg.base), along[i]), crossed(leg.u, leg.w));
    }
    return found;
}

Kind kind_of(std::uint64_t seed) {
    return seed % 3 == 0 ? Kind::slider : seed % 3 == 1 ? Kind::rotary : Kind::telescopic;
}

RandomLegMachine machine_of_any_kind(std::uint64_t seed) {
    return kind_of(seed) == Kind::telescopic ? universal_leg_machine(Kind::telescopic, seed)
                                             : random_leg_machine(kind_of(seed), seed);
}

double largest(const PerLeg& values) {
    double most = 0;
    for (const double value : values) most = std::max(most, std::abs(value));
    return most;
}

/// For every kind of legs, anywhere about home, with tool and load anywhere.
TEST(LegForces, AreInEquilibriumAsAnOracleSolvesIt) {
    std::array<int, 3> told{};
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        Dice dice(seed + 77);
        RandomLegMachine random = machine_of_any_kind(seed);
        const double size_m = random.span;
        // The tool is not at the centre of the joints.
        const Vector tool = random_vector(dice, size_m);
        for (leg_oracle::Leg& leg : random.machine.legs) leg.platform = plus(leg.platform, {tool.x, tool.y, tool.z});
        Machine machine = rod_machine(random.machine, random.home);
        machine.load = Load{.force = random_components(dice, 100),
                            .torque = random_components(dice, 100 * size_m),
                            .at = random_components(dice, size_m)};
        leg_oracle::Pose asked = pose_near_home(random, dice);
        const Point shift = leg_oracle::rotated({tool.x, tool.y, tool.z}, asked, random.machine.order);
        asked.x -= shift.x, asked.y -= shift.y, asked.z -= shift.z;
        const Pose pose = pose_of(asked);
        const OracleForces expected = oracle_forces(random.machine, asked, *machine.load);
        const PosedForces forces(machine, rotation_of(pose.orientation, machine.orientation_order));
        const PosedForces::Forces found = forces.at(pose.position_m);
        if (!expected.exist || !found.hold || conditioning(machine, pose).condition > 1e4) continue;
        ++told[seed % 3];
        const double near_n = 1e-7 * largest(expected.rod_n);
        for (std::size_t i = 0; i < leg_count; ++i) {
            EXPECT_NEAR(found.rod_n[i], expected.rod_n[i], near_n) << "seed " << seed << " leg " << i;
            EXPECT_NEAR(found.servo_nm[i], expected.servo_nm[i], near_n * size_m) << "seed " << seed << " leg " << i;
        }
    }
    for (const int many : told) EXPECT_GT(many, 300);
}

/// A machine at home with both limits, of which about half are kept.
Machine limited_machine(std::uint64_t seed, Dice& dice, Pose& near, double& size_m) {
    const RandomLegMachine random = machine_of_any_kind(seed);
    Machine machine = rod_machine(random.machine, random.home);
    near = pose_of(random.home);
    size_m = random.span;
    machine.load = Load{.force = random_components(dice, 100),
                        .torque = random_components(dice, 10 * size_m),
                        .at = random_components(dice, 0.3 * size_m)};
    machine.load->max_force.emplace().fill(dice.magnitude(10, 1000));
    if (kind_of(seed) == Kind::rotary) machine.load->max_torque.emplace().fill(size_m * dice.magnitude(1, 100));
    return machine;
}

/// The direction in which a limit's `left` approaches zero fastest.
Vector towards_change(const PosedSharedLimit& limit, const Vector& p, double step_m) {
    const auto slope = [&](const Vector& way) {
        return limit.state(p + scaled(way, step_m)).left - limit.state(p - scaled(way, step_m)).left;
    };
    const Vector rise{slope({1, 0, 0}), slope({0, 1, 0}), slope({0, 0, 1})};
    const bool has_none = !(std::isfinite(dot(rise, rise)) && dot(rise, rise) > 0);
    return has_none ? Vector{1, 0, 0} : scaled(rise, limit.keeps(p) ? -1 : 1);
}

/// Allows slightly more or less than the present load.
void ask_nearly(const PosedForces::Forces& asked, Dice& dice, Load& load) {
    if (!asked.hold) return;
    const auto nearly = [&](double value) {
        const double off = dice.magnitude(1e-5, 0.1);
        return std::abs(value) * (1 + (dice.chance(0.5) ? off : -off)) + 1e-9;
    };
    for (std::size_t i = 0; i < leg_count; ++i) {
        (*load.max_force)[i] = nearly(asked.rod_n[i]);
        if (load.max_torque) (*load.max_torque)[i] = nearly(asked.servo_nm[i]);
    }
}

TEST(ForceLimit, AClearanceHoldsForAllPositionsAround) {
    Dice dice(19);
    std::array<int, 3> told{};
    std::array<int, 2> verdicts{};
    for (std::uint64_t seed = 0; seed < 1500; ++seed) {
        Pose near;
        double size_m = 0;
        Machine machine = limited_machine(seed, dice, near, size_m);
        const Rotation turned = rotation_of(near.orientation, machine.orientation_order);
        const Vector p = near.position_m + random_vector(dice, 0.2 * size_m);
        if (seed % 2 == 0) ask_nearly(PosedForces(machine, turned).at(p), dice, *machine.load);
        PosedSharedLimits limits;
        load_limits.append_posed(machine, turned, limits);
        ASSERT_EQ(limits.size(), kind_of(seed) == Kind::rotary ? 12U : 6U);
        for (const auto& limit : limits) {
            const double clearance_m = limit->clearance_m(p);
            const double sure_m = std::abs(clearance_m) - limit->doubt_m(std::sqrt(dot(p, p)) + size_m);
            if (!(sure_m > 0)) continue;
            EXPECT_EQ(limit->keeps(p), clearance_m > 0) << "seed " << seed;
            told[seed % 3] += sure_m > 1e-3 * size_m ? 1 : 0;
            ++verdicts[limit->keeps(p) ? 0 : 1];
            for (int k = 0; k < 20; ++k) {
                const Vector way = k == 0 ? towards_change(*limit, p, 1e-5 * size_m) : random_vector(dice, 1);
                const Vector q = p + scaled(direction(way), sure_m * (k % 2 == 0 ? 1 : 0.7));
                EXPECT_EQ(limit->keeps(q), limit->keeps(p)) << "seed " << seed;
            }
        }
    }
    for (const int many : told) EXPECT_GT(many, 300) << "clearances that say nothing are right, too";
    for (const int many : verdicts) EXPECT_GT(many, 500);
}

/// For telescopic legs the clearance is so close to the distance that a step by it halves what is left.
TEST(ForceLimit, AClearanceOfTelescopicLegsIsNearlyTheDistance) {
    Machine machine = case_study_with({.force = {0, 0, -600}, .max_force = PerLeg{130, 130, 130, 130, 130, 130}});
    PosedSharedLimits limits;
    load_limits.append_posed(machine, rotation_of({}, machine.orientation_order), limits);
    Vector p = machine.home->position_m;
    ASSERT_TRUE(limits[0]->keeps(p));
    // Moves in the direction in which the force rises most, until it reaches the limit.
    int steps = 0;
    for (double left_m = limits[0]->clearance_m(p); left_m > 1e-9; left_m = limits[0]->clearance_m(p), ++steps) {
        Vector best = p;
        for (int k = 0; k < 3600; ++k) {
            const double turn = k * std::numbers::pi / 1800;
            const Vector q = p + Vector{left_m * std::cos(turn), left_m * std::sin(turn), 0};
            ASSERT_TRUE(limits[0]->keeps(q));
            if (limits[0]->state(q).left < limits[0]->state(best).left) best = q;
        }
        p = best;
    }
    EXPECT_LT(steps, 30);
    EXPECT_NEAR(limits[0]->state(p).left, 0, 1e-5);
}

/// For telescopic legs, from cubics: known pieces of a row have the exact test's verdict at every double. Nearly the
/// whole row is known.
TEST(ForceLimit, OfRowsIsKnownButForItsEnds) {
    Dice dice(23);
    double known_m = 0, all_m = 0;
    int changing = 0;
    for (std::uint64_t seed = 2; seed < 1500; seed += 3) {
        Pose near;
        double size_m = 0;
        const Machine machine = limited_machine(seed, dice, near, size_m);
        PosedSharedLimits limits;
        load_limits.append_posed(machine, rotation_of(near.orientation, machine.orientation_order), limits);
        const Vector p = near.position_m + random_vector(dice, 0.2 * size_m);
        const double length_m = size_m * dice.magnitude(1e-3, 2);
        const PositionRow row{p.x - length_m / 2, p.x + length_m / 2, p.y, p.z, length_m / 500};
        for (const auto& limit : limits) {
            std::vector<KnownPiece> pieces;
            limit->append_pieces(row, limit->doubt_m(std::sqrt(dot(p, p)) + length_m), pieces);
            ASSERT_EQ(pieces.back().to_m, row.to_m);
            double from_m = row.from_m;
            for (const KnownPiece& piece : pieces) {
                ASSERT_GT(piece.to_m, from_m);
                all_m += (piece.to_m - from_m) / length_m;
                if (piece.known != Known::nothing) known_m += (piece.to_m - from_m) / length_m;
                for (int ask = 0; ask < 6 && piece.known != Known::nothing; ++ask) {
                    const double x_m = ask == 0   ? std::nextafter(from_m, piece.to_m)
                                       : ask == 1 ? piece.to_m
                                                  : dice.between(from_m, piece.to_m);
                    EXPECT_EQ(limit->keeps(row.at(x_m)), piece.known == Known::kept) << "seed " << seed;
                }
                from_m = piece.to_m;
            }
            changing += pieces.size() > 2 ? 1 : 0;
        }
    }
    EXPECT_GT(known_m, 0.95 * all_m);
    EXPECT_GT(changing, 60);
}

TEST(ForceLimit, OfBoxesIsTheExactTestsVerdict) {
    Dice dice(29);
    std::array<int, 3> told{};
    for (std::uint64_t seed = 2; seed < 2000; seed += 3) {
        Pose near;
        double size_m = 0;
        const Machine machine = limited_machine(seed, dice, near, size_m);
        PosedSharedLimits limits;
        load_limits.append_posed(machine, rotation_of(near.orientation, machine.orientation_order), limits);
        const Vector p = near.position_m + random_vector(dice, 0.2 * size_m);
        const double half_m = size_m * dice.magnitude(1e-4, 0.1);
        const Vector half{half_m, half_m * dice.between(0, 1), half_m * dice.between(0, 1)};
        for (const auto& limit : limits) {
            const Known known = limit->in_box(p - half, p + half, limit->doubt_m(std::sqrt(dot(p, p)) + 2 * half_m));
            ++told[static_cast<std::size_t>(known)];
            for (unsigned ask = 0; ask < 24 && known != Known::nothing; ++ask) {
                const auto within = [&](double middle, double by, unsigned bit) {
                    if (ask >= 8) return dice.between(middle - by, middle + by);
                    return (ask >> bit & 1U) != 0 ? middle + by : middle - by;
                };
                const double x = within(p.x, half.x, 0), y = within(p.y, half.y, 1), z = within(p.z, half.z, 2);
                EXPECT_EQ(limit->keeps({x, y, z}), known == Known::kept) << "seed " << seed;
            }
        }
    }
    for (const int many : told) EXPECT_GT(many, 30);
}

TEST(ForceLimit, OfALegThatIsFreedIsKept) {
    Machine machine = case_study_with({.force = {0, 0, -600}, .max_force = PerLeg{90, 90, 90, 90, 90, 90}});
    const LimitTable table = limits_of(machine);
    ASSERT_EQ(table.rows().size(), 30U);
    EXPECT_EQ(table.rows()[26].name(), "leg 3, largest force");
    std::vector<LimitId> forces = table.ids_of(force_limit);
    EXPECT_FALSE(home_state(machine)->reachable);
    const LimitId last = forces.back();
    forces.pop_back();
    EXPECT_FALSE(home_state(without_limits(machine, forces))->reachable);
    EXPECT_TRUE(home_state(without_limits(without_limits(machine, forces), std::vector{last}))->reachable);
}

TEST(ForceLimit, IsToldOfHomeInAFinding) {
    Machine machine = case_study_with({.force = {0, 0, -600}, .max_force = PerLeg{200, 200, 90, 200, 200, 200}});
    EXPECT_NE(violations_text(machine, *home_state(machine)).find("leg 3 would carry 109.48 N"), std::string::npos);
    const std::string text = violations_text(machine, *home_state(machine));
    EXPECT_NE(text.find(", but legs.max_force is 90 N (legs.max_force of 109.49 N for it would do)"), std::string::npos)
        << text;
    machine.load->force = {0, 0, -400};
    EXPECT_TRUE(home_state(machine)->reachable);
}

/// The message says in words that forces have no bound.
TEST(ForceLimit, OfASingularHomeSaysSo) {
    Machine machine = case_study_with({.force = {0, 0, -600}, .max_force = PerLeg{90, 90, 90, 90, 90, 90}});
    machine.platform.points_m[1] = machine.platform.points_m[0];
    machine.base.points_m[1] = machine.base.points_m[0];
    const std::string text = violations_text(machine, *home_state(machine));
    EXPECT_NE(text.find("all legs: no force can hold the load, because the legs are singular at this pose"),
              std::string::npos)
        << text;
}

/// Rounding makes the matrix of similar hexagons invertible, and the resulting forces are only rounding.
TEST(ForceLimit, OfAHomeThatIsSingularToRoundingSaysSo) {
    Machine machine = case_study_with({.force = {3, 0, -600}, .max_force = PerLeg{90, 90, 90, 90, 90, 90}});
    put_on_similar_hexagons(machine);
    const HomeState home = *home_state(machine);
    const std::string text = violations_text(machine, home);
    EXPECT_NE(text.find("can hold the load, because the legs are singular"), std::string::npos) << text;
    EXPECT_EQ(text.find("legs.max_force of"), std::string::npos) << text;
    const PosedForces forces(machine, rotation_of({}, machine.orientation_order));
    for (int k = 0; k < 50; ++k) {
        const PosedForces::Forces found = forces.at({0.013 * k, 0.2 - 0.007 * k, 1 + 0.01 * k});
        EXPECT_FALSE(found.hold) << k;
        EXPECT_TRUE(std::isinf(effort_of(found, *machine.load))) << k;
    }
}

/// The force of a telescopic leg is its length times the quotient of two cubics of the position. The denominator is the
/// determinant.
TEST(LegForces, OfTelescopicLegsAreAQuotientOfCubics) {
    int told = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Dice dice(seed);
        const RandomLegMachine random = universal_leg_machine(Kind::telescopic, seed);
        Machine machine = rod_machine(random.machine, random.home);
        machine.load = Load{.force = random_components(dice, 100),
                            .torque = random_components(dice, 100 * random.span),
                            .at = random_components(dice, random.span)};
        const Pose pose = pose_of(pose_near_home(random, dice));
        if (!(conditioning(machine, pose).condition < 1e4)) continue;
        const PosedForces posed(machine, rotation_of(pose.orientation, machine.orientation_order));
        const PosedForces::Forces found = posed.at(pose.position_m);
        ASSERT_TRUE(found.hold);
        for (std::size_t leg = 0; leg < leg_count; ++leg) {
            const PosedForces::Cubics cubics = posed.cubics(leg).value();
            const double length_m = length_of(pose.position_m + cubics.offset_m);
            const auto value = [&](const DeterminantCubic& cubic) {
                return cubic.values().in_box(pose.position_m, {0, 0, 0}).middle;
            };
            const double quotient = value(cubics.numerator) / value(cubics.determinant);
            EXPECT_NEAR(std::abs(length_m * quotient), std::abs(found.rod_n[leg]), 1e-7 * largest(found.rod_n))
                << seed << ' ' << leg;
            ++told;
        }
    }
    EXPECT_GT(told, 600);
}

TEST(ForceLimit, OfLoadsAndLegsThatAreNoneIsRefused) {
    const AnyLegs telescopic = TelescopicLegs{};
    EXPECT_FALSE(load_problem({.force = {0, 0, -1}}, telescopic));
    EXPECT_EQ(load_problem({.force = {0, std::nan(""), 0}}, telescopic)->key, "load.force[1]");
    EXPECT_EQ(load_problem({.torque = {0, 0, 1e13}}, telescopic)->key, "load.torque[2]");
    EXPECT_EQ(load_problem({.max_force = PerLeg{1, 1, 1, 0, 1, 1}}, telescopic)->key, "legs.max_force[3]");
    EXPECT_EQ(load_problem({.max_torque = PerLeg{1, 1, 1, 1, 1, 1}}, telescopic)->text,
              "needs legs with arms on motors, not telescopic legs; legs.max_force limits the force in a leg");
    EXPECT_FALSE(load_problem({.max_torque = PerLeg{1, 1, 1, 1, 1, 1}}, RotaryLegs{}));
}

}  // namespace

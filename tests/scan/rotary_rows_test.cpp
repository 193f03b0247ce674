// Rows of rotary legs, through and along limits, for machines of all shapes and with small integers. A leg's verdict
// must not change between its breakpoints. Verdicts must be those of an oracle that uses no polynomial.

#include "kernels/rows/rotary_rows.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "src/machine/legs/leg_forms.h"
#include "src/scan/rows/host_runs.h"
#include "tests/support/oracles/leg_oracle.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_leg_machines.h"
#include "tests/support/rod_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// A leg, and the places of columns on its lx axis.
struct LegAndColumns {
    RotaryLeg leg;
    double first_m, step_m;
    int columns;
    double longest_m;

    double lx_m(int column) const { return first_m + column * step_m; }
};

struct RowPlace {
    double ly_m, lz_m;
};

bool arm_keeps(const LegAndColumns& of, const RowPlace& row, int column) {
    return exact_rotary_keeps(of.leg, {of.lx_m(column), row.ly_m, row.lz_m});
}

int runs_of(const LegAndColumns& of, const RowPlace& row) {
    int runs = 0;
    for (int column = 0; column < of.columns; ++column)
        runs += arm_keeps(of, row, column) && (column == 0 || !arm_keeps(of, row, column - 1)) ? 1 : 0;
    return runs;
}

void add_breakpoints_of(const LegAndColumns& of, const RowPlace& row, ColumnRange asked,
                        LegBreakpoints<most_rotary_breakpoints>& breakpoints) {
    const RotaryRowLeg leg = make_rotary_row_leg(of.leg, of.longest_m, 1 / of.step_m, of.columns);
    const PlacedRod<RotaryRowLeg> rod{leg, {{}, -of.first_m * leg.columns_per_m, of.leg.platform_end.axis}};
    add_breakpoints(rod, row.ly_m, row.lz_m, asked, breakpoints);
}

struct RotaryTally {
    std::int64_t rows = 0, asked = 0, kept = 0, columns = 0;
    int most_runs = 0;
};

void expect_the_legs_verdicts(const LegAndColumns& of, const RowPlace& row, ColumnRange asked, RotaryTally& tally) {
    LegBreakpoints<most_rotary_breakpoints> breakpoints;
    add_breakpoints_of(of, row, asked, breakpoints);
    HostRuns kept;
    kept.insert(0, asked);
    const auto ask = [&](int column) {
        ++tally.asked;
        return arm_keeps(of, row, column);
    };
    ASSERT_TRUE(keep_leg(breakpoints, ask, kept));
    int r = 0;
    for (int column = asked.first; column <= asked.last; ++column) {
        while (r < kept.count() && kept.get(r).last < column) ++r;
        const bool found = r < kept.count() && kept.get(r).first <= column;
        ASSERT_EQ(found, arm_keeps(of, row, column))
            << "column " << column << " of row " << row.ly_m << ", " << row.lz_m;
        tally.kept += found ? 1 : 0;
    }
    ++tally.rows;
    tally.columns += asked.last - asked.first + 1;
    tally.most_runs = std::max(tally.most_runs, kept.count());
}

/// A row between two rows that the leg keeps in different numbers of runs. `halvings` bring it close to the change,
/// where it is tangent to a limit or passes through an intersection of limits.
RowPlace towards_a_tangent(const LegAndColumns& of, RowPlace row, const RowPlace& other, int halvings) {
    const int runs = runs_of(of, row);
    RowPlace far = other;
    if (runs_of(of, far) == runs) return row;
    for (int k = 0; k < halvings; ++k) {
        const RowPlace middle{(row.ly_m + far.ly_m) / 2, (row.lz_m + far.lz_m) / 2};
        (runs_of(of, middle) == runs ? row : far) = middle;
    }
    return row;
}

LegAndColumns random_leg(const RandomLegMachine& random, std::size_t leg, Dice& dice) {
    const Machine machine = rod_machine(random.machine, random.home);
    const PosedLegs posed = posed_legs(machine, rotation_of(machine.home->orientation, machine.orientation_order));
    LegAndColumns of{std::get<RotaryLeg>(posed.legs[leg]->form().value()), 0, 0, 0, 0};
    const double reach_m = of.leg.arm_m + of.leg.rod_m;
    of.columns = dice.one_of({1, 2, 13, 101, 300});
    if (random.whole) {
        of.first_m = -std::ceil(reach_m);
        of.step_m = dice.one_of({1.0, 0.5, 0.25});
    } else {
        const double span_m = 2.4 * reach_m * (dice.chance(0.2) ? dice.magnitude(1e-9, 1) : 1);
        of.first_m = dice.between(-1.2 * reach_m, 1.2 * reach_m - span_m);
        of.step_m = span_m / of.columns;
    }
    of.longest_m = std::hypot(std::abs(of.first_m) + of.columns * of.step_m, 2 * reach_m, 2 * reach_m);
    return of;
}

RowPlace random_row(const LegAndColumns& of, bool whole, Dice& dice) {
    const double reach_m = of.leg.arm_m + of.leg.rod_m;
    const double ly_m = dice.between(-reach_m, reach_m), lz_m = dice.between(-reach_m, reach_m);
    return whole ? RowPlace{std::round(ly_m), std::round(lz_m)} : RowPlace{ly_m, lz_m};
}

RandomLegMachine random_arms(std::uint64_t seed) {
    using leg_oracle::Kind;
    return seed % 3 == 0   ? integer_leg_machine(Kind::rotary, seed)
           : seed % 3 == 1 ? edge_leg_machine(Kind::rotary, seed)
                           : random_leg_machine(Kind::rotary, seed);
}

TEST(RotaryRows, KeepWhatTheReferenceKeeps) {
    RotaryTally tally;
    const auto seeds = how_many_seeds(3000);
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        Dice dice(seed);
        const RandomLegMachine random = random_arms(seed);
        const LegAndColumns of = random_leg(random, seed % leg_count, dice);
        for (int k = 0; k < 8; ++k) {
            RowPlace row = random_row(of, random.whole, dice);
            if (k % 2 == 1) {
                const RowPlace other = random_row(of, random.whole, dice);
                const int halvings = dice.whole(1, 50);
                row = towards_a_tangent(of, row, other, halvings);
            }
            const int first = dice.whole(0, of.columns - 1), last = dice.whole(first, of.columns - 1);
            const bool whole_row = dice.chance(0.5);
            expect_the_legs_verdicts(of, row, whole_row ? ColumnRange{0, of.columns - 1} : ColumnRange{first, last},
                                     tally);
            if (HasFatalFailure()) FAIL() << "seed " << seed;
        }
    }
    if (!asks_few()) {
        EXPECT_GE(tally.most_runs, 3);
    }
    EXPECT_GT(tally.kept, tally.columns / 20);
    EXPECT_LT(tally.asked, tally.columns / 4) << "most columns are answered by another";
}

/// An arm of half the rod's length without angle limits reaches a spindle torus. Rows pass through it and through its
/// lemon.
TEST(RotaryRows, GoThroughATorusFourTimes) {
    RotaryLeg leg{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, 3, 1, {1, 0}, {1, 0}, {-1, 0}, ArmRange::any, {}, {}};
    const LegAndColumns of{leg, -5.05, 0.1, 102, 10};
    RotaryTally tally;
    expect_the_legs_verdicts(of, {0, 0}, {0, 101}, tally);
    EXPECT_EQ(tally.most_runs, 2);
    // Along the ring's flank, where the far side is tangent.
    expect_the_legs_verdicts(of, {2, 0}, {0, 101}, tally);
    expect_the_legs_verdicts(of, {3, 0.5}, {0, 101}, tally);
    expect_the_legs_verdicts(of, {4, 0}, {0, 101}, tally);
    EXPECT_LT(tally.asked, 40);
}

/// The oracle's legs find the angle by bisection. If their margin is not rounding, rows must agree with them.
TEST(RotaryRows, KeepWhatTheOracleKeeps) {
    std::int64_t asked = 0, kept = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        Dice dice(seed);
        const RandomLegMachine random = random_arms(seed);
        const std::size_t i = seed % leg_count;
        const LegAndColumns of = random_leg(random, i, dice);
        const RowPlace row = random_row(of, random.whole, dice);
        const leg_oracle::Leg& leg = random.machine.legs[i];
        const leg_oracle::Point axis = leg_oracle::rotated(leg.platform_end.axis, random.home, random.machine.order);
        LegBreakpoints<most_rotary_breakpoints> breakpoints;
        add_breakpoints_of(of, row, {0, of.columns - 1}, breakpoints);
        HostRuns found;
        found.insert(0, {0, of.columns - 1});
        ASSERT_TRUE(keep_leg(
            breakpoints, [&](int column) { return arm_keeps(of, row, column); }, found));
        int r = 0;
        for (int column = 0; column < of.columns; ++column) {
            while (r < found.count() && found.get(r).last < column) ++r;
            const bool is_kept = r < found.count() && found.get(r).first <= column;
            const leg_oracle::LegState state = leg_oracle::leg_state(
                leg, {leg.base.x + of.lx_m(column), leg.base.y + row.ly_m, leg.base.z + row.lz_m}, axis);
            if (std::abs(state.margin) < 1e-7) continue;
            ASSERT_EQ(is_kept, state.reachable()) << "seed " << seed << " column " << column;
            ++asked;
            kept += is_kept ? 1 : 0;
        }
    }
    EXPECT_GT(asked, 10'000);
    EXPECT_GT(kept, asked / 20);
}

}  // namespace

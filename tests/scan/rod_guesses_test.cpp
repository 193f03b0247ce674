// Guesses of the clearances of sliders and arms: no farther off than is said, wherever the machine stands, and seldom in
// doubt.

#include "src/scan_cuda/rod_guesses.h"

#include <cmath>
#include <cstdint>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "src/machine/legs/leg_kinds.h"
#include "src/machine/legs/posed_leg.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/random_leg_machines.h"
#include "tests/support/rod_machine.h"
#include "tests/support/rod_scan.h"

namespace {

using namespace hexscan;
using hexscan_test::Dice;
using leg_oracle::Kind;

/// Places of a leg on a cube of positions, exact and as seen from its middle.
struct Places {
    Vector middle_m, offset_m;
    double half_m;

    LegOnMap on_map() const {
        const double corner_m = std::sqrt(3.0) * half_m;
        return {offset_m + middle_m, corner_m, length_of(offset_m) + length_of(middle_m) + corner_m};
    }
};

/// What was seen of the guesses at places.
struct Seen {
    int places = 0, settled = 0, outside = 0;  ///< outside: guesses that are off by more than is said

    void look_at(float off_m, float settled_m, const guess::Number* guesses, const double* exact_m, int limits) {
        ++places;
        if (!(settled_m > off_m)) return;
        ++settled;
        for (int k = 0; k < limits; ++k) {
            const double guessed_m = guesses[k].value;
            const bool both_infinite = guessed_m == exact_m[k] && std::isinf(guessed_m);
            // What lies far beyond every reach is nowhere the nearest.
            const double allowed_m = off_m + (exact_m[k] > 1e4 ? 1e-3 * exact_m[k] : 0);
            if (!both_infinite && !(std::abs(guessed_m - exact_m[k]) <= allowed_m)) ++outside;
        }
    }
};

std::vector<double> exact_clearances(const PosedLeg& posed, std::size_t limits, const Vector& l_m) {
    std::vector<double> exact_m(limits);
    posed.clearances_m(l_m, exact_m);
    return exact_m;
}

void look_at_place(const SliderLeg& leg, bool ahead, const LegOnMap& on, const Vec3<float>& seen_m,
                   const std::vector<double>& exact_m, const Vector&, Seen& seen) {
    const auto guess = guessed_leg(leg, ahead, on);
    guess::Number guesses[GuessedSlider::limits];
    guess.leg.clearances_m(~0U, seen_m, guesses);
    seen.look_at(guess.off_m, INFINITY, guesses, exact_m.data(), GuessedSlider::limits);
}

void look_at_place(const RotaryLeg& leg, bool ahead, const LegOnMap& on, const Vec3<float>& seen_m,
                   const std::vector<double>& exact_m, const Vector& l_m, Seen& seen) {
    const auto guess = guessed_leg(leg, ahead, on);
    const auto guesses = guess.leg.clearances(~0U, seen_m);
    seen.look_at(guess.off_m, guesses.settled_m.value, guesses.m, exact_m.data(), rotary_limits);
    if (leg.range != ArmRange::any && guesses.settled_m.value > guess.off_m) {
        EXPECT_EQ(guesses.kept, within_angles(leg, rotary_place(leg, l_m)));
    }
}

/// Of random machines, moved so far away. Their places are floats, so that what a grid rounds is not asked.
Seen seen_of(Kind kind, double away_m) {
    Seen seen;
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        Dice dice(seed);
        const hexscan_test::RandomLegMachine random = hexscan_test::any_leg_machine(kind, seed);
        const Machine machine = hexscan_test::rod_machine(random.machine, random.home);
        const Pose home = hexscan_test::pose_of(random.home);
        const PosedLegs posed = posed_legs(machine, rotation_of(home.orientation, machine.orientation_order));
        const bool sliders = kind == Kind::slider;
        for (std::size_t i = 0; i < leg_count; ++i) {
            const PosedLeg& leg = *posed.legs[i];
            if (!leg.form()) continue;
            const bool ahead = random.machine.legs[i].branch == leg_oracle::Branch::ahead;
            const Vector away{away_m, -away_m / 3, away_m / 7};
            const Places places{home.position_m + away, posed.offset_m[i] - away, random.span};
            for (int k = 0; k < 20; ++k) {
                const auto coordinate = [&] { return static_cast<float>(dice.between(-random.span, random.span)); };
                const Vec3<float> seen_m{coordinate(), coordinate(), coordinate()};
                const Vector l_m = places.middle_m + Vector{seen_m.x, seen_m.y, seen_m.z} + places.offset_m;
                const std::vector<double> exact_m = exact_clearances(leg, posed.limits, l_m);
                if (sliders)
                    look_at_place(std::get<SliderLeg>(*leg.form()), ahead, places.on_map(), seen_m, exact_m, l_m, seen);
                else
                    look_at_place(std::get<RotaryLeg>(*leg.form()), ahead, places.on_map(), seen_m, exact_m, l_m, seen);
            }
        }
    }
    return seen;
}

void expect_few_doubts(const Seen& seen) {
    EXPECT_GE(seen.places, 50000);
    EXPECT_EQ(seen.outside, 0);
    EXPECT_GE(seen.settled, seen.places - seen.places / 100);
}

TEST(RodGuesses, OfSlidersAreNoFartherOffThanIsSaid) {
    for (const double away_m : {0.0, 1e4, 1e8}) expect_few_doubts(seen_of(Kind::slider, away_m));
}

TEST(RodGuesses, OfArmsAreNoFartherOffThanIsSaidAndSeldomInDoubt) {
    for (const double away_m : {0.0, 1e4, 1e7}) expect_few_doubts(seen_of(Kind::rotary, away_m));
}

}  // namespace

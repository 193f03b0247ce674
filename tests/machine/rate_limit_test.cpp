// Limits on joint rates. The largest rate of all legs must be that of the map. Checks that a clearance is right about
// the positions around.

#include "src/machine/shared/rate_limit.h"
#include "src/files/platform_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "src/machine/home_state.h"
#include "src/machine/machine.h"
#include "src/machine/shared/leg_motion.h"
#include "src/scan/platform.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/random_leg_machines.h"
#include "tests/support/random/random_vector.h"
#include "tests/support/rod_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using leg_oracle::Kind;

PosedSharedLimits limits_at(Machine machine, const Rotation& turned, double most) {
    machine.rate = RateLimit{most};
    PosedSharedLimits limits;
    rate_limits.append_posed(machine, turned, limits);
    return limits;
}

TEST(RateLimit, OfATelescopicLegIsOne) {
    const Machine machine = built_in_platform().machine;
    for (const auto& limit : limits_at(machine, rotation_of({}, machine.orientation_order), 1)) {
        EXPECT_EQ(limit->state({0.1, 0.2, 1.4}).asked, 1);
        EXPECT_TRUE(limit->keeps({0.1, 0.2, 1.4}));
    }
    for (const auto& limit : limits_at(machine, rotation_of({}, machine.orientation_order), 0.999))
        EXPECT_FALSE(limit->keeps({0.1, 0.2, 1.4}));
}

TEST(RateLimit, AClearanceHoldsForAllPositionsAround) {
    Dice dice(36);
    std::array<int, 2> told{}, verdicts{};
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const Kind kind = seed % 2 == 0 ? Kind::slider : Kind::rotary;
        const RandomLegMachine random = random_leg_machine(kind, seed);
        const Machine machine = rod_machine(random.machine, random.home);
        const double size_m = longest_leg_m(machine);
        const Rotation turned = rotation_of(machine.home->orientation, machine.orientation_order);
        const Vector p = machine.home->position_m + random_vector(dice, 0.1 * size_m);
        const double rate = PosedMotion(machine, turned).rate(p);
        const PosedSharedLimits limits = limits_at(machine, turned, dice.magnitude(0.5, 2) * std::min(rate, 1e9));
        double largest = 0;
        for (const auto& limit : limits) {
            largest = std::max(largest, limit->state(p).asked);
            const double clearance_m = limit->clearance_m(p);
            const double sure_m = std::abs(clearance_m) - limit->doubt_m(std::sqrt(dot(p, p)) + size_m);
            if (!(sure_m > 0)) continue;
            EXPECT_EQ(limit->keeps(p), clearance_m > 0) << seed;
            told[seed % 2] += sure_m > 1e-3 * size_m ? 1 : 0;
            ++verdicts[limit->keeps(p) ? 0 : 1];
            for (int k = 0; k < 20; ++k) {
                const Vector q = p + scaled(direction(random_vector(dice, 1)), sure_m * (k % 2 == 0 ? 1 : 0.7));
                EXPECT_EQ(limit->keeps(q), limit->keeps(p)) << seed;
            }
        }
        if (std::isinf(rate)) {
            EXPECT_TRUE(std::isinf(largest)) << seed;
        } else {
            EXPECT_NEAR(largest, rate, 1e-12 * rate) << seed;
        }
    }
    for (const int many : told) EXPECT_GT(many, 100) << "clearances that say nothing are right, too";
    for (const int many : verdicts) EXPECT_GT(many, 50);
}

}  // namespace

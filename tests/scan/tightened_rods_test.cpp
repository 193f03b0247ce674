// Legs that must keep their limits by a clearance. Their clearance must be right about other positions, however far the
// legs' clearances are below distances.

#include "src/scan/rows/tightened_rods.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "src/machine/legs/leg_forms.h"
#include "src/machine/legs/posed_rotary.h"
#include "src/machine/machine.h"
#include "tests/support/random/dice.h"

namespace {

using namespace hexscan;
using hexscan_test::Dice;

constexpr double rod_length_m = 2;

/// A leg with a plane as its only limit. If the limit is kept, the clearance is a lower bound of the distance: the best
/// possible one if `good`, otherwise the worst allowed one.
class BeforeAPlane final : public PosedLeg {
public:
    explicit BeforeAPlane(bool good) : good_(good) {}

    WholeLeg whole() const override {
        WholeArm arm{};
        arm.leg.rod_m = rod_length_m;
        return arm;
    }
    bool keeps(const Vector& l) const override { return l.x >= 0; }
    void clearances_m(const Vector& l, std::span<double> clearances_m) const override {
        const double least_m =
            std::min(l.x / (1 + rotary_joint_slack.share), l.x - rotary_joint_slack.of_rod * rod_length_m);
        clearances_m[0] = good_ || l.x < 0 ? l.x : std::max(0.0, least_m);
    }
    double doubt_m(double) const override { return 0; }
    std::vector<LimitState> states(const Vector&) const override { return {}; }
    LegShape shape(const Vector&) const override { return {}; }

private:
    bool good_;
};

PosedLegs tightened_planes(bool good, double needed_m) {
    PosedLegs legs;
    legs.limits = 1;
    legs.legs.fill(std::make_shared<BeforeAPlane>(good));
    std::array<double, leg_count> needed{};
    needed.fill(needed_m);
    return tightened_rods(legs, needed);
}

TEST(TightenedRods, KeepTheirVerdictAsFarAsTheyTell) {
    Dice dice(7);
    int told = 0;
    for (int k = 0; k < 20000; ++k) {
        const double needed_m = dice.magnitude(1e-5, 1), x_m = needed_m * dice.between(-1, 3);
        for (const bool good : {false, true}) {
            const PosedLegs here = tightened_planes(good, needed_m), there = tightened_planes(!good, needed_m);
            double far_m = 0;
            here.legs[0]->clearances_m({x_m, 0, 0}, {&far_m, 1});
            const bool keeps = here.legs[0]->keeps({x_m, 0, 0});
            if (far_m == 0) continue;
            ++told;
            ASSERT_EQ(keeps, far_m > 0) << k;
            for (const double way : {-0.9999, 0.9999})
                ASSERT_EQ(there.legs[0]->keeps({x_m + way * std::abs(far_m), 0, 0}), keeps) << k;
        }
    }
    EXPECT_GT(told, 25000);
}

}  // namespace

#include "src/scan/rows/tightened_rods.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include "src/machine/legs/leg_joint.h"
#include "src/machine/legs/posed_rotary.h"
#include "src/scan/rows/free_legs.h"

namespace hexscan {
namespace {

/// By how much a leg's clearances may be below distances that change by no more than a position moves.
struct LegSlack {
    double share, least_m;
};

class TightenedLeg final : public PosedLeg {
public:
    TightenedLeg(std::shared_ptr<const PosedLeg> leg, std::size_t limits, double needed_m, LegSlack slack)
        : leg_(std::move(leg)), limits_(limits), needed_m_(needed_m), slack_(slack) {}

    bool keeps(const Vector& l) const override {
        std::vector<double> clearances(limits_);
        leg_->clearances_m(l, clearances);
        return *std::ranges::min_element(clearances) >= needed_m_;
    }
    /// How far nothing changes; 0 where that is not sure of any distance. Where the distance is D a clearance is
    /// D / (1 + share) - least or more, and where a clearance is C the distance is C (1 + share) + least or less.
    void clearances_m(const Vector& l, std::span<double> clearances_m) const override {
        leg_->clearances_m(l, clearances_m);
        const double more = 1 + slack_.share;
        for (double& clearance_m : clearances_m) {
            const double distance_m = std::max(clearance_m, more * clearance_m) + slack_.least_m;
            clearance_m = clearance_m >= needed_m_ ? std::max(0.0, clearance_m - more * (needed_m_ + slack_.least_m))
                                                   : -std::max(0.0, needed_m_ - distance_m);
        }
    }
    WholeLeg whole() const override { return leg_->whole(); }
    double needed_clearance_m() const override { return needed_m_; }
    double doubt_m(double longest_m) const override { return leg_->doubt_m(longest_m); }
    std::vector<LimitState> states(const Vector& l) const override { return leg_->states(l); }
    LegShape shape(const Vector& l) const override { return leg_->shape(l); }
    double foot_shift_m(const Vector& l, double moved_m) const override { return leg_->foot_shift_m(l, moved_m); }

private:
    std::shared_ptr<const PosedLeg> leg_;
    std::size_t limits_;
    double needed_m_;
    LegSlack slack_;
};

LegSlack slack_of(const AnyLegs& legs, std::size_t leg) {
    const auto* const arms = std::get_if<RotaryLegs>(&legs);
    return arms ? LegSlack{rotary_joint_slack.share, rotary_joint_slack.of_rod * arms->rod[leg]} : LegSlack{0, 0};
}

}  // namespace

std::array<double, leg_count> needed_clearances_m(const Machine& machine, const OrientationSet& set) {
    const double alpha_rad = rounded_outwards(sample_radius_rad(set));
    std::array<double, leg_count> needed_m{};
    for (std::size_t i = 0; i < leg_count; ++i) {
        const bool platform_limited = LegJoint(machine.platform, i).is_limited();
        const Vector& b = machine.platform.points_m[i];
        const double rho_m = 2 * std::hypot(b.x, b.y, b.z) * std::sin(std::min(alpha_rad, std::numbers::pi) / 2);
        const double tilted_m = platform_limited ? (tilting_m(machine.legs, i) + rho_m) * alpha_rad : 0;
        needed_m[i] = rounded_outwards(rho_m + tilted_m);
    }
    return needed_m;
}

PosedLegs tightened_rods(const Machine& machine, const PosedLegs& legs, const std::array<double, leg_count>& needed_m) {
    PosedLegs tightened = legs;
    for (std::size_t i = 0; i < leg_count; ++i)
        tightened.legs[i] =
            std::make_shared<TightenedLeg>(legs.legs[i], legs.limits, needed_m[i], slack_of(machine.legs, i));
    return tightened;
}

}  // namespace hexscan

#include "src/scan/rows/tightened_rods.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include "src/machine/legs/leg_forms.h"
#include "src/machine/legs/leg_joint.h"
#include "src/scan/rows/free_legs.h"

namespace hexscan {
namespace {

class TightenedLeg final : public PosedLeg {
public:
    TightenedLeg(std::shared_ptr<const PosedLeg> leg, std::size_t limits, double needed_m)
        : leg_(std::move(leg)), limits_(limits), needed_m_(needed_m) {}

    bool keeps(const Vector& l) const override {
        std::vector<double> clearances(limits_);
        leg_->clearances_m(l, clearances);
        return *std::ranges::min_element(clearances) >= needed_m_;
    }
    /// Signed distances within which the verdict does not change. A distance is 0 if none is known.
    void clearances_m(const Vector& l, std::span<double> clearances_m) const override {
        leg_->clearances_m(l, clearances_m);
        const double enough_m = slack_.distance_of(needed_m_).most_m;
        for (double& clearance_m : clearances_m) {
            const SignedBounds distance = slack_.distance_of(clearance_m);
            clearance_m = clearance_m >= needed_m_ ? std::max(0.0, distance.least_m - enough_m)
                                                   : -std::max(0.0, needed_m_ - distance.most_m);
        }
    }
    WholeLeg whole() const override { return leg_->whole(); }
    double needed_clearance_m() const override { return needed_m_; }
    double doubt_m(double longest_m) const override { return leg_->doubt_m(longest_m); }
    std::vector<LimitState> states(const Vector& l) const override { return leg_->states(l); }
    LegShape shape(const Vector& l) const override { return leg_->shape(l); }

private:
    std::shared_ptr<const PosedLeg> leg_;
    std::size_t limits_;
    double needed_m_;
    ClearanceSlack slack_ = std::visit([](const auto& whole) { return whole.slack(); }, leg_->whole());
};

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

PosedLegs tightened_rods(const PosedLegs& legs, const std::array<double, leg_count>& needed_m) {
    PosedLegs tightened = legs;
    for (std::size_t i = 0; i < leg_count; ++i)
        tightened.legs[i] = std::make_shared<TightenedLeg>(legs.legs[i], legs.limits, needed_m[i]);
    return tightened;
}

}  // namespace hexscan

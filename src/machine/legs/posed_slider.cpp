#include "src/machine/legs/posed_slider.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "kernels/slider_clearance.h"

namespace hexscan {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// A leg whose carriage is behind; one whose carriage is ahead is the same with its rail turned round.
class PosedSlider final : public PosedLeg {
public:
    explicit PosedSlider(const SliderAtPose& leg)
        : leg_{leg.ahead ? scaled(leg.rail, -1) : leg.rail,
               leg.rod_m,
               leg.ahead ? -leg.to_m : leg.from_m,
               leg.ahead ? -leg.from_m : leg.to_m,
               leg.at_carriage.rod_end(),
               leg.at_platform.rod_end()},
          ahead_(leg.ahead),
          joints_{leg.at_carriage, leg.at_platform} {}

    std::optional<RodForm> form() const override {
        return joints_[0].is_rod_end() && joints_[1].is_rod_end() ? std::optional<RodForm>(leg_) : std::nullopt;
    }
    bool keeps(const Vector& l) const override {
        if (!exact_slider_keeps(leg_, l)) return false;
        return std::ranges::all_of(joints_, [&](const LegJoint& joint) {
            return joint.is_rod_end() || joint.keeps(rod_at(place(l)), leg_.rod_m);
        });
    }

    void clearances_m(const Vector& l, std::span<double> clearances_m) const override {
        const SliderPlace at = slider_place(leg_, l);
        for (std::size_t k = 0; k < own_limits; ++k)
            clearances_m[k] = slider_clearance_m(leg_, ahead_, static_cast<SliderLimit>(k), at).value;
        const std::array<RodEnd, 2> ends{leg_.carriage, leg_.platform};
        std::size_t first = own_limits;
        for (std::size_t j = 0; j < joints_.size(); ++j) {
            const std::span<double> of_joint = clearances_m.subspan(first, joints_[j].limits());
            std::ranges::fill(of_joint, slider_joint_clearance_m(leg_, ends[j], at).value);
            // A universal joint is no rod end, which then has no limit.
            if (!joints_[j].is_rod_end())
                for (const AllowedCone& cone : joints_[j].cones())
                    of_joint[cone.limit] =
                        std::min(of_joint[cone.limit], slider_cone_clearance_m(leg_, at, cone.axis, cone.cosine).value);
            first += joints_[j].limits();
        }
    }

    double doubt_m(double longest_m) const override { return 0x1p-18 * (longest_m + leg_.rod_m); }

    std::vector<LimitState> states(const Vector& l) const override {
        const Place at = place(l);
        const double beside_m = std::sqrt(at.beside_sq_m2), travel_m = travel(at);
        const bool closes = beside_m <= leg_.rod_m;
        const double low_m = ahead_ ? -leg_.to_m : leg_.from_m, high_m = ahead_ ? -leg_.from_m : leg_.to_m;
        std::vector<LimitState> states{{beside_m, leg_.rod_m, leg_.rod_m - beside_m},
                                       {travel_m, low_m, closes ? travel_m - low_m : infinite},
                                       {travel_m, high_m, closes ? high_m - travel_m : infinite}};
        for (const LegJoint& joint : joints_) joint.append_states(rod_at(at), states);
        return states;
    }

    LegShape shape(const Vector& l) const override {
        const Place at = place(l);
        const double behind_m = at.along_m - height_m(at);
        return {scaled(leg_.rail, behind_m), ahead_ ? scaled(leg_.rail, -1) : leg_.rail, ahead_ ? -behind_m : behind_m,
                at.beside_sq_m2 <= rod_sq_m2_};
    }

    /// The foot is as far behind the far end, along the rail, as the height h = sqrt(d^2 - b^2) says, and h h changes
    /// by no more than b b does. Where b is beyond d, h is 0.
    double foot_shift_m(const Vector& l, double moved_m) const override {
        const Place at = place(l);
        const double square_m2 = moved_m * (2 * std::sqrt(at.beside_sq_m2) + moved_m);
        return moved_m + std::min(square_m2 / height_m(at), std::sqrt(square_m2));
    }

private:
    /// A leg vector as the rail sees it.
    struct Place {
        double along_m, beside_sq_m2;
        Vector across_m;  ///< what of it is square to the rail
    };

    static constexpr auto own_limits = static_cast<std::size_t>(SliderLimit::count);

    Place place(const Vector& l) const {
        const SliderPlace at = slider_place(leg_, l);
        return {
            at.along_m.value, at.beside_sq_m2.value, {at.across_m.x.value, at.across_m.y.value, at.across_m.z.value}};
    }
    /// How far the far end is ahead of the carriage.
    double height_m(const Place& at) const { return std::sqrt(std::max(0.0, rod_sq_m2_ - at.beside_sq_m2)); }
    Vector rod_at(const Place& at) const { return at.across_m + scaled(leg_.rail, height_m(at)); }
    double travel(const Place& at) const {
        const double behind_m = at.along_m - height_m(at);
        return ahead_ ? -behind_m : behind_m;
    }

    SliderLeg leg_;
    double rod_sq_m2_ = leg_.rod_m * leg_.rod_m;
    bool ahead_;
    std::array<LegJoint, 2> joints_;
};

}  // namespace

std::shared_ptr<const PosedLeg> posed_slider(const SliderAtPose& leg) { return std::make_shared<PosedSlider>(leg); }

}  // namespace hexscan

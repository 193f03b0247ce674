#include "src/machine/legs/posed_slider.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/rod_shape.h"
#include "src/base/infinity.h"
#include "src/machine/legs/leg_forms.h"

namespace hexscan {
namespace {

/// A leg whose carriage is behind. A carriage that is ahead is the same leg with a reversed rail.
class PosedSlider final : public PosedLeg {
public:
    explicit PosedSlider(const SliderAtPose& leg)
        : whole_{{leg.ahead ? scaled(leg.rail, -1) : leg.rail, leg.rod_m, leg.ahead ? -leg.to_m : leg.from_m,
                  leg.ahead ? -leg.from_m : leg.to_m, leg.at_carriage.rod_end(), leg.at_platform.rod_end()},
                 leg.ahead,
                 {leg.at_carriage.allowed(), leg.at_platform.allowed()}},
          joints_{leg.at_carriage, leg.at_platform} {}

    std::optional<RodForm> form() const override {
        const bool has_rod_ends = whole_.joints[0].is_rod_end && whole_.joints[1].is_rod_end;
        return has_rod_ends ? std::optional<RodForm>(leg_) : std::nullopt;
    }
    WholeLeg whole() const override { return whole_; }
    bool keeps(const Vector& l) const override { return whole_.keeps(l); }
    void clearances_m(const Vector& l, std::span<double> clearances_m) const override {
        whole_.clearances_m(l, {}, infinity, clearances_m.data());
    }
    void near_clearances_m(const Vector& l, double nearer_than_m, std::span<double> clearances_m) const override {
        whole_.clearances_m(l, {}, std::min(nearer_than_m, only_the_least_m), clearances_m.data());
    }
    double rough_clearance_m(const Vector& l, std::span<double> room, double enough_m) const override {
        whole_.clearances_m(l, {}, std::min(enough_m, only_the_least_m), room.data());
        return *std::min_element(room.begin(), room.end());
    }

    double doubt_m(double longest_m) const override { return 0x1p-18 * (longest_m + leg_.rod_m); }

    std::vector<LimitState> states(const Vector& l) const override {
        const Place at = place(l);
        const double beside_m = std::sqrt(at.beside_sq_m2), travel_m = travel(at);
        const bool closes = beside_m <= leg_.rod_m;
        const double low_m = ahead_ ? -leg_.to_m : leg_.from_m, high_m = ahead_ ? -leg_.from_m : leg_.to_m;
        std::vector<LimitState> states{{beside_m, leg_.rod_m, leg_.rod_m - beside_m},
                                       {travel_m, low_m, closes ? travel_m - low_m : infinity},
                                       {travel_m, high_m, closes ? high_m - travel_m : infinity}};
        for (const LegJoint& joint : joints_) joint.append_states(rod_at(at), states);
        return states;
    }

    LegShape shape(const Vector& l) const override {
        const RodShape shape = rod_shape(leg_, ahead_, slider_place(leg_, l));
        return {shape.foot_m, shape.motion, travel(place(l)), shape.closes};
    }

private:
    /// A leg vector relative to the rail.
    struct Place {
        double along_m, beside_sq_m2;
        Vector across_m;  ///< the part perpendicular to the rail
    };

    Place place(const Vector& l) const {
        const SliderPlace at = slider_place(leg_, l);
        return {
            at.along_m.value, at.beside_sq_m2.value, {at.across_m.x.value, at.across_m.y.value, at.across_m.z.value}};
    }
    /// How far the rod's far end lies ahead of the carriage, along the rail.
    double height_m(const Place& at) const { return std::sqrt(std::max(0.0, rod_sq_m2_ - at.beside_sq_m2)); }
    Vector rod_at(const Place& at) const { return at.across_m + scaled(leg_.rail, height_m(at)); }
    double travel(const Place& at) const {
        const double behind_m = at.along_m - height_m(at);
        return ahead_ ? -behind_m : behind_m;
    }

    WholeSlider whole_;
    const SliderLeg& leg_ = whole_.leg;
    bool ahead_ = whole_.ahead;
    double rod_sq_m2_ = leg_.rod_m * leg_.rod_m;
    std::array<LegJoint, 2> joints_;
};

}  // namespace

std::shared_ptr<const PosedLeg> posed_slider(const SliderAtPose& leg) { return std::make_shared<PosedSlider>(leg); }

}  // namespace hexscan

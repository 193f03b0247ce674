#include "src/machine/legs/posed_slider.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "kernels/slider_leg.h"
#include "src/machine/travel/ellipse.h"

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

    /// Reach: the cylinder of the rod's radius about the rail. Travel: the distance from the half sphere about the
    /// rail's end that the far end is on where the carriage is there. Joints: across the rail, from the ellipse that
    /// the limit's circle of rods looks like along it.
    void clearances_m(const Vector& l, std::span<double> clearances_m) const override {
        const Place at = place(l);
        const double beside_m = std::sqrt(at.beside_sq_m2);
        clearances_m[index(SliderLimit::reach)] = leg_.rod_m - beside_m;
        clearances_m[first_end()] = beyond_half_sphere_m(at.along_m - leg_.from_m, beside_m);
        clearances_m[other_end()] = -beyond_half_sphere_m(at.along_m - leg_.to_m, beside_m);
        std::size_t first = static_cast<std::size_t>(SliderLimit::count);
        for (const LegJoint& joint : joints_) {
            const std::span<double> of_joint = clearances_m.subspan(first, joint.limits());
            std::ranges::fill(of_joint, infinite);
            for (const AllowedCone& cone : joint.cones())
                of_joint[cone.limit] = std::min(of_joint[cone.limit], cone_clearance_m(cone, at));
            first += joint.limits();
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

    static constexpr std::size_t index(SliderLimit limit) { return static_cast<std::size_t>(limit); }
    std::size_t first_end() const { return index(ahead_ ? SliderLimit::travel_to : SliderLimit::travel_from); }
    std::size_t other_end() const { return index(ahead_ ? SliderLimit::travel_from : SliderLimit::travel_to); }

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

    /// Signed distance of a place from where travel is more than that of a rail's end: of beside <= d what is above the
    /// half sphere of radius d about the end, and of farther ones, so that it is one distance everywhere, what is above
    /// the end.
    double beyond_half_sphere_m(double above_m, double beside_m) const {
        if (above_m >= 0) return std::min(above_m, std::hypot(above_m, beside_m) - leg_.rod_m);
        return -std::hypot(above_m, std::max(0.0, leg_.rod_m - beside_m));
    }

    /// Where the rod is too short it stands for one that just reaches.
    double cone_clearance_m(const AllowedCone& cone, const Place& at) const {
        const double beside_m = std::sqrt(at.beside_sq_m2);
        const Vector across_m = beside_m > leg_.rod_m ? scaled(at.across_m, leg_.rod_m / beside_m) : at.across_m;
        const double along_joint_m = dot(across_m + scaled(leg_.rail, height_m(at)), cone.axis);
        const double edge_m = distance_from_edge_m(cone.axis, cone.cosine, across_m);
        return along_joint_m >= cone.cosine * leg_.rod_m ? edge_m : -edge_m;
    }

    /// The rods of that cosine to the axis end on a circle: the distance, across the rail, from its ellipse.
    double distance_from_edge_m(const Vector& axis, double cosine, const Vector& across_m) const {
        const double along_rail = dot(axis, leg_.rail);
        const Vector leaning = axis - scaled(leg_.rail, along_rail);
        const double lean = std::sqrt(dot(leaning, leaning));
        const double radius_m = leg_.rod_m * std::sqrt(std::max(0.0, 1 - cosine * cosine));
        const double out_m = std::sqrt(dot(across_m, across_m));
        if (!(lean > 1e-12)) return std::abs(out_m - radius_m);
        const double forward_m = dot(across_m, leaning) / lean;
        const double sideways_m = dot(across_m, cross(leg_.rail, leaning)) / lean;
        return distance_from_ellipse(radius_m, radius_m * std::abs(along_rail), sideways_m,
                                     forward_m - cosine * leg_.rod_m * lean);
    }

    SliderLeg leg_;
    double rod_sq_m2_ = leg_.rod_m * leg_.rod_m;
    bool ahead_;
    std::array<LegJoint, 2> joints_;
};

}  // namespace

std::shared_ptr<const PosedLeg> posed_slider(const SliderAtPose& leg) { return std::make_shared<PosedSlider>(leg); }

}  // namespace hexscan

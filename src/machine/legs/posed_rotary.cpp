#include "src/machine/legs/posed_rotary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "src/base/best_first.h"
#include "src/machine/machine_tuning.h"

namespace hexscan {
namespace {

using std::numbers::pi;

constexpr double infinite = std::numeric_limits<double>::infinity();

ArmDirection<double> direction_at(double angle_rad) { return {exact_cos(angle_rad), exact_sin(angle_rad)}; }

/// What a range of angles limits. In a range as small as one_angle a rod that reaches at neither end reaches nowhere:
/// between them its tip is nearer by less than rounding.
ArmRange range_between(double from_rad, double to_rad) {
    constexpr double one_angle_rad = 0x1p-30;
    if (!(to_rad - from_rad < 2 * pi)) return ArmRange::any;
    if (to_rad - from_rad < one_angle_rad) return ArmRange::one_angle;
    return to_rad - from_rad <= pi ? ArmRange::to_half_turn : ArmRange::beyond_half_turn;
}

/// A lower bound of the least value of a function on [from, to] that changes by `rate` per unit at most, by branch and
/// bound: by `share` of itself below the least value, or where that is more, by `small`; or `enough`; not below 0.
template <class Function>
double least_value(const Function& function, double from, double to, double rate, double share, double small,
                   double enough) {
    struct Part {
        double at_least, middle, half;
        bool operator<(const Part& other) const { return at_least > other.at_least; }
    };
    BestFirst<Part> parts;
    double met = infinite;
    const auto add = [&](double middle, double half) {
        const double value = function(middle);
        met = std::min(met, value);
        parts.add({value - rate * half, middle, half});
    };
    constexpr int first_parts = tuning::first_parts_of_range;
    const double half = (to - from) / (2 * first_parts);
    for (int k = 0; k < first_parts; ++k) add(from + (2 * k + 1) * half, half);
    const auto is_near = [&](const Part& part) {
        return part.at_least >= enough || !(met - part.at_least > std::max(small, share * part.at_least));
    };
    const auto split = [&](const Part& part) {
        add(part.middle - part.half / 2, part.half / 2);
        add(part.middle + part.half / 2, part.half / 2);
    };
    return std::max(0.0, parts.search(is_near, split)->at_least);
}

/// A leg whose arm is behind; one whose arm is ahead is the same seen from the other side, where angles fall.
class PosedRotary final : public PosedLeg {
public:
    explicit PosedRotary(const RotaryAtPose& leg)
        : from_rad_(leg.ahead ? -leg.to_rad : leg.from_rad),
          to_rad_(leg.ahead ? -leg.from_rad : leg.to_rad),
          ahead_(leg.ahead),
          leg_{leg.u,
               leg.ahead ? scaled(leg.w, -1) : leg.w,
               leg.ahead ? scaled(leg.axis, -1) : leg.axis,
               leg.arm_m,
               leg.rod_m,
               direction_at(from_rad_),
               direction_at(to_rad_),
               direction_at((from_rad_ + to_rad_) / 2),
               range_between(from_rad_, to_rad_),
               leg.at_arm.rod_end(),
               leg.at_platform.rod_end()},
          at_arm_(leg.at_arm),
          at_platform_(leg.at_platform) {}

    std::optional<RodForm> form() const override {
        return at_arm_.is_rod_end() && at_platform_.is_rod_end() ? std::optional<RodForm>(leg_) : std::nullopt;
    }
    bool keeps(const Vector& l) const override {
        if (!exact_rotary_keeps(leg_, l)) return false;
        if (at_arm_.is_rod_end() && at_platform_.is_rod_end()) return true;
        const Direction arm = arm_at(place(l));
        const Vector rod = l - tip(arm);
        return (at_arm_.is_rod_end() || at_arm_.keeps(at_angle_0(rod, arm), leg_.rod_m)) &&
               (at_platform_.is_rod_end() || at_platform_.keeps(rod, leg_.rod_m));
    }

    /// Joints: the circles on which rods of the limit's tilt end, wherever the arm is; a position that violates a joint
    /// may also leave the other limits before it gets there, so the bound is not beyond theirs.
    void clearances_m(const Vector& l, std::span<double> clearances_m) const override {
        const Place at = place(l);
        const double others_m = add_own_clearances(at, l, clearances_m);
        if (others_m >= 0) add_joint_clearances(at, l, others_m, rotary_joint_slack, infinite, clearances_m);
    }
    void near_clearances_m(const Vector& l, double nearer_than_m, std::span<double> clearances_m) const override {
        const Place at = place(l);
        const double others_m = add_own_clearances(at, l, clearances_m), nearer_m = std::min(others_m, nearer_than_m);
        if (others_m >= 0) add_joint_clearances(at, l, others_m, rotary_joint_slack, nearer_m, clearances_m);
    }

    /// What is beyond the other limits is enough.
    double rough_clearance_m(const Vector& l, std::span<double> room) const override {
        const Place at = place(l);
        const double others_m = add_own_clearances(at, l, room);
        if (others_m >= 0) add_joint_clearances(at, l, others_m, rough_joint_slack, others_m, room);
        return *std::min_element(room.begin(), room.end());
    }

    double doubt_m(double longest_m) const override {
        const double extent_m = longest_m + leg_.arm_m + leg_.rod_m;
        return 0x1p-16 * extent_m * std::max(1.0, extent_m / std::min(leg_.arm_m, leg_.rod_m));
    }

    std::vector<LimitState> states(const Vector& l) const override {
        const Place at = place(l);
        const double nearest_m = nearest_tip_m(leg_, at.exact).value, farthest_m = farthest_tip_m(leg_, at.exact).value;
        const double low_rad = ahead_ ? -to_rad_ : from_rad_, high_rad = ahead_ ? -from_rad_ : to_rad_;
        const double value_rad = value(at);
        const bool asks_angle = is_angle_limited() && nearest_m <= leg_.rod_m && leg_.rod_m <= farthest_m;
        const Direction arm = arm_at(at);
        const Vector rod = l - tip(arm);
        std::vector<LimitState> states{{nearest_m, leg_.rod_m, leg_.rod_m - nearest_m},
                                       {farthest_m, leg_.rod_m, farthest_m - leg_.rod_m},
                                       {value_rad, low_rad, asks_angle ? value_rad - low_rad : infinite},
                                       {value_rad, high_rad, asks_angle ? high_rad - value_rad : infinite}};
        at_arm_.append_states(at_angle_0(rod, arm), states);
        at_platform_.append_states(rod, states);
        return states;
    }

    LegShape shape(const Vector& l) const override {
        const Place at = place(l);
        const Direction arm = arm_at(at);
        const Vector forward = scaled(leg_.w, arm.u) - scaled(leg_.u, arm.w);
        return {tip(arm), ahead_ ? scaled(forward, -1) : forward, value(at), at.square_m4 >= 0};
    }

    /// The arm's angle is phi - acos q with q = g / (2 r R), R being the far end's distance from the motor's axis: phi
    /// changes by no more than asin(t / R), g by t (2 L + t) and R by t.
    double foot_shift_m(const Vector& l, double moved_m) const override {
        const Place at = place(l);
        const double here_m2 = at.exact.g_m2.value;
        const double radius_m = std::sqrt(at.radius_sq_m2), g_m2 = moved_m * (2 * std::sqrt(dot(l, l)) + moved_m);
        if (!(moved_m < radius_m)) return 2 * leg_.arm_m;
        const auto opening_rad = [&](double g, double radius) {
            return std::acos(std::clamp(g / (2 * leg_.arm_m * radius), -1.0, 1.0));
        };
        const auto nearest_m = [&](double g, bool widens) {
            return radius_m + ((g > 0) == widens ? moved_m : -moved_m);
        };
        const double low = here_m2 - g_m2, high = here_m2 + g_m2, here_rad = opening_rad(here_m2, radius_m);
        const double least_rad = opening_rad(high, nearest_m(high, false));
        const double most_rad = opening_rad(low, nearest_m(low, true));
        const double turned_rad = std::asin(moved_m / radius_m) + std::max(here_rad - least_rad, most_rad - here_rad);
        return 2 * leg_.arm_m * std::sin(std::min(turned_rad, pi) / 2);
    }

private:
    using Direction = ArmDirection<double>;

    /// A leg vector as the motor sees it (kernels/rotary_leg.h).
    struct Place {
        RotaryPlace exact;
        double u_m, w_m, beside_m, radius_sq_m2, square_m4;
    };

    static constexpr std::size_t own_limits = rotary_limits;

    Place place(const Vector& l) const {
        const RotaryPlace at = rotary_place(leg_, l);
        return {at, at.u_m.value, at.w_m.value, at.beside_m.value, at.radius_sq_m2.value, at.square_m4.value};
    }
    bool is_angle_limited() const { return leg_.range != ArmRange::any; }

    Direction arm_at(const Place& at) const {
        const ArmDirection<exact::Number> arm = hexscan::arm_at(leg_, at.exact);
        return {arm.u.value, arm.w.value};
    }
    double off_middle_rad(const Place& at) const {
        const Direction arm = arm_at(at);
        return std::remainder(std::atan2(arm.w, arm.u) - (from_rad_ + to_rad_) / 2, 2 * pi);
    }
    /// Of the angles that are a turn apart the one nearest to the middle of the range.
    double value(const Place& at) const {
        const double behind_rad = (from_rad_ + to_rad_) / 2 + off_middle_rad(at);
        return ahead_ ? -behind_rad : behind_rad;
    }

    Vector tip(const Direction& arm) const {
        return scaled(leg_.u, leg_.arm_m * arm.u) + scaled(leg_.w, leg_.arm_m * arm.w);
    }
    /// A vector as an arm that carries it would have it at angle 0.
    Vector at_angle_0(const Vector& v, const Direction& arm) const {
        const double along_u = dot(v, leg_.u), along_w = dot(v, leg_.w);
        return scaled(leg_.axis, dot(v, leg_.axis)) + scaled(leg_.u, along_u * arm.u + along_w * arm.w) +
               scaled(leg_.w, along_w * arm.u - along_u * arm.w);
    }

    /// Those of the rod and of the angle, joints' left open; returns the least.
    double add_own_clearances(const Place& at, const Vector& l, std::span<double> clearances_m) const {
        const RotaryClearances own = rotary_clearances(leg_, ahead_, at.exact, l);
        std::fill(clearances_m.begin(), clearances_m.end(), infinite);
        double least_m = infinite;
        for (std::size_t k = 0; k < own_limits; ++k) least_m = std::min(least_m, clearances_m[k] = own.m[k].value);
        return least_m;
    }
    /// Of joints that keep it, clearances from `nearer_m` on are told as any that are not less.
    void add_joint_clearances(const Place& at, const Vector& l, double others_m, const JointSlack& slack,
                              double nearer_m, std::span<double> clearances_m) const {
        add_joint_clearances(at_arm_, true, at, l, others_m, slack, nearer_m, clearances_m.subspan(own_limits));
        add_joint_clearances(at_platform_, false, at, l, others_m, slack, nearer_m,
                             clearances_m.subspan(own_limits + at_arm_.limits()));
    }
    void add_joint_clearances(const LegJoint& joint, bool is_carried, const Place& at, const Vector& l, double others_m,
                              const JointSlack& slack, double nearer_m, std::span<double> clearances_m) const {
        if (!joint.is_limited()) return;
        const Direction arm = arm_at(at);
        const Vector rod = l - tip(arm), seen = is_carried ? at_angle_0(rod, arm) : rod;
        for (const AllowedCone& cone : joint.cones()) {
            const bool kept = dot(seen, cone.axis) >= cone.cosine * leg_.rod_m;
            if (kept && nearer_m <= 0) continue;
            const double edge_m = distance_from_edge_m(cone, is_carried, at, l, slack, kept ? nearer_m : others_m);
            double& clearance_m = clearances_m[cone.limit];
            clearance_m = std::min(clearance_m, kept ? edge_m : violated_by_m(std::min(edge_m, others_m)).value);
        }
    }

    /// From the circles on which rods at the cone's edge end, over all angles of the arm's range.
    double distance_from_edge_m(const AllowedCone& cone, bool is_carried, const Place& at, const Vector& l,
                                const JointSlack& slack, double enough_m) const {
        const double out_m = leg_.rod_m * cone.sine, up_m = leg_.rod_m * cone.cosine;
        const auto from_circle_m = [&](double angle_rad) {
            const Direction arm{std::cos(angle_rad), std::sin(angle_rad)};
            const Vector rod = l - tip(arm), seen = is_carried ? at_angle_0(rod, arm) : rod;
            const Vector beside = cross(seen, cone.axis);
            return std::hypot(std::sqrt(dot(beside, beside)) - out_m, dot(seen, cone.axis) - up_m);
        };
        // To turn arm and axis is to turn the position about the motor's axis the other way.
        const double rate_m = is_carried ? std::sqrt(at.radius_sq_m2) : leg_.arm_m;
        const double to_rad = std::min(to_rad_, from_rad_ + 2 * pi);
        return least_value(from_circle_m, from_rad_, to_rad, rate_m, slack.share, slack.of_rod * leg_.rod_m, enough_m);
    }

    double from_rad_, to_rad_;
    bool ahead_;
    RotaryLeg leg_;
    LegJoint at_arm_, at_platform_;
};

}  // namespace

std::shared_ptr<const PosedLeg> posed_rotary(const RotaryAtPose& leg) { return std::make_shared<PosedRotary>(leg); }

}  // namespace hexscan

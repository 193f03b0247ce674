#include "src/machine/legs/posed_rotary.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/rod_shape.h"
#include "src/base/infinity.h"
#include "src/machine/legs/leg_forms.h"

namespace hexscan {
namespace {

using std::numbers::pi;

ArmDirection<double> direction_at(double angle_rad) { return {exact_cos(angle_rad), exact_sin(angle_rad)}; }

/// The kind of a range of angles. A range narrower than one_angle_rad counts as a single angle, because the arm's tip
/// moves by less than rounding. A rod that reaches at neither end of such a range reaches nowhere in it.
ArmRange range_between(double from_rad, double to_rad) {
    constexpr double one_angle_rad = 0x1p-30;
    if (!(to_rad - from_rad < 2 * pi)) return ArmRange::any;
    if (to_rad - from_rad < one_angle_rad) return ArmRange::one_angle;
    return to_rad - from_rad <= pi ? ArmRange::to_half_turn : ArmRange::beyond_half_turn;
}

ArmDirection<double> turned_by(const ArmDirection<double>& arm, const ArmDirection<double>& by) {
    return {arm.u * by.u - arm.w * by.w, arm.w * by.u + arm.u * by.w};
}
ArmDirection<double> half_of(const ArmDirection<double>& turn) {
    const double cosine = std::sqrt((1 + turn.u) / 2);
    return {cosine, turn.w / (2 * cosine)};
}

/// The parts of a range of angles (kernels/points/arm_search.h). A range beyond a full turn is cut to one.
ArmParts parts_between(double from_rad, double to_rad) {
    to_rad = std::min(to_rad, from_rad + 2 * pi);
    ArmParts parts{};
    parts.half_rad = (to_rad - from_rad) / (2 * ArmParts::first_parts);
    const ArmDirection<double> half = direction_at(parts.half_rad), whole = direction_at(2 * parts.half_rad);
    parts.middles[0] = direction_at(from_rad + parts.half_rad);
    for (int k = 1; k < ArmParts::first_parts; ++k) parts.middles[k] = turned_by(parts.middles[k - 1], whole);
    parts.turns[0] = half_of(half);
    for (int k = 1; k < ArmParts::most_halvings; ++k) parts.turns[k] = half_of(parts.turns[k - 1]);
    return parts;
}

/// A leg whose arm is behind. An arm that is ahead is its mirror image, in which angles decrease.
class PosedRotary final : public PosedLeg {
public:
    explicit PosedRotary(const RotaryAtPose& leg)
        : from_rad_(leg.ahead ? -leg.to_rad : leg.from_rad),
          to_rad_(leg.ahead ? -leg.from_rad : leg.to_rad),
          ahead_(leg.ahead),
          whole_{
              {leg.u, leg.ahead ? scaled(leg.w, -1) : leg.w, leg.ahead ? scaled(leg.axis, -1) : leg.axis, leg.arm_m,
               leg.rod_m, direction_at(from_rad_), direction_at(to_rad_), direction_at((from_rad_ + to_rad_) / 2),
               range_between(from_rad_, to_rad_), leg.at_arm.rod_end(), leg.at_platform.rod_end()},
              leg.ahead,
              {leg.at_arm.allowed(), leg.at_platform.allowed()},
              leg.at_arm.is_limited() || leg.at_platform.is_limited() ? parts_between(from_rad_, to_rad_) : ArmParts{}},
          at_arm_(leg.at_arm),
          at_platform_(leg.at_platform) {}

    std::optional<RodForm> form() const override {
        const bool has_rod_ends = whole_.joints[0].is_rod_end && whole_.joints[1].is_rod_end;
        return has_rod_ends ? std::optional<RodForm>(leg_) : std::nullopt;
    }
    WholeLeg whole() const override { return whole_; }
    bool keeps(const Vector& l) const override { return whole_.keeps(l); }
    void clearances_m(const Vector& l, std::span<double> clearances_m) const override {
        whole_.clearances_m(l, rotary_joint_slack, infinity, clearances_m.data());
    }
    void near_clearances_m(const Vector& l, double nearer_than_m, std::span<double> clearances_m) const override {
        whole_.clearances_m(l, rotary_joint_slack, std::min(nearer_than_m, only_the_least_m), clearances_m.data());
    }
    /// Limits the search for clearances to `enough_m`.
    double rough_clearance_m(const Vector& l, std::span<double> room, double enough_m) const override {
        whole_.clearances_m(l, rough_to(enough_m), only_the_least_m, room.data());
        return *std::min_element(room.begin(), room.end());
    }

    double doubt_m(double longest_m) const override {
        const double extent_m = longest_m + leg_.arm_m + leg_.rod_m;
        return 0x1p-16 * extent_m * std::max(1.0, extent_m / std::min(leg_.arm_m, leg_.rod_m));
    }

    std::vector<LimitState> states(const Vector& l) const override {
        const RotaryPlace at = rotary_place(leg_, l);
        const double nearest_m = nearest_tip_m(leg_, at).value, farthest_m = farthest_tip_m(leg_, at).value;
        const double low_rad = ahead_ ? -to_rad_ : from_rad_, high_rad = ahead_ ? -from_rad_ : to_rad_;
        const double value_rad = value(at);
        const bool asks_angle = is_angle_limited() && nearest_m <= leg_.rod_m && leg_.rod_m <= farthest_m;
        const Direction arm = arm_at(at);
        const Vector rod = l - tip(arm);
        std::vector<LimitState> states{{nearest_m, leg_.rod_m, leg_.rod_m - nearest_m},
                                       {farthest_m, leg_.rod_m, farthest_m - leg_.rod_m},
                                       {value_rad, low_rad, asks_angle ? value_rad - low_rad : infinity},
                                       {value_rad, high_rad, asks_angle ? high_rad - value_rad : infinity}};
        at_arm_.append_states(at_angle_0(rod, arm), states);
        at_platform_.append_states(rod, states);
        return states;
    }

    LegShape shape(const Vector& l) const override {
        const RotaryPlace at = rotary_place(leg_, l);
        const RodShape shape = rod_shape(leg_, ahead_, at);
        return {shape.foot_m, shape.motion, value(at), shape.closes};
    }

private:
    using Direction = ArmDirection<double>;

    bool is_angle_limited() const { return leg_.range != ArmRange::any; }

    Direction arm_at(const RotaryPlace& at) const {
        const ArmDirection<exact::Number> arm = hexscan::arm_at(leg_, at);
        return {arm.u.value, arm.w.value};
    }
    double off_middle_rad(const RotaryPlace& at) const {
        const Direction arm = arm_at(at);
        return std::remainder(std::atan2(arm.w, arm.u) - (from_rad_ + to_rad_) / 2, 2 * pi);
    }
    /// The arm's angle, as the equivalent angle nearest to the middle of the range. Angles that differ by full turns
    /// are equivalent.
    double value(const RotaryPlace& at) const {
        const double behind_rad = (from_rad_ + to_rad_) / 2 + off_middle_rad(at);
        return ahead_ ? -behind_rad : behind_rad;
    }

    static Vector vector_of(const ExactVector& v) { return {v.x.value, v.y.value, v.z.value}; }
    Vector tip(const Direction& arm) const { return vector_of(arm_tip(leg_, exact_direction(arm))); }
    Vector at_angle_0(const Vector& v, const Direction& arm) const {
        return vector_of(whole_.at_angle_0(exact_vector(v), exact_direction(arm)));
    }

    double from_rad_, to_rad_;
    bool ahead_;
    WholeArm whole_;
    const RotaryLeg& leg_ = whole_.leg;
    LegJoint at_arm_, at_platform_;
};

}  // namespace

std::shared_ptr<const PosedLeg> posed_rotary(const RotaryAtPose& leg) { return std::make_shared<PosedRotary>(leg); }

}  // namespace hexscan

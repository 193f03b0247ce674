#include <algorithm>
#include <numbers>

#include "src/check/rods/rod_leg.h"

namespace hexscan {
namespace {

constexpr Interval any_value(-infinity, infinity);

class RotaryBounds final : public RodLeg {
public:
    RotaryBounds(const Machine& machine, const RotaryLegs& legs, std::size_t leg, double way)
        : RodLeg(machine, leg, legs.rod[leg],
                 frame_of({legs.zero_x[leg], legs.zero_y[leg], legs.zero_z[leg]},
                          scaled(Vector{legs.up_x[leg], legs.up_y[leg], legs.up_z[leg]}, way))),
          arm_m_(legs.arm[leg]),
          from_rad_(way > 0 ? legs.angle_from[leg] : -legs.angle_to[leg]),
          to_rad_(way > 0 ? legs.angle_to[leg] : -legs.angle_from[leg]),
          from_(arm_at(from_rad_)),
          to_(arm_at(to_rad_)) {}

    RodClearanceBound bound(const PreparedBox& box, double asked_m) const override {
        const Components l = components(box, 0);
        const Interval radius_m = hypotenuse(l.first, l.second), rod_m(rod_length_m()), arm_m(arm_m_);
        const double by_m = std::max(0.0, asked_m);
        const double reach_m = std::min((rod_m - hypotenuse(radius_m - arm_m, l.third)).lo,
                                        (hypotenuse(radius_m + arm_m, l.third) - rod_m).lo);
        RodClearanceBound bound{reach_m, middle_of(box.box)};
        if (to_rad_ - from_rad_ < 2 * std::numbers::pi) {
            const double angle_m = angle_at_least_m(box, by_m);
            const bool keeps = angle_m >= by_m || (reach_m >= by_m && slopes_keep_angle(box, by_m, bound));
            bound.at_least_m = std::min(reach_m, keeps ? std::max(angle_m, by_m) : angle_m);
        }
        add_joints(box, by_m, reach_m >= by_m, bound);
        return bound;
    }

private:
    struct Arm {
        Interval u, w;
    };
    static Arm arm_at(double angle_rad) {
        return {hull(cosine_of(angle_rad), exact_cos(angle_rad)), hull(sine_of(angle_rad), exact_sin(angle_rad))};
    }
    Interval beyond_m(const Components& l, const Arm& arm) const {
        const Interval u = l.first - arm.u * arm_m_, w = l.second - arm.w * arm_m_;
        return square_root(square(u) + square(w) + square(l.third)) - rod_length_m();
    }
    /// For both ends of the range: the distance of the leg's end from the arm's tip, minus the rod's length.
    struct Ends {
        Interval from_m, to_m;
    };
    Ends beyond_ends_m(const Components& l) const { return {beyond_m(l, from_), beyond_m(l, to_)}; }
    /// True if the direction (u, w) is certainly within the arm's range of angles.
    bool is_on_way(Interval u, Interval w) const {
        const bool after_from = (from_.u * w - from_.w * u).lo >= 0, before_to = (u * to_.w - w * to_.u).lo >= 0;
        return to_rad_ - from_rad_ <= std::numbers::pi ? after_from && before_to : after_from || before_to;
    }
    /// Evaluates within_angles() of kernels/rotary_leg.h in intervals, and returns true only if the result is certain.
    /// If one end's sign is uncertain, the other end and the direction of the leg suffice. If both are uncertain, the
    /// direction of the arm suffices. An arm that cannot turn reaches only a surface, so no box is within its range.
    bool angle_keeps(const Components& l) const {
        if (!(from_rad_ < to_rad_)) return false;
        const auto [from_m, to_m] = beyond_ends_m(l);
        if (from_m.lo >= 0 && to_m.hi <= 0) return true;
        if (from_m.lo >= 0 && is_on_way(l.first, l.second)) return true;
        if (to_m.hi <= 0 && is_on_way(-l.first, -l.second)) return true;
        const ArmTriangle arm = triangle(l);
        return is_on_way(l.first * arm.g_m2 + l.second * arm.q_m2, l.second * arm.g_m2 - l.first * arm.q_m2);
    }
    /// The distance of the leg's end from two spheres, which it reaches with the arm at either end of its range. The
    /// result is `asked_m` if the arm stays within its range at all positions that the rod reaches. This case is needed
    /// because a sphere also has a part for the other branch, which is no limit.
    double angle_at_least_m(const PreparedBox& box, double asked_m) const {
        const Components l = components(box, 0);
        const auto [from_m, to_m] = beyond_ends_m(l);
        const double least_m = angle_keeps(l) ? std::min(distance_m(from_m), distance_m(to_m))
                                              : -std::max(from_m.magnitude(), to_m.magnitude());
        if (least_m >= asked_m || !angle_keeps(components(box, asked_m))) return least_m;
        return asked_m;
    }
    static double distance_m(Interval beyond_m) { return std::max({0.0, beyond_m.lo, -beyond_m.hi}); }
    /// The triangle of an arm of length r, a rod of length d and a leg vector l with components u and w in the arm's
    /// plane. Let g = l^2 + r^2 - d^2, and q^2 = (d^2 - nearest^2) (farthest^2 - d^2) with the smallest and the largest
    /// distance of the leg's end from the arm's circle. Then the arm's direction times 2 r hypot(u, w)^2 is (u g + w q,
    /// w g - u q). The rod does not reach where q^2 is below 0.
    struct ArmTriangle {
        Interval radius_sq_m2, to_nearest_m2, to_farthest_m2, g_m2, q_m2;
    };
    ArmTriangle triangle(const Components& l) const {
        const Interval radius_sq = square(l.first) + square(l.second), across_sq = square(l.third);
        const Interval radius_m = square_root(radius_sq), arm_m(arm_m_), rod_sq = square(Interval(rod_length_m()));
        const Interval to_nearest = rod_sq - (square(radius_m - arm_m) + across_sq);
        const Interval to_farthest = square(radius_m + arm_m) + across_sq - rod_sq;
        return {radius_sq, to_nearest, to_farthest, radius_sq + across_sq + square(arm_m) - rod_sq,
                square_root(to_nearest * to_farthest)};
    }
    /// In the frame that turns with the arm, the rod's component is (l^2 - r^2 - d^2) / 2r along the arm and q / 2r
    /// ahead of it. The rod must reach.
    RodInBox rod_in(const PreparedBox& box, double by_m) const override {
        const Components l = components(box, by_m);
        const ArmTriangle arm = triangle(l);
        const Interval arm_m(arm_m_), twice_arm = arm_m * 2.0;
        const Interval outwards = (arm.g_m2 - square(arm_m) * 2.0) / twice_arm;
        const Interval whole = arm.radius_sq_m2 * 2.0;
        const bool has_direction = arm.radius_sq_m2.lo > 0;
        const Interval tip_u = has_direction ? (l.first * arm.g_m2 + l.second * arm.q_m2) / whole : any_value,
                       tip_w = has_direction ? (l.second * arm.g_m2 - l.first * arm.q_m2) / whole : any_value;
        return {{outwards, arm.q_m2 / twice_arm, l.third}, {within_arm(tip_u), within_arm(tip_w), Interval(0.0)}};
    }
    /// ArmTriangle with slopes. `Number` is PoseSlopes or LegCurve, and `space` narrows it.
    template <class Number>
    struct ArmSlopes {
        Vec3<Number> l;
        Number radius_sq_m2, g_m2, q_m2;
    };
    /// q has no slopes if the arm may point directly at the leg's end or away from it.
    template <class Number, class Space>
    ArmSlopes<Number> arm_slopes(const Vec3<Number>& l, const Space& space) const {
        const Interval arm_sq_m2 = square(Interval(arm_m_));
        const Number radius_sq_m2 = space.within_slopes(square(l.x) + square(l.y));
        const Number g_m2 =
            space.within_slopes(radius_sq_m2 + square(l.z) + Number(arm_sq_m2 - square(Interval(rod_length_m()))));
        return {l, radius_sq_m2, g_m2,
                square_root(space.within_slopes(radius_sq_m2 * (arm_sq_m2 * 4.0) - square(g_m2)))};
    }
    /// The arm's tip. Its position is unknown if the leg's end may be on the motor's axis.
    template <class Number>
    struct TipSlopes {
        Number u, w;
    };
    template <class Number, class Space>
    TipSlopes<Number> tip_slopes(const ArmSlopes<Number>& arm, const Space& space) const {
        if (!is_positive(arm.radius_sq_m2)) {
            Number any(within_arm(any_value));
            any.sloped = false;
            return {any, any};
        }
        const auto& [l, radius_sq_m2, g_m2, q_m2] = arm;
        const Number whole_m2 = radius_sq_m2 * Interval(2);
        return {space.within_slopes((l.x * g_m2 + l.y * q_m2) / whole_m2),
                space.within_slopes((l.y * g_m2 - l.x * q_m2) / whole_m2)};
    }
    template <class Number, class Space>
    Vec3<Number> rod_of(const ArmSlopes<Number>& arm, const Space& space) const {
        const TipSlopes<Number> tip = tip_slopes(arm, space);
        return {arm.l.x - tip.u, arm.l.y - tip.w, arm.l.z};
    }
    Interval per_twice_arm() const { return Interval(1) / (Interval(arm_m_) * 2.0); }
    SlopesVector rod_from_foot(const PosesNear& poses) const override {
        const auto [l, radius_sq_m2, g_m2, q_m2] = arm_slopes(leg_in_frame(poses), poses);
        return {(g_m2 - PoseSlopes(square(Interval(arm_m_)) * 2.0)) * per_twice_arm(), q_m2 * per_twice_arm(), l.z};
    }
    PoseSlopes along_motion(const PosesNear& poses) const override { return rod_from_foot(poses).y; }
    SlopesVector rod_in_frame(const PosesNear& poses) const override {
        return rod_of(arm_slopes(leg_in_frame(poses), poses), poses);
    }
    RodCurves curves(const LegVectors& vectors) const override {
        const ArmSlopes<LegCurve> arm = arm_slopes(vectors.vector(), vectors);
        return {rod_of(arm, vectors), arm.q_m2 * per_twice_arm()};
    }
    /// True if slopes prove that the arm is within its range. For a range beyond half a turn, the tip must be on the
    /// range's side of the line through its positions at both ends.
    bool slopes_keep_angle(const PreparedBox& box, double by_m, RodClearanceBound& bound) const {
        if (!(from_rad_ < to_rad_)) return false;
        const auto keeps = [&](Interval along_u, Interval along_w, Interval least_m) {
            return never_negative(box, by_m, bound, [&](const PosesNear& poses) {
                const auto tip = tip_slopes(arm_slopes(leg_in_frame(poses), poses), poses);
                return tip.u * along_u + tip.w * along_w - PoseSlopes(least_m);
            });
        };
        if (to_rad_ - from_rad_ <= std::numbers::pi) return keeps(-from_.w, from_.u, 0) && keeps(to_.w, -to_.u, 0);
        const Interval chord_u = to_.u - from_.u, chord_w = to_.w - from_.w;
        return keeps(chord_w, -chord_u, (from_.u * chord_w - from_.w * chord_u) * arm_m_);
    }
    Interval within_arm(Interval a) const { return {std::max(a.lo, -arm_m_), std::min(a.hi, arm_m_)}; }

    double arm_m_, from_rad_, to_rad_;
    Arm from_, to_;
};

}  // namespace

std::unique_ptr<const RodBounds> bounds_of(const Machine& machine, const RotaryLegs& legs, std::size_t leg) {
    return std::make_unique<RotaryBounds>(machine, legs, leg, legs.branch[leg] == 0 ? 1 : -1);
}

}  // namespace hexscan

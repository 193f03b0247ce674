#include "src/check/rod_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <vector>

#include "src/check/box_halves.h"
#include "src/check/check_tuning.h"
#include "src/check/pose_slopes.h"
#include "src/machine/home_state.h"
#include "src/machine/pose_clearance.h"
#include "src/machine/surfaces/joint_bounds.h"

namespace hexscan {
namespace {

constexpr double unknown_m = -infinity;
constexpr Interval anywhere(-infinity, infinity);

Interval hypotenuse(Interval a, Interval b) { return square_root(square(a) + square(b)); }
Interval least_of(Interval a, Interval b) { return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)}; }
Interval widened(Interval a, double by) { return by > 0 ? a + Interval(-by, by) : a; }

IntervalVector unit(const IntervalVector& v) {
    const Interval length = length_of(v);
    return {v.x / length, v.y / length, v.z / length};
}

/// Three axes, square to each other; the first is given.
struct Frame {
    IntervalVector first, second, third;
};

Frame frame_about(const Vector& axis) {
    const double x = std::abs(axis.x), y = std::abs(axis.y), z = std::abs(axis.z);
    const Vector beside = x <= y && x <= z ? Vector{1, 0, 0} : y <= z ? Vector{0, 1, 0} : Vector{0, 0, 1};
    Frame frame;
    frame.first = unit(exactly(axis));
    frame.second = unit(cross(frame.first, exactly(beside)));
    frame.third = cross(frame.first, frame.second);
    return frame;
}

Frame frame_of(const Vector& first, const Vector& second) {
    Frame frame;
    frame.first = unit(exactly(first));
    frame.second = unit(exactly(second));
    frame.third = cross(frame.first, frame.second);
    return frame;
}

/// What is between x . R y's ends over a box of orientations.
Interval form_between(const IntervalVector& x, const IntervalVector& y, const PreparedAngles& angles) {
    return {least_form(x, y, angles).at_least, -least_form(scaled(x, -1), y, angles).at_least};
}

/// Whether a rod whose component along the cone's axis is this is within it for sure.
bool surely_keeps(const ConeBounds& cone, Interval along_m, double rod_m) {
    return (along_m - cone.cosine * rod_m).lo >= 0;
}

/// What both kinds have: the joints and the leg vector's components.
class RodLeg : public RodBounds {
public:
    RodLeg(const Machine& machine, std::size_t leg, double rod_m, const Frame& frame)
        : base_m_(exactly(machine.base.points_m[leg])),
          joint_m_(exactly(machine.platform.points_m[leg])),
          rod_m_(rod_m),
          frame_(frame),
          foot_joint_(joint_bounds(machine.base, leg)),
          platform_joint_(joint_bounds(machine.platform, leg)) {}

protected:
    struct Components {
        Interval first, second, third;
    };

    Components components(const PreparedBox& box, double by_m) const {
        const IntervalVector w = box.position_m - base_m_;
        const auto along = [&](const IntervalVector& axis) {
            return widened(dot(axis, w) + form_between(axis, joint_m_, box.angles), by_m);
        };
        return {along(frame_.first), along(frame_.second), along(frame_.third)};
    }
    /// Along the axes of the frame.
    IntervalVector in_frame(const IntervalVector& v) const {
        return {dot(v, frame_.first), dot(v, frame_.second), dot(v, frame_.third)};
    }
    /// Of joints that keep their limits no more is known than what they were asked.
    void add_joints(const PreparedBox& box, double by_m, bool reaches, RodBound& bound) const {
        if (foot_joint_.empty() && platform_joint_.empty()) return;
        const bool keep = reaches && !bound.violated && joints_keep(box, by_m, bound);
        bound.at_least_m = keep ? std::min(bound.at_least_m, by_m) : unknown_m;
    }
    /// Whether both joints surely keep their limits at the box's poses and up to `by_m` from them; if not, the bound's
    /// lowest pose may become one where one does least.
    virtual bool joints_keep(const PreparedBox& box, double by_m, RodBound& bound) const = 0;
    /// The rod as the foot's joint sees it, and by its components in the frame.
    virtual SlopesVector rod_from_foot(const PosesNear& poses) const = 0;
    virtual SlopesVector rod_in_frame(const PosesNear& poses) const = 0;
    SlopesVector rod_from_platform(const PosesNear& poses) const {
        const SlopesVector rod = rod_in_frame(poses);
        const auto axis_sum = [&](Interval first, Interval second, Interval third) {
            return rod.x * first + rod.y * second + rod.z * third;
        };
        const auto& [first, second, third] = frame_;
        return poses.turned_back({axis_sum(first.x, second.x, third.x), axis_sum(first.y, second.y, third.y),
                                  axis_sum(first.z, second.z, third.z)});
    }
    SlopesVector leg_in_frame(const PosesNear& poses) const {
        const SlopesVector l = poses.position_m + poses.turned(constant(joint_m_)) - constant(base_m_);
        const auto component = [&](const IntervalVector& axis) { return poses.within_slopes(along(axis, l)); };
        return {component(frame_.first), component(frame_.second), component(frame_.third)};
    }
    /// Whether a number of poses is nowhere negative, up to `by_m` from them, by its slopes; if not, the bound's lowest
    /// pose is one where it is about the least. It is `number(poses)`.
    template <class NumberOf>
    bool never_negative(const PreparedBox& box, double by_m, RodBound& bound, const NumberOf& number) const {
        const OrientationOrder order = box.angles.order;
        const int most = by_m > 0 && bound.at_least_m >= by_m ? tuning::looks_within_clearance : 1;
        std::vector<MovedPoses> open{moved(box.box, by_m)};
        int looks = 0;
        while (!open.empty()) {
            ++looks;
            MovedPoses part = open.back();
            open.pop_back();
            const auto halves = halves_unless_kept(part, order, bound, number);
            if (!halves) continue;
            if (looks >= most || bound.violated) {
                bound.lowest = middle_of(part.box);
                bound.parts += looks / tuning::looks_of_part;
                return false;
            }
            for (const MovedPoses& half : *halves)
                if (is_there(half)) open.push_back(half);
        }
        bound.parts += looks / tuning::looks_of_part;
        return true;
    }
    /// Nothing where a number is nowhere negative. The poses become those of the end where it is about the least.
    template <class NumberOf>
    std::optional<std::array<MovedPoses, 2>> halves_unless_kept(MovedPoses& part, OrientationOrder order,
                                                                RodBound& bound, const NumberOf& number) const {
        for (;;) {
            const PosesNear poses(part, order);
            const PoseSlopes slopes = number(poses);
            if (poses.least(slopes) >= 0) return std::nullopt;
            if (!slopes.sloped) return halves_of(part, widest(part));
            if (const std::optional<PoseBox> end = poses.least_end(slopes)) {
                part.box = *end;
                continue;
            }
            if (part.by_m > 0) {
                const Vector move_m = poses.lowest_move(slopes);
                const Interval there = number(PosesNear(moved(middle_of(part.box), move_m), order)).value;
                if (poses.least_from(slopes, there, move_m) >= 0) return std::nullopt;
                bound.violated = there.hi < 0 && length_of(exactly(move_m)).hi <= part.by_m;
            }
            return poses.halves(slopes);
        }
    }
    /// The coordinate of box or moves that moves the rod most.
    std::size_t widest(const MovedPoses& poses) const {
        const double lever_m = rod_m_ + length_of(joint_m_).hi;
        std::size_t most = widest_axis(poses.box, lever_m);
        double most_m = extent_m(poses.box, most, lever_m);
        for (std::size_t k = 0; k < MovedPoses::moves; ++k) {
            const double width_m = poses.high_m[k] - poses.low_m[k];
            if (!(width_m > most_m)) continue;
            most_m = width_m;
            most = PoseBox::dimensions + k;
        }
        return most;
    }
    /// Whether a rod, given in the frame of its foot's joint, surely keeps that joint's limits.
    bool foot_keeps(const IntervalVector& rod_m, const PreparedBox& box, double by_m, RodBound& bound) const {
        return std::ranges::all_of(foot_joint_, [&](const ConeBounds& cone) {
            const IntervalVector axis = in_frame(cone.axis);
            return surely_keeps(cone, dot(axis, rod_m), rod_m_) ||
                   never_negative(box, by_m, bound, [&](const PosesNear& poses) {
                       return along(axis, rod_from_foot(poses)) - cone.cosine * rod_m_;
                   });
        });
    }
    /// The same of the platform's joint, where the rod's foot is at these components.
    bool platform_keeps(const Components& foot, const PreparedBox& box, double by_m, RodBound& bound) const {
        const IntervalVector from =
            box.position_m - base_m_ -
            (times(frame_.first, foot.first) + times(frame_.second, foot.second) + times(frame_.third, foot.third));
        return std::ranges::all_of(platform_joint_, [&](const ConeBounds& cone) {
            const Interval along_m = form_between(from, cone.axis, box.angles) + dot(joint_m_, cone.axis);
            return surely_keeps(cone, widened(along_m, by_m), rod_m_) ||
                   never_negative(box, by_m, bound, [&](const PosesNear& poses) {
                       return along(cone.axis, rod_from_platform(poses)) - cone.cosine * rod_m_;
                   });
        });
    }
    static IntervalVector times(const IntervalVector& v, Interval by) { return {v.x * by, v.y * by, v.z * by}; }

    IntervalVector base_m_, joint_m_;
    double rod_m_;
    Frame frame_;
    std::vector<ConeBounds> foot_joint_, platform_joint_;
};

class SliderBounds final : public RodLeg {
public:
    SliderBounds(const Machine& machine, const SliderLegs& legs, std::size_t leg, double way)
        : RodLeg(machine, leg, legs.rod[leg],
                 frame_about(scaled(Vector{legs.rail_x[leg], legs.rail_y[leg], legs.rail_z[leg]}, way))),
          from_m_(way > 0 ? legs.travel_from[leg] : -legs.travel_to[leg]),
          to_m_(way > 0 ? legs.travel_to[leg] : -legs.travel_from[leg]) {}

    RodBound bound(const PreparedBox& box, double asked_m) const override {
        const Components l = components(box, 0);
        const Interval beside_m = hypotenuse(l.second, l.third);
        const double reach_m = (Interval(rod_m_) - beside_m).lo, by_m = std::max(0.0, asked_m);
        const double least_m = std::min({reach_m, beyond_half_sphere_m(l.first - from_m_, beside_m).lo,
                                         (-beyond_half_sphere_m(l.first - to_m_, beside_m)).lo});
        RodBound bound{reach_m, middle_of(box.box)};
        const bool keeps = least_m < by_m && reach_m >= by_m && travel_keeps(box, by_m, bound);
        bound.at_least_m = keeps ? by_m : least_m;
        add_joints(box, by_m, true, bound);
        return bound;
    }

private:
    /// As the distance of slider_legs.cpp, which rises with both.
    Interval beyond_half_sphere_m(Interval above_m, Interval beside_m) const {
        return {beyond_m(above_m.lo, beside_m.lo).lo, beyond_m(above_m.hi, beside_m.hi).hi};
    }
    Interval beyond_m(double above_m, double beside_m) const {
        if (above_m >= 0) return least_of(above_m, hypotenuse(above_m, beside_m) - rod_m_);
        return -hypotenuse(above_m, maximum(0.0, Interval(rod_m_) - beside_m));
    }
    bool joints_keep(const PreparedBox& box, double by_m, RodBound& bound) const override {
        const Components l = components(box, by_m);
        const Interval beside_m = hypotenuse(l.second, l.third);
        const Interval height_m = square_root((Interval(rod_m_) - beside_m) * (Interval(rod_m_) + beside_m));
        return foot_keeps({height_m, l.second, l.third}, box, by_m, bound) &&
               platform_keeps({l.first - height_m, Interval(0.0), Interval(0.0)}, box, by_m, bound);
    }
    /// What the carriage is behind the leg's end. It has no slopes where the rod may be square to its rail.
    PoseSlopes height(const SlopesVector& l, const PosesNear& poses) const {
        return square_root(poses.within_slopes(PoseSlopes(square(Interval(rod_m_))) - square(l.y) - square(l.z)));
    }
    SlopesVector rod_from_foot(const PosesNear& poses) const override { return rod_in_frame(poses); }
    SlopesVector rod_in_frame(const PosesNear& poses) const override {
        const SlopesVector l = leg_in_frame(poses);
        return {height(l, poses), l.y, l.z};
    }
    bool travel_keeps(const PreparedBox& box, double by_m, RodBound& bound) const {
        const auto keeps = [&](Interval end_m, Interval way) {
            return never_negative(box, by_m, bound, [&](const PosesNear& poses) {
                const SlopesVector l = leg_in_frame(poses);
                return (l.x - height(l, poses) - PoseSlopes(end_m)) * way;
            });
        };
        return keeps(from_m_, 1) && keeps(to_m_, -1);
    }

    double from_m_, to_m_;
};

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

    RodBound bound(const PreparedBox& box, double asked_m) const override {
        const Components l = components(box, 0);
        const Interval radius_m = hypotenuse(l.first, l.second), rod_m(rod_m_), arm_m(arm_m_);
        const double by_m = std::max(0.0, asked_m);
        const double reach_m = std::min((rod_m - hypotenuse(radius_m - arm_m, l.third)).lo,
                                        (hypotenuse(radius_m + arm_m, l.third) - rod_m).lo);
        RodBound bound{reach_m, middle_of(box.box)};
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
        return square_root(square(u) + square(w) + square(l.third)) - rod_m_;
    }
    /// How far the tips at both ends of the range are beyond the rod.
    struct Ends {
        Interval from_m, to_m;
    };
    Ends beyond_ends_m(const Components& l) const { return {beyond_m(l, from_), beyond_m(l, to_)}; }
    bool is_on_way(Interval u, Interval w) const {
        const bool after_from = (from_.u * w - from_.w * u).lo >= 0, before_to = (u * to_.w - w * to_.u).lo >= 0;
        return to_rad_ - from_rad_ <= std::numbers::pi ? after_from && before_to : after_from || before_to;
    }
    /// As within_angles() of kernels/rotary_leg.h, where signs are sure. Where one end may be where the arm ahead of
    /// the rod would be, the other one and where the leg points are enough. Where both may be, where the arm points
    /// is. An arm that cannot turn reaches no more than a surface.
    bool angle_keeps(const Components& l) const {
        if (!(from_rad_ < to_rad_)) return false;
        const auto [from_m, to_m] = beyond_ends_m(l);
        if (from_m.lo >= 0 && to_m.hi <= 0) return true;
        if (from_m.lo >= 0 && is_on_way(l.first, l.second)) return true;
        if (to_m.hi <= 0 && is_on_way(-l.first, -l.second)) return true;
        const ArmTriangle arm = triangle(l);
        return is_on_way(l.first * arm.g_m2 + l.second * arm.q_m2, l.second * arm.g_m2 - l.first * arm.q_m2);
    }
    /// The distances from both spheres, or what is asked: the sphere that the arm ahead would end on limits nothing.
    double angle_at_least_m(const PreparedBox& box, double asked_m) const {
        const Components l = components(box, 0);
        const auto [from_m, to_m] = beyond_ends_m(l);
        const double least_m = angle_keeps(l) ? std::min(distance_m(from_m), distance_m(to_m))
                                              : -std::max(from_m.magnitude(), to_m.magnitude());
        if (least_m >= asked_m || !angle_keeps(components(box, asked_m))) return least_m;
        return asked_m;
    }
    static double distance_m(Interval beyond_m) { return std::max({0.0, beyond_m.lo, -beyond_m.hi}); }
    /// With g and q the arm's direction times 2 r hypot(u, w)^2 is (u g + w q, w g - u q), where
    /// q^2 = (d^2 - nearest^2) (farthest^2 - d^2); what of it is below 0 is where the rod does not reach.
    struct ArmTriangle {
        Interval radius_sq_m2, to_nearest_m2, to_farthest_m2, g_m2, q_m2;
    };
    ArmTriangle triangle(const Components& l) const {
        const Interval radius_sq = square(l.first) + square(l.second), across_sq = square(l.third);
        const Interval radius_m = square_root(radius_sq), arm_m(arm_m_), rod_sq = square(Interval(rod_m_));
        const Interval to_nearest = rod_sq - (square(radius_m - arm_m) + across_sq);
        const Interval to_farthest = square(radius_m + arm_m) + across_sq - rod_sq;
        return {radius_sq, to_nearest, to_farthest, radius_sq + across_sq + square(arm_m) - rod_sq,
                square_root(to_nearest * to_farthest)};
    }
    /// In the frame that turns with the arm the rod along it is (l^2 - r^2 - d^2) / 2r, and ahead of it q / 2r. The rod
    /// reaches.
    bool joints_keep(const PreparedBox& box, double by_m, RodBound& bound) const override {
        const Components l = components(box, by_m);
        const ArmTriangle arm = triangle(l);
        const Interval arm_m(arm_m_), twice_arm = arm_m * 2.0;
        const Interval outwards = (arm.g_m2 - square(arm_m) * 2.0) / twice_arm;
        if (!foot_keeps({outwards, arm.q_m2 / twice_arm, l.third}, box, by_m, bound)) return false;
        if (platform_joint_.empty()) return true;
        const Interval whole = arm.radius_sq_m2 * 2.0;
        const bool has_direction = arm.radius_sq_m2.lo > 0;
        const Interval tip_u = has_direction ? (l.first * arm.g_m2 + l.second * arm.q_m2) / whole : anywhere,
                       tip_w = has_direction ? (l.second * arm.g_m2 - l.first * arm.q_m2) / whole : anywhere;
        return platform_keeps({within_arm(tip_u), within_arm(tip_w), Interval(0.0)}, box, by_m, bound);
    }
    /// As ArmTriangle.
    struct ArmSlopes {
        SlopesVector l;
        PoseSlopes radius_sq_m2, g_m2, q_m2;
    };
    /// q has no slopes where the arm may point at the leg's end or away from it.
    ArmSlopes arm_slopes(const PosesNear& poses) const {
        const SlopesVector l = leg_in_frame(poses);
        const Interval arm_sq_m2 = square(Interval(arm_m_));
        const PoseSlopes radius_sq_m2 = poses.within_slopes(square(l.x) + square(l.y));
        const PoseSlopes g_m2 =
            poses.within_slopes(radius_sq_m2 + square(l.z) + PoseSlopes(arm_sq_m2 - square(Interval(rod_m_))));
        return {l, radius_sq_m2, g_m2,
                square_root(poses.within_slopes(radius_sq_m2 * (arm_sq_m2 * 4.0) - square(g_m2)))};
    }
    /// The arm's tip. Where the leg's end may be on the motor's axis it may be anywhere.
    struct TipSlopes {
        PoseSlopes u, w;
    };
    TipSlopes tip_slopes(const ArmSlopes& arm, const PosesNear& poses) const {
        if (!is_positive(arm.radius_sq_m2)) {
            PoseSlopes any(within_arm(anywhere));
            any.sloped = false;
            return {any, any};
        }
        const auto& [l, radius_sq_m2, g_m2, q_m2] = arm;
        const PoseSlopes whole_m2 = radius_sq_m2 * Interval(2);
        return {poses.within_slopes((l.x * g_m2 + l.y * q_m2) / whole_m2),
                poses.within_slopes((l.y * g_m2 - l.x * q_m2) / whole_m2)};
    }
    SlopesVector rod_from_foot(const PosesNear& poses) const override {
        const Interval per_twice_arm = Interval(1) / (Interval(arm_m_) * 2.0);
        const auto [l, radius_sq_m2, g_m2, q_m2] = arm_slopes(poses);
        return {(g_m2 - PoseSlopes(square(Interval(arm_m_)) * 2.0)) * per_twice_arm, q_m2 * per_twice_arm, l.z};
    }
    SlopesVector rod_in_frame(const PosesNear& poses) const override {
        const ArmSlopes arm = arm_slopes(poses);
        const TipSlopes tip = tip_slopes(arm, poses);
        return {arm.l.x - tip.u, arm.l.y - tip.w, arm.l.z};
    }
    /// Whether the arm is between the ends of its range, by its slopes. Of a range beyond half a turn it is on one side
    /// of the line through both ends.
    bool slopes_keep_angle(const PreparedBox& box, double by_m, RodBound& bound) const {
        if (!(from_rad_ < to_rad_)) return false;
        const auto keeps = [&](Interval along_u, Interval along_w, Interval least_m) {
            return never_negative(box, by_m, bound, [&](const PosesNear& poses) {
                const TipSlopes tip = tip_slopes(arm_slopes(poses), poses);
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

std::unique_ptr<const RodBounds> bounds_of(const Machine& machine, const SliderLegs& legs, std::size_t leg) {
    return std::make_unique<SliderBounds>(machine, legs, leg, legs.branch[leg] == 0 ? 1 : -1);
}

std::unique_ptr<const RodBounds> bounds_of(const Machine& machine, const RotaryLegs& legs, std::size_t leg) {
    return std::make_unique<RotaryBounds>(machine, legs, leg, legs.branch[leg] == 0 ? 1 : -1);
}

/// Telescopic legs have bounds of their own (leg_bounds.h).
std::unique_ptr<const RodBounds> bounds_of(const Machine&, const TelescopicLegs&, std::size_t) { return nullptr; }

}  // namespace

PreparedBox::PreparedBox(const PoseBox& whole, OrientationOrder order)
    : box(whole),
      position_m{{box.low[0], box.high[0]}, {box.low[1], box.high[1]}, {box.low[2], box.high[2]}},
      angles({{box.low[3], box.low[4], box.low[5]}, {box.high[3], box.high[4], box.high[5]}}, order) {}

std::array<std::unique_ptr<const RodBounds>, leg_count> rod_bounds(const Machine& machine) {
    std::array<std::unique_ptr<const RodBounds>, leg_count> bounds;
    for (std::size_t i = 0; i < leg_count; ++i)
        bounds[i] = std::visit([&](const auto& legs) { return bounds_of(machine, legs, i); }, machine.legs);
    return bounds;
}

/// The distances that clearances of reach, travel and angle are have fewer than 64 roundings of lengths within the
/// machine's reach. That of a joint is a lower bound: what is violated for sure is told by its angle, which near the
/// edge of a branch is as good as the root of a rounding.
Interval rod_clearance_at(const Machine& machine, const Pose& pose) {
    constexpr double sure_rad = 1e-6;
    const double rounding_m = 64 * 0x1p-52 * longest_leg_m(machine);
    const std::vector<double> clearances_m = OrientedMachine(machine, pose.orientation).clearances_m(pose.position_m);
    const std::vector<LimitState> states = limit_states(machine, pose);
    const LimitTable table = limits_of(machine);
    Interval least{infinity, infinity};
    for (const Limit& limit : table.rows()) {
        const std::size_t row = static_cast<std::size_t>(limit.id) - 1;
        least.lo = std::min(least.lo, clearances_m[row] - rounding_m);
        if (limit.kind->side.empty())
            least.hi = std::min(least.hi, clearances_m[row] + rounding_m);
        else if (states[row].left < -sure_rad)
            least.hi = std::min(least.hi, -std::numeric_limits<double>::min());
    }
    return least;
}

}  // namespace hexscan

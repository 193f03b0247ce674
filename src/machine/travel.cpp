#include "src/machine/travel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "src/machine/course.h"
#include "src/machine/telescopic_legs.h"

namespace hexscan {
namespace {

constexpr std::size_t positions = 3;  ///< of the axes, those that move in a straight line
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double full_turn_rad = 2 * std::numbers::pi;

/// A leg while one axis moves.
struct MovingLeg {
    LegLimits<double> limits;
    Moving leg_vector, platform_axis;
    Vector base_axis;
    bool turns;

    bool has(LegLimit which) const {
        if (which == LegLimit::longest) return true;
        if (which == LegLimit::shortest) return limits.min_length_m > 0;
        return (which == LegLimit::base_joint ? limits.base : limits.platform).limited;
    }
    double clearance_m(LegLimit which, double t) const {
        return limit_clearance_m(limits, which, leg_vector.at(t), base_axis, platform_axis.at(t));
    }
    /// l . l: of a turning leg the parts that do not change stand in the constant.
    Course squared_length() const {
        const Moving& l = leg_vector;
        return {dot(l.constant, l.constant) + dot(l.cosine, l.cosine), 2 * dot(l.constant, l.along),
                2 * dot(l.constant, l.cosine), 2 * dot(l.constant, l.sine), dot(l.along, l.along)};
    }
    /// l . m of the platform's axis, which turns with the leg: l = s + v and m turn by the same, so that v . m stays.
    Course along_platform_axis() const {
        if (!turns) return component(leg_vector, platform_axis.constant);
        const Vector middle = leg_vector.constant;
        Course d = component(platform_axis, middle);
        d.constant += dot(leg_vector.cosine, platform_axis.cosine);
        return d;
    }
};

/// Values of the axis between which the limit is met once at most.
std::vector<double> breakpoints(const MovingLeg& leg, LegLimit which) {
    std::vector<double> points;
    const Course q = leg.squared_length();
    Course f = q;
    if (which == LegLimit::base_joint || which == LegLimit::platform_joint) {
        const bool base = which == LegLimit::base_joint;
        const Course d = base ? component(leg.leg_vector, leg.base_axis) : leg.along_platform_axis();
        const double cosine = (base ? leg.limits.base : leg.limits.platform).cosine;
        f = minus(square(d), cosine * cosine, q);
        append_zeros(d, points);
    }
    if (leg.turns)
        append_turning_points(f, points);
    else if (f.squared != 0)
        points.push_back(-f.along / f.squared / 2);
    return points;
}

/// The first t from 0 on, in the direction `way`, after which the limit is violated before `farthest`; infinite where
/// it never is.
double first_violation(const MovingLeg& leg, LegLimit which, double way, double farthest) {
    std::vector<double> points = breakpoints(leg, which);
    for (double& point : points) {
        point *= way;
        if (leg.turns) point -= full_turn_rad * std::floor(point / full_turn_rad);
    }
    std::erase_if(points, [&](double point) { return !(point > 0 && point < farthest); });
    points.push_back(farthest);
    std::sort(points.begin(), points.end());
    const auto violated = [&](double t) { return !(leg.clearance_m(which, way * t) >= 0); };
    double kept = 0;
    for (const double point : points) {
        if (!violated(point)) {
            kept = point;
            continue;
        }
        double lost = point;
        for (double middle = kept + (lost - kept) / 2; kept < middle && middle < lost;
             middle = kept + (lost - kept) / 2)
            (violated(middle) ? lost : kept) = middle;
        return kept;
    }
    return infinity;
}

/// A limit while one axis moves: kept where `f` is not negative, and where `or_else` is not.
struct Keeping {
    BoundedCourse f;
    std::optional<BoundedCourse> or_else;
};

/// With d the component along a joint's axis, q the squared length and c the cosine of the largest tilt, a joint is
/// kept where d >= c sqrt(q): up to 90 degrees where d^2 - c^2 q is not negative, as long as the leg does not pass
/// through the apex, where both are 0; beyond, where d is not negative or c^2 q - d^2 is not.
Keeping keeping_of(const MovingLeg& leg, LegLimit which, double farthest) {
    constexpr double rounding = 64 * std::numeric_limits<double>::epsilon();
    const Course q = leg.squared_length();
    const double size_m2 = size_of(q, farthest);
    if (which == LegLimit::shortest || which == LegLimit::longest) {
        const double limit_m = which == LegLimit::shortest ? leg.limits.min_length_m : leg.limits.max_length_m;
        const Course limit{limit_m * limit_m};
        const double noise_m2 = rounding * (size_m2 + limit.constant);
        return {{which == LegLimit::shortest ? minus(q, 1, limit) : minus(limit, 1, q), noise_m2}, {}};
    }
    const bool base = which == LegLimit::base_joint;
    const double cosine = (base ? leg.limits.base : leg.limits.platform).cosine;
    const Course d = base ? component(leg.leg_vector, leg.base_axis) : leg.along_platform_axis();
    const BoundedCourse ahead(d, rounding * std::sqrt(size_m2));
    if (cosine == 0) return {ahead, {}};
    const Course cone = minus(square(d), cosine * cosine, q);
    if (cosine > 0) return {{cone, rounding * size_m2}, {}};
    return {{minus({}, 1, cone), rounding * size_m2}, ahead};
}

/// Where the limit ceases to be kept on the way from 0 to `farthest`, but for rounding; infinite where it does not.
/// Nothing where it is all but touched.
std::optional<double> end_by_steps(const Keeping& keeping, double way, double farthest) {
    constexpr int most_steps = 60;
    if (keeping.f.stays(keeping.f.at(0, way), farthest)) return infinity;
    if (keeping.f.swings_once() && !keeping.or_else) return keeping.f.first_zero_of_swing(way);
    // Seen from the other end there is less to go.
    const BoundedCourse::Place last = keeping.f.at(farthest, way);
    if (!keeping.f.may_be_zero(last)) farthest -= keeping.f.safe_step({last.value, -last.slope});
    double t = 0;
    for (int i = 0; i < most_steps && t < farthest; ++i) {
        const BoundedCourse::Place f = keeping.f.at(t, way);
        const double step = keeping.f.safe_step(f);
        if (keeping.or_else) {
            const BoundedCourse::Place other = keeping.or_else->at(t, way);
            if (!keeping.or_else->may_be_zero(other)) {
                const double other_step = keeping.or_else->safe_step(other);
                t += keeping.f.may_be_zero(f) ? other_step : std::max(step, other_step);
                continue;
            }
        }
        if (keeping.f.may_be_zero(f)) {
            if (keeping.f.grazes(f)) return std::nullopt;
            if (f.slope < 0) return t - std::max(0.0, f.value) / f.slope;
        }
        t += step;
    }
    return t < farthest ? std::nullopt : std::optional(infinity);
}

using Coordinates = std::array<double, pose_axes>;

Coordinates coordinates_at(const Pose& pose) {
    return {pose.position_m.x,         pose.position_m.y,          pose.position_m.z,
            pose.orientation.roll_rad, pose.orientation.pitch_rad, pose.orientation.yaw_rad};
}

Pose with_coordinate(const Pose& pose, std::size_t axis, double value) {
    Coordinates at = coordinates_at(pose);
    at[axis] = value;
    return {{at[0], at[1], at[2]}, {at[3], at[4], at[5]}};
}

/// The unit vector that an angle turns about, the other two angles kept.
Vector turned_about(const Machine& machine, const Pose& pose, std::size_t axis) {
    const Orientation& angles = pose.orientation;
    const bool zyx = machine.orientation_order == OrientationOrder::zyx;
    const Orientation before = zyx ? Orientation{0, axis == 3 ? angles.pitch_rad : 0, axis == 5 ? 0 : angles.yaw_rad}
                                   : Orientation{axis == 3 ? 0 : angles.roll_rad, axis == 5 ? angles.pitch_rad : 0, 0};
    const Vector own = axis == 3 ? Vector{1, 0, 0} : axis == 4 ? Vector{0, 1, 0} : Vector{0, 0, 1};
    return rotation_of(before, machine.orientation_order)(own);
}

std::array<MovingLeg, leg_count> moving_legs(const Machine& machine, const Pose& pose, std::size_t axis,
                                             const std::array<LegLimits<double>, leg_count>& limits) {
    const Rotation turned = rotation_of(pose.orientation, machine.orientation_order);
    const bool turns = axis >= positions;
    std::array<MovingLeg, leg_count> legs{};
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector joint = turned(machine.platform.points_m[i]), up = turned(machine.platform.axes[i]);
        const Vector standing = pose.position_m - machine.base.points_m[i];
        legs[i].limits = limits[i];
        legs[i].base_axis = machine.base.axes[i];
        legs[i].turns = turns;
        if (turns) {
            const Vector about = turned_about(machine, pose, axis);
            legs[i].leg_vector = turning(standing, joint, about);
            legs[i].platform_axis = turning({}, up, about);
        } else {
            const Vector direction{axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
            legs[i].leg_vector = moving_along(standing + joint, direction);
            legs[i].platform_axis = moving_along(up, {});
        }
    }
    return legs;
}

/// No position along an axis is reachable farther from here: every leg has a longest length.
double farthest_m(const std::array<MovingLeg, leg_count>& legs) {
    double farthest = infinity;
    for (const MovingLeg& leg : legs) {
        const Vector l = leg.leg_vector.at(0);
        farthest = std::min(farthest, std::sqrt(dot(l, l)) + leg.limits.max_length_m);
    }
    return 2 * farthest;
}

/// The coordinate `t` beyond the pose's, or so little less that the pose there is reachable when computed afresh.
double reachable_coordinate(const PoseTest& reaches, const Pose& pose, std::size_t axis, double way, double t) {
    const double at = coordinates_at(pose)[axis];
    const double ulp = std::numeric_limits<double>::epsilon() * std::max(std::abs(at) + t, 1e-300);
    for (double back = 0; back < t; back = back == 0 ? ulp : 2 * back) {
        const double value = at + way * (t - back);
        if (reaches(with_coordinate(pose, axis, value))) return value;
    }
    return at;
}

/// How far from the pose an axis's travel ends, and what ends it.
struct End {
    double t = infinity;
    LimitId limit = LimitId::none;
};

TravelEnd end_at(const PoseTest& reaches, const Pose& pose, std::size_t axis, double way, const End& end) {
    if (end.t == infinity) return {way * infinity, std::nullopt};
    return {reachable_coordinate(reaches, pose, axis, way, end.t), end.limit};
}

/// Limits that are met together but for rounding are told by the first of them.
void meet(const MovingLeg& leg, LegLimit which, LimitId id, const Keeping& keeping, double way, double farthest,
          End& end) {
    const double same = 1e-12 * farthest, until = std::min(end.t + same, farthest);
    const std::optional<double> stepped = end_by_steps(keeping, way, until);
    const double t = stepped ? *stepped : first_violation(leg, which, way, until);
    if (!(t < until)) return;
    if (t < end.t - same || id < end.limit) end.limit = id;
    end.t = std::min(end.t, t);
}

/// Both ends, back and forth. Lengths come first: they are quickly told, and what is beyond their ends need not be.
std::array<End, 2> ends_of(const std::array<MovingLeg, leg_count>& legs, double farthest) {
    std::array<End, 2> ends;
    for (const LegLimit which : telescopic_limits)
        for (std::size_t i = 0; i < leg_count; ++i) {
            if (!legs[i].has(which)) continue;
            const Keeping keeping = keeping_of(legs[i], which, farthest);
            meet(legs[i], which, limit_id(i, which), keeping, -1, farthest, ends[0]);
            meet(legs[i], which, limit_id(i, which), keeping, 1, farthest, ends[1]);
        }
    return ends;
}

/// One end of an axis of a machine whose legs have rods: no step is longer than the clearance allows the platform's
/// joints to move, but for what is too small to be told from a limit that is met.
End end_by_clearance(const Machine& machine, const Pose& pose, std::size_t axis, double way) {
    constexpr double least_part = 1e-7;
    const double from = coordinates_at(pose)[axis];
    double farthest = axis < positions ? 0 : full_turn_rad, joints_m_per_unit = axis < positions ? 1 : 0;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector& joint = machine.platform.points_m[i];
        const double radius_m = std::sqrt(dot(joint, joint));
        // What turns a joint's axis moves the rod's end as seen from it.
        if (axis >= positions) joints_m_per_unit = std::max(joints_m_per_unit, radius_m + tilting_m(machine.legs, i));
        if (axis < positions) farthest = std::max(farthest, 2 * reach_m(machine.legs, i));
    }
    const auto clearance = [&](double t) {
        return pose_clearance(machine, with_coordinate(pose, axis, from + way * t));
    };
    const double least_step = least_part * (axis < positions ? farthest : full_turn_rad);
    double kept = 0;
    PoseClearance here = clearance(0);
    while (here.clearance_m >= 0 && kept < farthest) {
        const double next = std::min(farthest, kept + std::max(least_step, here.clearance_m / joints_m_per_unit));
        here = clearance(next);
        if (here.clearance_m >= 0) {
            kept = next;
            continue;
        }
        double lost = next;
        for (double middle = kept + (lost - kept) / 2; kept < middle && middle < lost;
             middle = kept + (lost - kept) / 2)
            (clearance(middle).clearance_m < 0 ? lost : kept) = middle;
        const LimitId limit = clearance(lost).limit;
        return {kept, limit};
    }
    return {};
}

}  // namespace

Travel travel_from(const Machine& machine, const Pose& pose, const PoseTest& reaches) {
    Travel travel{};
    const bool has_rods = !machine.has_kernels();
    const auto limits = has_rods ? std::array<LegLimits<double>, leg_count>{} : leg_limits(machine);
    for (std::size_t axis = 0; axis < pose_axes; ++axis) {
        std::array<End, 2> ends;
        if (has_rods) {
            ends = {end_by_clearance(machine, pose, axis, -1), end_by_clearance(machine, pose, axis, 1)};
        } else {
            const std::array<MovingLeg, leg_count> legs = moving_legs(machine, pose, axis, limits);
            ends = ends_of(legs, axis < positions ? farthest_m(legs) : full_turn_rad);
        }
        travel[axis] = {end_at(reaches, pose, axis, -1, ends[0]), end_at(reaches, pose, axis, 1, ends[1])};
    }
    return travel;
}

}  // namespace hexscan

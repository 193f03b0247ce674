#include "src/machine/travel.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <vector>

#include <Eigen/Eigenvalues>

#include "src/machine/telescopic_legs.h"

namespace hexscan {
namespace {

constexpr std::size_t positions = 3;  ///< of the axes, those that move in a straight line
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double full_turn_rad = 2 * std::numbers::pi;

/// A vector that moves as an axis does: constant + along t, or constant + cosine cos t + sine sin t.
struct Moving {
    Vector constant{}, along{}, cosine{}, sine{};

    Vector at(double t) const {
        return constant + scaled(along, t) + scaled(cosine, std::cos(t)) + scaled(sine, std::sin(t));
    }
};

Moving moving_along(const Vector& start, const Vector& direction) { return {start, direction, {}, {}}; }

/// `v` turned about a unit vector (Rodrigues), beside something that stays.
Moving turning(const Vector& stays, const Vector& v, const Vector& about) {
    const Vector kept = scaled(about, dot(about, v));
    return {stays + kept, {}, v - kept, cross(about, v)};
}

/// constant + along t + cosine cos t + sine sin t + squared t^2 + cosine_2 cos 2t + sine_2 sin 2t.
struct Course {
    double constant = 0, along = 0, cosine = 0, sine = 0, squared = 0, cosine_2 = 0, sine_2 = 0;
};

/// The component of a moving vector along a fixed one.
Course component(const Moving& v, const Vector& n) {
    return {dot(v.constant, n), dot(v.along, n), dot(v.cosine, n), dot(v.sine, n)};
}

/// The square of a course that has no squares itself: a polynomial's or a circle's.
Course square(const Course& d) {
    const double a = d.constant, c = d.cosine, s = d.sine;
    return {a * a + (c * c + s * s) / 2, 2 * a * d.along,     2 * a * c, 2 * a * s,
            d.along * d.along,           (c * c - s * s) / 2, c * s};
}

Course minus(const Course& a, double factor, const Course& b) {
    return {a.constant - factor * b.constant, a.along - factor * b.along,     a.cosine - factor * b.cosine,
            a.sine - factor * b.sine,         a.squared - factor * b.squared, a.cosine_2 - factor * b.cosine_2,
            a.sine_2 - factor * b.sine_2};
}

/// The angles where a course of circles is stationary, among others that do no harm.
void append_turning_points(const Course& f, std::vector<double>& points) {
    const double largest_2 = std::hypot(f.cosine_2, f.sine_2), largest_1 = std::hypot(f.cosine, f.sine);
    if (largest_1 > 0) {
        points.push_back(std::atan2(f.sine, f.cosine));
        points.push_back(points.back() + std::numbers::pi);
    }
    if (!(largest_2 > 1e-14 * largest_1)) return;
    // f' times z^2 with z = exp(i t) is a polynomial of degree four; its companion matrix has the zeros.
    using Number = std::complex<double>;
    const Number second(f.sine_2, f.cosine_2), first(f.sine / 2, f.cosine / 2);
    Eigen::Matrix4cd companion = Eigen::Matrix4cd::Zero();
    companion(0, 3) = -std::conj(second) / second;
    companion(1, 3) = -std::conj(first) / second;
    companion(3, 3) = -first / second;
    for (int k = 1; k < 4; ++k) companion(k, k - 1) = 1;
    const Eigen::ComplexEigenSolver<Eigen::Matrix4cd> solver(companion, false);
    if (solver.info() != Eigen::Success)
        throw std::runtime_error("the zeros of a polynomial of degree 4 are not found");
    for (const Number& zero : solver.eigenvalues()) points.push_back(std::arg(zero));
}

/// Where a component of degree one is 0.
void append_zeros(const Course& d, std::vector<double>& points) {
    if (d.along != 0) points.push_back(-d.constant / d.along);
    const double size = std::hypot(d.cosine, d.sine);
    if (!(std::abs(d.constant) <= size) || size == 0) return;
    const double middle = std::atan2(d.sine, d.cosine), half = std::acos(-d.constant / size);
    points.push_back(middle - half);
    points.push_back(middle + half);
}

/// A leg while one axis moves.
struct MovingLeg {
    LegLimits<double> limits;
    Moving leg_vector, platform_axis;
    Vector base_axis;
    bool turns;

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

std::array<MovingLeg, leg_count> moving_legs(const Machine& machine, const Pose& pose, std::size_t axis) {
    const Rotation turned = rotation_of(pose.orientation, machine.orientation_order);
    const auto limits = leg_limits(machine);
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
double reachable_coordinate(const Machine& machine, const Pose& pose, std::size_t axis, double way, double t) {
    const double at = coordinates_at(pose)[axis];
    const double ulp = std::numeric_limits<double>::epsilon() * std::max(std::abs(at) + t, 1e-300);
    for (double back = 0; back < t; back = back == 0 ? ulp : 2 * back) {
        const double value = at + way * (t - back);
        if (pose_clearance(machine, with_coordinate(pose, axis, value)).clearance_m >= 0) return value;
    }
    return at;
}

TravelEnd end_of(const Machine& machine, const Pose& pose, std::size_t axis,
                 const std::array<MovingLeg, leg_count>& legs, double way) {
    const double farthest = axis < positions ? farthest_m(legs) : full_turn_rad;
    double least = infinity;
    PoseClearance limit;
    for (std::size_t i = 0; i < leg_count; ++i)
        for (const LegLimit which : telescopic_limits) {
            if (legs[i].clearance_m(which, 0) == infinity) continue;
            const double t = first_violation(legs[i], which, way, std::min(least, farthest));
            if (!(t < least)) continue;
            least = t;
            limit = {0, limit_id(i, which)};
        }
    if (least == infinity) return {way * infinity, std::nullopt};
    TravelEnd end{reachable_coordinate(machine, pose, axis, way, least), limit};
    end.limit->clearance_m = pose_clearance(machine, with_coordinate(pose, axis, end.at)).clearance_m;
    return end;
}

/// One end of an axis of a machine whose legs have rods: no step is longer than the clearance allows the platform's
/// joints to move, but for what is too small to be told from a limit that is met.
TravelEnd end_by_clearance(const Machine& machine, const Pose& pose, std::size_t axis, double way) {
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
        return {from + way * kept, PoseClearance{clearance(kept).clearance_m, limit}};
    }
    return {way * infinity, std::nullopt};
}

}  // namespace

Travel travel_from(const Machine& machine, const Pose& pose) {
    Travel travel{};
    if (!machine.is_telescopic()) {
        for (std::size_t axis = 0; axis < pose_axes; ++axis)
            travel[axis] = {end_by_clearance(machine, pose, axis, -1), end_by_clearance(machine, pose, axis, 1)};
        return travel;
    }
    for (std::size_t axis = 0; axis < pose_axes; ++axis) {
        const std::array<MovingLeg, leg_count> legs = moving_legs(machine, pose, axis);
        travel[axis] = {end_of(machine, pose, axis, legs, -1), end_of(machine, pose, axis, legs, 1)};
    }
    return travel;
}

}  // namespace hexscan

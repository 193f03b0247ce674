#include "src/machine/travel/travel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "src/base/infinity.h"
#include "src/machine/legs/leg_forms.h"
#include "src/machine/legs/leg_joint.h"
#include "src/machine/legs/telescope_parts.h"
#include "src/machine/legs/telescopic_legs.h"
#include "src/machine/limits.h"
#include "src/machine/machine_tuning.h"
#include "src/machine/shared/shared_limit.h"
#include "src/machine/travel/course.h"

namespace hexscan {
namespace {

constexpr std::size_t positions = 3;  ///< number of axes that move along a straight line
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
    /// l . l as a course. For a turning leg, the parts that do not change are in the constant.
    Course squared_length() const {
        const Moving& l = leg_vector;
        return {dot(l.constant, l.constant) + dot(l.cosine, l.cosine), 2 * dot(l.constant, l.along),
                2 * dot(l.constant, l.cosine), 2 * dot(l.constant, l.sine), dot(l.along, l.along)};
    }
    /// l . m as a course, for the platform joint's axis m. With l = s + v, s stays and v turns with the platform. So
    /// v . m is constant, because m turns too.
    Course along_platform_axis() const {
        if (!turns) return component(leg_vector, platform_axis.constant);
        const Vector middle = leg_vector.constant;
        Course d = component(platform_axis, middle);
        d.constant += dot(leg_vector.cosine, platform_axis.cosine);
        return d;
    }
};

/// Values of the axis between which the leg meets the limit at most once.
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

/// The first t from 0 in the direction `way` at which the leg begins to violate the limit. The result is infinity if
/// it keeps the limit up to `farthest`.
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

/// A limit while one axis moves. It is satisfied if `f` or `or_else` is not negative.
struct Keeping {
    BoundedCourse f;
    std::optional<BoundedCourse> or_else;
};

/// Let d be the component along a joint's axis, q the squared length and c the cosine of the largest tilt. A joint
/// satisfies its limit if d >= c sqrt(q). Up to 90 degrees this means that d^2 - c^2 q is not negative, as long as the
/// leg does not pass through the apex, where both are 0. Beyond 90 degrees it means that d or c^2 q - d^2 is not
/// negative.
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

/// The first place between 0 and `farthest` at which the limit is violated, up to rounding. The result is infinity if
/// the limit is kept. It is nullopt if the limit is almost touched, so that rounding or too many steps hide the answer.
std::optional<double> end_by_steps(const Keeping& keeping, double way, double farthest) {
    if (keeping.f.stays(keeping.f.at(0, way), farthest)) return infinity;
    if (keeping.f.swings_once() && !keeping.or_else) return keeping.f.first_zero_of_swing(way);
    // Shortens the range from its far end.
    const BoundedCourse::Place last = keeping.f.at(farthest, way);
    if (!keeping.f.may_be_zero(last)) farthest -= keeping.f.safe_step({last.value, -last.slope});
    double t = 0;
    for (int i = 0; i < tuning::steps_to_an_end && t < farthest; ++i) {
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

/// The unit vector of the axis about which the platform turns if one angle changes and the other two do not.
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
    const Vector about = turns ? turned_about(machine, pose, axis) : Vector{};
    std::array<MovingLeg, leg_count> legs{};
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector joint = turned(machine.platform.points_m[i]), up = turned(machine.platform.axes[i]);
        const Vector standing = pose.position_m - machine.base.points_m[i];
        legs[i].limits = limits[i];
        legs[i].base_axis = machine.base.axes[i];
        legs[i].turns = turns;
        if (turns) {
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

/// A distance along an axis beyond which no position is reachable, because every leg has a longest length.
double farthest_m(const std::array<MovingLeg, leg_count>& legs) {
    double farthest = infinity;
    for (const MovingLeg& leg : legs) {
        const Vector l = leg.leg_vector.at(0);
        farthest = std::min(farthest, std::sqrt(dot(l, l)) + leg.limits.max_length_m);
    }
    return 2 * farthest;
}

/// The coordinate at the distance `t` from the pose's, or slightly less so that `reaches` accepts the pose there.
double reachable_coordinate(const PoseTest& reaches, const Pose& pose, std::size_t axis, double way, double t) {
    const double at = coordinates_at(pose)[axis];
    const double ulp = std::numeric_limits<double>::epsilon() * std::max(std::abs(at) + t, 1e-300);
    for (double back = 0; back < t; back = back == 0 ? ulp : 2 * back) {
        const double value = at + way * (t - back);
        if (reaches(with_coordinate(pose, axis, value))) return value;
    }
    return at;
}

/// The distance from the pose to the end of an axis's travel, and the limit that ends it.
struct End {
    double t = infinity;
    LimitId limit = LimitId::none;
};

TravelEnd end_at(const PoseTest& reaches, const Pose& pose, std::size_t axis, double way, const End& end) {
    if (end.t == infinity) return {way * infinity, std::nullopt};
    return {reachable_coordinate(reaches, pose, axis, way, end.t), end.limit};
}

/// Shortens the end to the place where the leg meets the limit. If several limits coincide up to rounding, the first is
/// reported.
void meet(const MovingLeg& leg, LegLimit which, LimitId id, const Keeping& keeping, double way, double farthest,
          End& end) {
    const double same = 1e-12 * farthest, until = std::min(end.t + same, farthest);
    const std::optional<double> stepped = end_by_steps(keeping, way, until);
    const double t = stepped ? *stepped : first_violation(leg, which, way, until);
    if (!(t < until)) return;
    if (t < end.t - same || id < end.limit) end.limit = id;
    end.t = std::min(end.t, t);
}

/// Both ends, backward and forward. Checks lengths first: they are cheap and shorten the range for the other limits.
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

/// A leg with a rod, while one axis moves in one direction.
class RodOnWay {
public:
    RodOnWay(const Machine& machine, const Pose& pose, std::size_t axis, double way, std::size_t leg,
             const Moving& leg_vector)
        : machine_(machine),
          pose_(pose),
          axis_(axis),
          way_(way),
          leg_(leg),
          leg_vector_(leg_vector),
          clearances_m_(limits_of_leg(machine)),
          posed_(posed_leg(machine, leg, rotation_of(pose.orientation, machine.orientation_order))),
          joint_turns_(axis >= positions && LegJoint(machine.platform, leg).is_limited()) {
        const Vector& joint = machine.platform.points_m[leg];
        // If the joint's axis rotates, the rod's end also moves relative to it.
        if (axis >= positions) m_per_unit_ = std::sqrt(dot(joint, joint)) + tilting_m(machine.legs, leg);
    }

    /// Upper bound on the change of the leg's clearance per unit of the axis, in metres.
    double m_per_unit() const { return m_per_unit_; }
    /// True if the leg's rail is parallel to the axis. The carriage then moves along with the platform. Only the ends
    /// of its travel can end the motion, and beyond them the leg does not become valid again.
    bool goes_along_rail() const {
        const WholeLeg whole = posed_->whole();
        const auto* const slider = std::get_if<WholeSlider>(&whole);
        if (!slider || axis_ >= positions) return false;
        const Vector& rail = slider->leg.rail;
        return std::abs(std::array{rail.x, rail.y, rail.z}[axis_]) == 1;
    }
    double clearance_m(double t) {
        if (joint_turns_) {
            const Pose at = with_coordinate(pose_, axis_, coordinates_at(pose_)[axis_] + way_ * t);
            posed_ = posed_leg(machine_, leg_, rotation_of(at.orientation, machine_.orientation_order));
        }
        posed_->clearances_m(leg_vector_.at(way_ * t), clearances_m_);
        return *std::min_element(clearances_m_.begin(), clearances_m_.end());
    }

private:
    const Machine& machine_;
    const Pose& pose_;
    std::size_t axis_;
    double way_;
    std::size_t leg_;
    Moving leg_vector_;
    double m_per_unit_ = 1;
    std::vector<double> clearances_m_;
    std::shared_ptr<const PosedLeg> posed_;
    bool joint_turns_;
};

/// A zero of a function between `kept`, where it is not negative, and `lost`, where it is negative. Returns
/// neighbouring doubles. Uses secant steps (Illinois method) and regular bisections.
template <class Function>
std::pair<double, double> bracketed_zero(Function function, double kept, double kept_value, double lost,
                                         double lost_value) {
    for (int step = 0;; ++step) {
        const double middle = kept + (lost - kept) / 2;
        if (!(kept < middle && middle < lost)) return {kept, lost};
        const double secant = kept + (lost - kept) * (kept_value / (kept_value - lost_value));
        const double at = step % 3 != 2 && kept < secant && secant < lost ? secant : middle;
        const double value = function(at);
        if (value >= 0) {
            kept = at, kept_value = value;
            lost_value /= 2;
        } else {
            lost = at, lost_value = value;
            kept_value /= 2;
        }
    }
}

/// How far a leg satisfies its limits on the way from 0 to `until`. No step is longer than the motion that the leg's
/// clearance allows. There are two exceptions: steps of `least_step`, below which a limit counts as met, and a single
/// step along a rail.
double end_of_rod(RodOnWay& rod, double least_step, double until) {
    double kept = 0, kept_m = rod.clearance_m(0);
    if (!(kept_m >= 0)) return 0;
    if (rod.goes_along_rail()) least_step = until;
    while (kept < until) {
        const double next = std::min(until, kept + std::max(least_step, kept_m / rod.m_per_unit()));
        const double next_m = rod.clearance_m(next);
        if (!(next_m >= 0))
            return bracketed_zero([&](double t) { return rod.clearance_m(t); }, kept, kept_m, next, next_m).first;
        kept = next, kept_m = next_m;
    }
    return until;
}

/// The limit that is violated just beyond an end.
LimitId limit_beyond(const Machine& machine, const Pose& pose, std::size_t axis, double way, double end) {
    const double beyond = std::nextafter(coordinates_at(pose)[axis] + way * end, way * infinity);
    return pose_clearance(machine, with_coordinate(pose, axis, beyond)).limit;
}

/// One end of an axis's travel for a machine whose legs have rods. Each leg is searched only as far as the previous
/// legs satisfy their limits.
End end_by_clearance(const Machine& machine, const Pose& pose, std::size_t axis, double way) {
    constexpr double least_part = 1e-7;
    double farthest = axis < positions ? 0 : full_turn_rad;
    for (std::size_t i = 0; i < leg_count && axis < positions; ++i)
        farthest = std::max(farthest, 2 * reach_m(machine.legs, i));
    double until = farthest;
    const std::array<MovingLeg, leg_count> legs = moving_legs(machine, pose, axis, {});
    for (std::size_t i = 0; i < leg_count; ++i) {
        RodOnWay rod(machine, pose, axis, way, i, legs[i].leg_vector);
        // The least step is a part of the rod's length. A part of a long rail could step over whole ranges.
        const double size = axis < positions ? tilting_m(machine.legs, i) : full_turn_rad;
        until = end_of_rod(rod, least_part * size, until);
    }
    if (!(until < farthest)) return {};
    return {until, limit_beyond(machine, pose, axis, way, until)};
}

/// Machines with tilting joints that together are equivalent to a telescopic machine. The telescopic machine satisfies
/// its limits if and only if all of these machines satisfy theirs.
std::vector<Machine> tilting_machines(const Machine& machine) {
    const auto limit = [](JointSet& joints, std::size_t leg, const Vector& axis, double min_elevation_rad) {
        joints.universal.reset();
        joints.axes[leg] = axis;
        joints.max_misalignment_rad[leg] = infinity;
        joints.max_tilt_rad[leg] =
            min_elevation_rad == unlimited_elevation_rad ? infinity : std::numbers::pi / 2 - min_elevation_rad;
    };
    std::vector<Machine> machines;
    for (const std::array<FreeLeg, leg_count>& legs : telescope_parts(machine)) {
        Machine& part = machines.emplace_back(machine);
        for (std::size_t i = 0; i < leg_count; ++i) {
            limit(part.base, i, legs[i].limits.base_axis, legs[i].limits.base_min_elevation_rad);
            limit(part.platform, i, legs[i].platform_axis, legs[i].limits.platform_min_elevation_rad);
        }
    }
    return machines;
}

/// Upper bound on an axis's travel, for telescopic legs.
double farthest_of(const std::array<MovingLeg, leg_count>& legs, std::size_t axis) {
    return axis < positions ? farthest_m(legs) : full_turn_rad;
}

/// Both ends of an axis for a machine that is equivalent to all of these parts together.
std::array<End, 2> ends_of_all(const Machine& machine, const std::vector<Machine>& parts, const Pose& pose,
                               std::size_t axis) {
    std::array<End, 2> ends;
    for (const Machine& part : parts) {
        const std::array<MovingLeg, leg_count> legs = moving_legs(part, pose, axis, leg_limits(part));
        const std::array<End, 2> here = ends_of(legs, farthest_of(legs, axis));
        for (std::size_t k = 0; k < ends.size(); ++k) ends[k].t = std::min(ends[k].t, here[k].t);
    }
    for (std::size_t k = 0; k < ends.size(); ++k)
        if (ends[k].t < infinity) ends[k].limit = limit_beyond(machine, pose, axis, k == 0 ? -1 : 1, ends[k].t);
    return ends;
}

}  // namespace

Travel travel_from(const Machine& whole, const Pose& pose, const PoseTest& reaches) {
    std::optional<Machine> without_shared_limits;
    if (has_shared_limits(whole)) without_shared_limits = with_legs_limits_alone(whole);
    const Machine& machine = without_shared_limits ? *without_shared_limits : whole;
    Travel travel{};
    const bool has_kernels = machine.has_kernels();
    const auto limits = has_kernels ? leg_limits(machine) : std::array<LegLimits<double>, leg_count>{};
    const std::vector<Machine> parts =
        !has_kernels && machine.is_telescopic() ? tilting_machines(machine) : std::vector<Machine>{};
    for (std::size_t axis = 0; axis < pose_axes; ++axis) {
        std::array<End, 2> ends;
        if (has_kernels) {
            const std::array<MovingLeg, leg_count> legs = moving_legs(machine, pose, axis, limits);
            ends = ends_of(legs, farthest_of(legs, axis));
        } else if (machine.is_telescopic()) {
            ends = ends_of_all(machine, parts, pose, axis);
        } else {
            ends = {end_by_clearance(machine, pose, axis, -1), end_by_clearance(machine, pose, axis, 1)};
        }
        travel[axis] = {end_at(reaches, pose, axis, -1, ends[0]), end_at(reaches, pose, axis, 1, ends[1])};
    }
    return travel;
}

}  // namespace hexscan

#include "src/check/limit_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "src/check/check_tuning.h"
#include "src/check/rotation_form.h"

namespace hexscan {
namespace {

/// A pose at which a tangent touches, with the values that all limits share.
struct Contact {
    Pose pose;
    Rotation turned;
    Vector leg_m;  ///< From base to platform, in the base frame.
};

Contact contact_at(const LegBounds& leg, const Pose& pose) {
    const Rotation turned = rotation_of(pose.orientation, leg.order);
    return {pose, turned, pose.position_m + turned(middle(leg.platform_joint_m)) - middle(leg.base_joint_m)};
}

Vector clamped(const Vector& p, const PoseBox& box) {
    return {std::clamp(p.x, box.low[0], box.high[0]), std::clamp(p.y, box.low[1], box.high[1]),
            std::clamp(p.z, box.low[2], box.high[2])};
}

/// Returns the position of the box that is nearest to the forbidden cone, as the leg sees both. Alternating projections
/// find it (Bauschke and Borwein, SIAM Review 38, 1996). No proof depends on its accuracy.
Vector nearest_to_cone(const LegBounds& leg, const ConeBounds& joint, const Vector& axis, const Contact& contact,
                       const PoseBox& box) {
    const Vector to_apex = middle(leg.base_joint_m) - contact.turned(middle(leg.platform_joint_m));
    Vector p = clamped(contact.pose.position_m, box);
    for (int round = 0; round < tuning::rounds_of_nearest_pair; ++round) {
        const Vector l = p - to_apex;
        const Vector next = clamped(nearest_forbidden(joint, axis, l) + to_apex, box);
        const Vector step = next - p;
        p = next;
        if (!(length_of(step) > 1e-13 * length_of(l))) break;
    }
    return p;
}

/// The smallest v . p over the positions of the box.
Interval least_over_positions(const IntervalVector& v, const PoseBox& box) {
    const Interval least = v.x * Interval(box.low[0], box.high[0]) + v.y * Interval(box.low[1], box.high[1]) +
                           v.z * Interval(box.low[2], box.high[2]);
    return {least.lo, least.lo};
}

/// The bound of a forbidden set along `v` in the base frame. The set's support is `support_m` from the apex.
RotationBound forbidden_bound(const LegBounds& leg, const IntervalVector& v, Interval support_m, const PoseBox& box) {
    return {least_over_positions(v, box) - dot(v, leg.base_joint_m) - support_m, v, leg.platform_joint_m, 1};
}

/// The corners of the box of positions. Corners that coincide are listed once.
std::vector<Vector> corners_of(const PoseBox& box) {
    std::vector<Vector> corners;
    for (unsigned corner = 0; corner < 8; ++corner) {
        bool twin = false;
        std::array<double, 3> at{};
        for (unsigned k = 0; k < 3; ++k) {
            const bool upper = (corner >> k & 1U) != 0;
            twin = twin || (upper && box.low[k] == box.high[k]);
            at[k] = upper ? box.high[k] : box.low[k];
        }
        if (!twin) corners.push_back({at[0], at[1], at[2]});
    }
    return corners;
}

AngleBox angles_of(const PoseBox& box) {
    return {{box.low[3], box.low[4], box.low[5]}, {box.high[3], box.high[4], box.high[5]}};
}

Orientation orientation_at(const std::array<double, AngleBox::angles>& at_rad) {
    return {at_rad[0], at_rad[1], at_rad[2]};
}

/// The bound that a tangent gives.
struct TangentBound {
    double at_least_m = 0;
    Pose lowest;
    std::array<double, AngleBox::angles> angle_loss_m{};  ///< The loss from each angle's range (rotation_form.h).
    double radius_m = 1;                                  ///< Radius of the curve that the tangent touches.
    double clearance_m = 0;                               ///< Clearance at the tangent's own pose.
    double position_loss_m = 0;  ///< The part of clearance_m - at_least_m that positions cause.
};

/// The tangent of a limit that forbids a convex set.
class ForbiddenSet {
public:
    ForbiddenSet(const LegBounds& leg, const LimitProblem& problem, const PreparedAngles& angles)
        : leg_(leg), problem_(problem), angles_(angles) {}

    TangentBound at(const Pose& pose) const {
        if (problem_.limit.limit == LegLimit::shortest) return shortest(pose);
        return problem_.limit.of_platform() ? platform_joint(pose) : base_joint(pose);
    }

private:
    const ConeBounds& cone() const { return cone_of(leg_, problem_.limit); }

    /// Approximate radius of the sphere or cone at the leg's end.
    static double radius_of(const Contact& contact) { return std::max(length_of(contact.leg_m), 1e-30); }

    Vector nearest_to_apex(const Rotation& turned) const {
        return clamped(middle(leg_.base_joint_m) - turned(middle(leg_.platform_joint_m)), problem_.box);
    }

    TangentBound touching(const Contact& contact) const {
        const auto [v, support_m] = forbidden_tangent(leg_, problem_.limit, contact.leg_m);
        const RotationBound form = forbidden_bound(leg_, v, support_m, problem_.box);
        const FormMinimum least = least_form(form.x, form.y, angles_);
        TangentBound bound;
        bound.at_least_m = (form.constant_m + Interval(least.at_least)).lo;
        bound.lowest = {contact.pose.position_m, orientation_at(least.at_rad)};
        bound.angle_loss_m = least.loss;
        bound.radius_m = radius_of(contact);
        bound.clearance_m = dot(middle(v), contact.leg_m) - support_m.middle();
        bound.position_loss_m = dot(middle(v), contact.pose.position_m) - least_over_positions(v, problem_.box).lo;
        return bound;
    }

    TangentBound shortest(const Pose& pose) const {
        const Rotation turned = rotation_of(pose.orientation, leg_.order);
        const Contact contact = contact_at(leg_, {nearest_to_apex(turned), pose.orientation});
        TangentBound bound = touching(contact);
        bound.lowest.position_m = nearest_to_apex(rotation_of(bound.lowest.orientation, leg_.order));
        bound.position_loss_m = 0;
        bound.at_least_m = std::max(bound.at_least_m, -leg_.shortest_m.hi);
        return bound;
    }

    TangentBound base_joint(const Pose& pose) const {
        Contact contact = contact_at(leg_, pose);
        contact.pose.position_m = nearest_to_cone(leg_, cone(), middle(cone().axis), contact, problem_.box);
        return touching(contact_at(leg_, contact.pose));
    }

    /// The cone turns with the platform. In its frame, the position's part v . (p - a) also has the form, and is
    /// smallest at a corner.
    TangentBound platform_joint(const Pose& pose) const {
        Contact contact = contact_at(leg_, pose);
        const Vector axis = contact.turned(middle(cone().axis));
        contact.pose.position_m = nearest_to_cone(leg_, cone(), axis, contact, problem_.box);
        contact = contact_at(leg_, contact.pose);
        const IntervalVector v = forbidden_tangent(leg_, problem_.limit, contact.turned.back(contact.leg_m)).along;
        const Interval constant_m = dot(v, leg_.platform_joint_m);
        const Vector v_turned = contact.turned(middle(v));
        TangentBound bound;
        bound.at_least_m = std::numeric_limits<double>::infinity();
        bound.clearance_m = dot(v_turned, contact.leg_m);
        bound.radius_m = radius_of(contact);
        for (const Vector& corner : corners_of(problem_.box)) {
            const FormMinimum least = least_form(exactly(corner) - leg_.base_joint_m, v, angles_);
            const double at_least_m = (constant_m + Interval(least.at_least)).lo;
            bound.position_loss_m = std::max(bound.position_loss_m, dot(v_turned, contact.pose.position_m - corner));
            if (at_least_m >= bound.at_least_m) continue;
            bound.at_least_m = at_least_m;
            bound.lowest = {contact.pose.position_m, orientation_at(least.at_rad)};
            bound.angle_loss_m = least.loss;
        }
        return bound;
    }

    const LegBounds& leg_;
    const LimitProblem& problem_;
    const PreparedAngles& angles_;
};

/// How far half of each angle's range moves the leg's end or, for the platform joint, the base joint seen from the
/// platform. The error of a tangent is proportional to the square.
std::array<double, AngleBox::angles> turning_m(const LegBounds& leg, BoundedLimit limit, const PreparedAngles& angles,
                                               const Contact& contact) {
    const bool zyx = leg.order == OrientationOrder::zyx;
    const double yaw = (zyx ? 1 : -1) * contact.pose.orientation.yaw_rad, s = std::sin(yaw), c = std::cos(yaw);
    const Vector b = middle(leg.platform_joint_m);
    const bool with_platform = limit.of_platform();
    Vector x = with_platform ? contact.pose.position_m - middle(leg.base_joint_m) : contact.turned(b);
    Vector y = with_platform ? contact.turned.back(x) : b;
    // The other order is the inverse of this one with negated angles.
    if (!zyx) std::swap(x, y);
    const Vector t{x.x * c + x.y * s, x.y * c - x.x * s, x.z};
    return {angles.half_width_rad[0] * std::hypot(y.y, y.z), angles.half_width_rad[1] * std::hypot(t.x, t.z),
            angles.half_width_rad[2] * std::hypot(x.x, x.y)};
}

double sum_of(const std::array<double, AngleBox::angles>& parts) { return parts[0] + parts[1] + parts[2]; }

/// The tangent that touches the limit at a contact, for the corner w = p - a.
RotationBound convex_bound(const LegBounds& leg, const LimitProblem& problem, const PreparedAngles& angles,
                           const Contact& contact, const IntervalVector& w) {
    const IntervalVector& b = leg.platform_joint_m;
    if (problem.limit.limit == LegLimit::longest)
        return bound_inside_sphere(leg.longest_m, length_of(contact.leg_m), w, b);
    const ConeBounds& joint = cone_of(leg, problem.limit);
    const bool at_base = !problem.limit.of_platform();
    const Vector axis = at_base ? middle(joint.axis) : contact.turned(middle(joint.axis));
    const double move_m = sum_of(turning_m(leg, problem.limit, angles, contact));
    return bound_of(joint, at_base, {contact.leg_m, axis, move_m}, w, b);
}

TangentBound convex_tangent(const LegBounds& leg, const LimitProblem& problem, const PreparedAngles& angles,
                            const Pose& pose) {
    const Contact contact = contact_at(leg, pose);
    const IntervalVector w = exactly(pose.position_m) - leg.base_joint_m;
    const RotationBound form = convex_bound(leg, problem, angles, contact, w);
    const FormMinimum least = least_form(form.x, form.y, angles);
    TangentBound bound;
    bound.at_least_m = (form.constant_m + Interval(least.at_least)).lo;
    bound.lowest = {pose.position_m, orientation_at(least.at_rad)};
    bound.angle_loss_m = least.loss;
    bound.radius_m = form.radius_m;
    return bound;
}

/// A joint's tangent bounds the distance to its cone's surface. For some far ends the cone's apex is closer, so this
/// lowers the bound.
double with_apex(double at_least_m, const LegBounds& leg, const LimitProblem& problem, const PreparedAngles& angles) {
    if (problem.limit.limit == LegLimit::longest || at_least_m >= 0) return at_least_m;
    const ConeBounds& joint = cone_of(leg, problem.limit);
    const bool at_base = !problem.limit.of_platform();
    const Vector corner{problem.box.low[0], problem.box.low[1], problem.box.low[2]};
    const IntervalVector w = exactly(corner) - leg.base_joint_m;
    const IntervalVector& b = leg.platform_joint_m;
    const FormMinimum least = at_base ? least_form(joint.axis, b, angles) : least_form(w, joint.axis, angles);
    const Interval along_m = dot(joint.axis, at_base ? w : b) + Interval(least.at_least);
    if (along_m.lo >= 0) return at_least_m;
    return std::min(at_least_m, clearance_before_apex(joint, along_m.lo, length_of(w) + length_of(b)));
}

/// The dimension that causes most of the difference between clearance and bound.
std::size_t best_split(const LegBounds& leg, const LimitProblem& problem, const PreparedAngles& angles,
                       const TangentBound& bound) {
    std::size_t best = PoseBox::dimensions;
    double most = 0;
    const auto consider = [&](std::size_t dimension, double gain) {
        const double low = problem.box.low[dimension], high = problem.box.high[dimension];
        const double halfway = 0.5 * low + 0.5 * high;
        if (!(gain > most) || !(low < halfway && halfway < high)) return;
        most = gain;
        best = dimension;
    };
    if (2 * bound.position_loss_m > bound.clearance_m - bound.at_least_m)
        for (std::size_t k = 0; k < PoseBox::angles_begin; ++k) consider(k, problem.box.high[k] - problem.box.low[k]);
    if (best != PoseBox::dimensions) return best;
    const auto moves_m = turning_m(leg, problem.limit, angles, contact_at(leg, bound.lowest));
    for (std::size_t k = 0; k < AngleBox::angles; ++k)
        consider(PoseBox::angles_begin + k,
                 bound.angle_loss_m[k] + 0.5 * moves_m[k] * sum_of(moves_m) / bound.radius_m);
    return best;
}

Pose middle_of(const PoseBox& box, const PreparedAngles& angles) {
    return {{0.5 * box.low[0] + 0.5 * box.high[0], 0.5 * box.low[1] + 0.5 * box.high[1],
             0.5 * box.low[2] + 0.5 * box.high[2]},
            {angles.at_rad[0][PreparedAngles::middle], angles.at_rad[1][PreparedAngles::middle],
             angles.at_rad[2][PreparedAngles::middle]}};
}

}  // namespace

std::vector<LimitProblem> limit_problems(const std::array<LegBounds, leg_count>& legs, const PoseBox& box) {
    std::vector<LimitProblem> problems;
    const std::vector<Vector> corners = corners_of(box);
    for (int leg = 0; leg < leg_count; ++leg)
        for (const BoundedLimit limit : bounded_limits(legs[static_cast<std::size_t>(leg)])) {
            const LegBounds& bounds = legs[static_cast<std::size_t>(leg)];
            if (!allows_convex_set(bounds, limit)) {
                problems.push_back({leg, limit, box});
                continue;
            }
            for (const Vector& corner : corners) {
                PoseBox at = box;
                at.low[0] = at.high[0] = corner.x;
                at.low[1] = at.high[1] = corner.y;
                at.low[2] = at.high[2] = corner.z;
                problems.push_back({leg, limit, at});
            }
        }
    return problems;
}

ClearanceBound clearance_bound(const LegBounds& leg, const LimitProblem& problem, double enough_m) {
    const PreparedAngles angles(angles_of(problem.box), leg.order);
    const ForbiddenSet forbidden(leg, problem, angles);
    const bool convex = allows_convex_set(leg, problem.limit);
    const auto tangent = [&](const Pose& pose) {
        return convex ? convex_tangent(leg, problem, angles, pose) : forbidden.at(pose);
    };
    TangentBound best = tangent(middle_of(problem.box, angles));
    // The bound is tight where its tangent touches. So the tangent should touch where the clearance is smallest.
    if (!(best.at_least_m >= enough_m)) {
        const TangentBound at_lowest = tangent(best.lowest);
        if (at_lowest.at_least_m > best.at_least_m) best = at_lowest;
    }
    if (convex) best.at_least_m = with_apex(best.at_least_m, leg, problem, angles);
    ClearanceBound result{best.at_least_m, best.lowest, PoseBox::dimensions};
    if (!(best.at_least_m >= enough_m)) result.split = best_split(leg, problem, angles, best);
    return result;
}

}  // namespace hexscan

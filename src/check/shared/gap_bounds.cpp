#include "src/check/shared/gap_bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "kernels/shared/segment_distance.h"
#include "src/check/rods/rod_bounds.h"
#include "src/check/rotation_form.h"
#include "src/check/shared/gap_box.h"
#include "src/check/shared/surroundings.h"
#include "src/machine/shared/leg_lines.h"
#include "src/machine/shared/leg_pair_row.h"

namespace hexscan {
namespace {

double longest_platform_arm_m(const Machine& machine) {
    double longest_m = 0;
    for (const Vector& joint : machine.platform.points_m) longest_m = std::max(longest_m, length_of(joint));
    return longest_m;
}

class GapBound : public SharedBound {
public:
    /// `touching_m` is the distance of centre lines at which the bodies touch: the gap is -touching_m if the lines
    /// meet.
    GapBound(const Machine& machine, const Limit& limit, double touching_m)
        : SharedBound(machine, limit.id), lever_m_(longest_platform_arm_m(machine)), touching_m_(touching_m) {}

    double lever_m() const override { return lever_m_; }
    std::string_view subject() const override { return "gaps"; }
    double asked_at_least(const PoseBox& box) const override {
        return std::max((Interval(at_least(box)) + Interval(machine().legs_apart->gap)).lo, -touching_m_);
    }

private:
    double lever_m_, touching_m_;
};

/// The coordinates of a telescopic leg's two ends along a direction, and the length of its free ends along it.
struct Ends {
    Interval base_m, joint_m, freed_m;

    double least_m() const { return std::min((base_m + freed_m).lo, (joint_m - freed_m).lo); }
};

/// A telescopic leg. The machine's legs must have a diameter.
class StraightBody {
public:
    StraightBody(const Machine& machine, std::size_t leg)
        : base_m_(machine.base.points_m[leg]),
          joint_m_(machine.platform.points_m[leg]),
          free_m_(machine.legs_apart->free_ends) {}

    IntervalVector joint() const { return exactly(joint_m_); }

    /// The leg's centre line at the middle of a box of poses.
    Segment3 segment(const Surroundings& around) const {
        return segment_at({base_m_, around.turned(joint_m_), free_m_}, around.middle.position_m);
    }

    /// The ends along a direction that is fixed in the base frame.
    Ends ends(const IntervalVector& n, const PreparedBox& box, const Surroundings& around) const {
        return with_free_ends(dot(n, exactly(base_m_)), dot(n, box.position_m) + form_between(n, joint(), box.angles),
                              box, around);
    }

    /// The ends along a direction that is fixed in the platform frame. Let d be the motion from the middle's position.
    /// The base joint's coordinate is n . R^T (a - p) = n . R^T (a - middle) - d . R n. R n differs from its value in
    /// the middle by at most the angle of rotation.
    Ends ends_from_platform(const Vector& n, const PreparedBox& box, const Surroundings& around) const {
        const Vector& middle_m = around.middle.position_m;
        const IntervalVector moved = box.position_m - exactly(middle_m), direction = exactly(n);
        const double bent_m = (Interval(around.moved_m) * Interval(around.turned_rad)).hi;
        const Interval base_m = form_between(exactly(base_m_) - exactly(middle_m), direction, box.angles) -
                                dot(moved, turned(direction, around.middle.orientation, box.angles.order)) +
                                Interval(-bent_m, bent_m);
        return with_free_ends(base_m, dot(direction, joint()), box, around);
    }

private:
    Ends with_free_ends(Interval base_m, Interval joint_m, const PreparedBox& box, const Surroundings& around) const {
        Ends ends{base_m, joint_m, 0.0};
        if (!(free_m_ > 0)) return ends;
        const IntervalVector l = exactly(around.middle.position_m) - exactly(base_m_) +
                                 turned(joint(), around.middle.orientation, box.angles.order);
        const Interval moved = Interval(around.moved_m) + Interval(around.turned_rad) * length_of(joint());
        const Interval length_m{(length_of(l) - moved).lo, (length_of(l) + moved).hi};
        // If a leg is no longer than its two free ends, only its midpoint counts. No bound is computed for a midpoint.
        if (!(length_m.lo > 2 * free_m_)) return {{-infinity, infinity}, {-infinity, infinity}, 0.0};
        ends.freed_m = Interval(free_m_) * (ends.joint_m - ends.base_m) / length_m;
        return ends;
    }

    Vector base_m_, joint_m_;
    double free_m_;
};

/// The bound for two telescopic legs.
class StraightLegsApart final : public GapBound {
public:
    StraightLegsApart(const Machine& machine, const Limit& limit)
        : GapBound(machine, limit, machine.legs_apart->diameter),
          pair_{*limit.owner.leg, *limit.owner.other_leg},
          first_(machine, pair_.first),
          other_(machine, pair_.second) {}

    double at_least(const PoseBox& box) const override {
        const LegsApart& apart = *machine().legs_apart;
        const Interval kept_m = Interval(apart.diameter) + Interval(apart.gap);
        const double as_in_middle_m = (Interval(along_middle_m(box)) - kept_m).lo;
        if (as_in_middle_m > 0) return as_in_middle_m;
        const double to_second_order_m = apart_in_box(machine(), pair_, box, infinity).at_least_m;
        return std::max(as_in_middle_m, (Interval(to_second_order_m) - kept_m).lo);
    }

private:
    /// The distance along the direction between the legs in the box's middle.
    double along_middle_m(const PoseBox& box) const {
        const Surroundings around(box, machine().orientation_order);
        const PreparedBox prepared(box, machine().orientation_order);
        const auto [from_m, to_m] = nearest_places_m(first_.segment(around), other_.segment(around));
        const IntervalVector n = exactly(direction_of(to_m - from_m));
        const Ends p = first_.ends(n, prepared, around), q = other_.ends(n, prepared, around);
        const double joints_m = least_form(n, other_.joint() - first_.joint(), prepared.angles);
        return std::min(
            {(q.base_m - p.base_m + q.freed_m - p.freed_m).lo, (q.joint_m - p.base_m - q.freed_m - p.freed_m).lo,
             (q.base_m - p.joint_m + q.freed_m + p.freed_m).lo, (Interval(joints_m) - q.freed_m + p.freed_m).lo});
    }

    LegPair pair_;
    StraightBody first_, other_;
};

/// The bound for two legs with rods.
class RodsApart final : public GapBound {
public:
    RodsApart(const Machine& machine, const Limit& limit)
        : GapBound(machine, limit, machine.legs_apart->diameter), both_{*limit.owner.leg, *limit.owner.other_leg} {}

    double at_least(const PoseBox& box) const override {
        const Surroundings around(box, machine().orientation_order);
        const LegLines lines(machine(), around.turned, {0, 0, 0});
        const auto limit = posed(around.turned);
        const Vector& p = around.middle.position_m;
        double moved_m = 0;
        for (const std::size_t leg : both_) {
            const double joint_m = around.moved_at(lines.leg(leg).lever_m);
            moved_m += std::max(joint_m, lines.foot_shift_m(leg, p, joint_m));
        }
        return limit->state(p).left - moved_m - 2 * limit->doubt_m(length_of(p));
    }

private:
    std::array<std::size_t, 2> both_;
};

/// An obstacle in its own frame: either all points within a radius of a line, or a disc perpendicular to z. A disc is
/// described by a line of length 0 at its centre.
struct StandingObstacle {
    bool on_platform = false;
    Segment3 line;
    double disc_radius_m = 0, thickness_m = 0;

    /// The largest coordinate of the obstacle along a direction, without its thickness.
    double reach_m(const IntervalVector& n) const {
        const Interval line_m = maximum(dot(n, exactly(line.from_m)), dot(n, exactly(line.to_m)));
        return (line_m + Interval(disc_radius_m) * square_root(square(n.x) + square(n.y))).hi;
    }

    /// The approximate shortest vector from the obstacle's centre line or disc to a leg.
    Vector way_to(const Segment3& leg) const {
        if (!(disc_radius_m > 0)) {
            const auto [on_leg_m, here_m] = nearest_places_m(leg, line);
            return on_leg_m - here_m;
        }
        const Vector along = leg.to_m - leg.from_m;
        const auto way = [&](double part) {
            const Vector w = leg.from_m + scaled(along, part) - line.from_m;
            const double beside_m = std::hypot(w.x, w.y), beyond = std::max(0.0, 1 - disc_radius_m / beside_m);
            return Vector{w.x * beyond, w.y * beyond, w.z};
        };
        constexpr int halvings = 50;
        // The distance of a point from a disc is a convex function along the leg.
        double low = 0, high = 1;
        for (int k = 0; k < halvings; ++k) {
            const double middle = low + (high - low) / 2;
            (dot(way(middle), along) < 0 ? low : high) = middle;
        }
        return way(high);
    }
};

StandingObstacle obstacle_of(const Obstacles& obstacles, const Limit& limit) {
    if (limit.kind == &keep_out_limit) {
        const KeptOut& out = obstacles.keep_out[*limit.owner.obstacle];
        return {false, {vector_of(out.from), vector_of(out.is_capsule ? out.to : out.from)}, 0, out.radius};
    }
    const bool on_platform = limit.kind == &platform_plate_limit;
    const Plate& plate = (on_platform ? obstacles.platform_plate : obstacles.base_plate).value();
    const Vector middle_m = vector_of(plate.middle);
    return {on_platform, {middle_m, middle_m}, plate.radius, 0};
}

/// The bound for a leg and an obstacle.
class ObstacleBound : public GapBound {
public:
    ObstacleBound(const Machine& machine, const Limit& limit)
        : ObstacleBound(machine, limit, obstacle_of(machine.obstacles, limit)) {}

protected:
    std::size_t leg_;
    StandingObstacle obstacle_;

private:
    ObstacleBound(const Machine& machine, const Limit& limit, const StandingObstacle& obstacle)
        : GapBound(machine, limit, machine.legs_apart->diameter / 2 + obstacle.thickness_m),
          leg_(*limit.owner.leg),
          obstacle_(obstacle) {}
};

/// The bound for a telescopic leg and an obstacle.
class StraightLegBeside final : public ObstacleBound {
public:
    StraightLegBeside(const Machine& machine, const Limit& limit)
        : ObstacleBound(machine, limit), body_(machine, leg_) {}

    double at_least(const PoseBox& box) const override {
        const Surroundings around(box, machine().orientation_order);
        const PreparedBox prepared(box, machine().orientation_order);
        Segment3 segment = body_.segment(around);
        if (obstacle_.on_platform)
            for (Vector* const end : {&segment.from_m, &segment.to_m})
                *end = around.turned.back(*end - around.middle.position_m);
        const Vector n = direction_of(obstacle_.way_to(segment));
        const Ends ends = obstacle_.on_platform ? body_.ends_from_platform(n, prepared, around)
                                                : body_.ends(exactly(n), prepared, around);
        const LegsApart& apart = *machine().legs_apart;
        const Interval kept_m = Interval(apart.diameter) / 2.0 + Interval(obstacle_.thickness_m) + Interval(apart.gap);
        return (Interval(ends.least_m()) - Interval(obstacle_.reach_m(exactly(n))) - kept_m).lo;
    }

private:
    StraightBody body_;
};

/// The bound for a leg with a rod and an obstacle.
class RodBeside final : public ObstacleBound {
public:
    using ObstacleBound::ObstacleBound;

    double at_least(const PoseBox& box) const override {
        const Surroundings around(box, machine().orientation_order);
        const LegLines lines(machine(), around.turned, {0, 0, 0});
        const auto limit = posed(around.turned);
        const Vector &p = around.middle.position_m, &base_m = machine().base.points_m[leg_];
        const double joint_m = around.moved_at(lines.leg(leg_).lever_m);
        const double foot_m = lines.foot_shift_m(leg_, p, joint_m);
        // Seen from the platform, its joint is fixed, while everything else moves with the base.
        const double away_m = std::max(length_of(base_m - p), length_of(base_m + lines.at(leg_, p).foot_m - p));
        const double moved_m = obstacle_.on_platform ? foot_m + around.moved_at(away_m) : std::max(joint_m, foot_m);
        return limit->state(p).left - moved_m - 2 * limit->doubt_m(length_of(p));
    }
};

std::shared_ptr<const SharedBound> bound_of_legs_apart(const Machine& machine, const Limit& limit) {
    if (machine.is_telescopic()) return std::make_shared<StraightLegsApart>(machine, limit);
    return std::make_shared<RodsApart>(machine, limit);
}

/// Two legs that may cross because no gap is required. Their distance is still reported.
class LinesApart final : public GapBound {
public:
    LinesApart(const Machine& machine, const Limit& limit)
        : GapBound(machine, limit, 0), distance_(bound_of_legs_apart(machine, limit)) {}

    double at_least(const PoseBox&) const override { return infinity; }
    double asked_at_least(const PoseBox& box) const override { return distance_->asked_at_least(box); }

private:
    std::shared_ptr<const SharedBound> distance_;
};

}  // namespace

std::shared_ptr<const SharedBound> gap_bound(const Machine& machine, const Limit& limit) {
    if (limit.kind != &gap_limit) return nullptr;
    if (!(machine.legs_apart->least() > 0)) return std::make_shared<LinesApart>(machine, limit);
    return bound_of_legs_apart(machine, limit);
}

std::shared_ptr<const SharedBound> obstacle_bound(const Machine& machine, const Limit& limit) {
    if (!is_gap(*limit.kind) || limit.kind == &gap_limit) return nullptr;
    if (machine.is_telescopic()) return std::make_shared<StraightLegBeside>(machine, limit);
    return std::make_shared<RodBeside>(machine, limit);
}

}  // namespace hexscan

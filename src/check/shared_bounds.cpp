#include "src/check/shared_bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include "src/check/rod_bounds.h"
#include "src/machine/home_state.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/shared/leg_pair_row.h"
#include "src/machine/shared/segment_distance.h"
#include "src/machine/shared/shared_limit.h"
#include "src/machine/shared/singularity.h"

namespace hexscan {
namespace {

constexpr double unknown = -std::numeric_limits<double>::infinity();

/// A box by its middle, and how far from there its poses are at most.
struct Surroundings {
    Pose middle;
    Rotation turned;
    double moved_m, turned_rad;

    Surroundings(const PoseBox& box, OrientationOrder order) : turned{} {
        std::array<double, PoseBox::dimensions> at{}, half{};
        for (std::size_t k = 0; k < at.size(); ++k) {
            at[k] = 0.5 * box.low[k] + 0.5 * box.high[k];
            half[k] =
                std::max((Interval(box.high[k]) - Interval(at[k])).hi, (Interval(at[k]) - Interval(box.low[k])).hi);
        }
        middle = pose_at(at);
        turned = rotation_of(middle.orientation, order);
        moved_m = length_of(IntervalVector{half[0], half[1], half[2]}).hi;
        turned_rad = largest_turn_rad({middle.orientation, {half[3], half[4], half[5]}});
    }
};

double longest_platform_arm_m(const Machine& machine) {
    double longest_m = 0;
    for (const Vector& joint : machine.platform.points_m) longest_m = std::max(longest_m, length_of(joint));
    return longest_m;
}

/// Two telescopic legs.
class StraightLegsApart final : public SharedBound {
public:
    StraightLegsApart(const Machine& alone, LimitId limit, const LegPair& pair)
        : SharedBound(alone, limit, longest_platform_arm_m(alone)), pair_(pair) {}

    double at_least(const PoseBox& box) const override {
        const Surroundings around(box, machine().orientation_order);
        const PreparedBox prepared(box, machine().orientation_order);
        const auto [from_m, to_m] = nearest_places_m(segment(pair_.first, around), segment(pair_.second, around));
        const IntervalVector n = exactly(direction_of(to_m - from_m));
        const Ends p = ends(pair_.first, n, prepared, around), q = ends(pair_.second, n, prepared, around);
        const IntervalVector between = joint(pair_.second) - joint(pair_.first);
        const double joints_m = least_form(n, between, prepared.angles).at_least;
        const double least_m = std::min(
            {(q.base_m - p.base_m + q.freed_m - p.freed_m).lo, (q.joint_m - p.base_m - q.freed_m - p.freed_m).lo,
             (q.base_m - p.joint_m + q.freed_m + p.freed_m).lo, (Interval(joints_m) - q.freed_m + p.freed_m).lo});
        const LegsApart& apart = *machine().legs_apart;
        return (Interval(least_m) - (Interval(apart.diameter) + Interval(apart.gap))).lo;
    }

private:
    /// Along a direction.
    struct Ends {
        Interval base_m, joint_m, freed_m;
    };

    IntervalVector joint(std::size_t leg) const { return exactly(machine().platform.points_m[leg]); }

    Segment3 segment(std::size_t leg, const Surroundings& around) const {
        const Vector& base_m = machine().base.points_m[leg];
        return segment_at({base_m, around.turned(machine().platform.points_m[leg]), machine().legs_apart->free_ends},
                          around.middle.position_m);
    }

    Ends ends(std::size_t leg, const IntervalVector& n, const PreparedBox& box, const Surroundings& around) const {
        const Vector& base_m = machine().base.points_m[leg];
        const IntervalVector back = {-n.x, -n.y, -n.z};
        const Interval turned_m{least_form(n, joint(leg), box.angles).at_least,
                                -least_form(back, joint(leg), box.angles).at_least};
        Ends ends{dot(n, exactly(base_m)), dot(n, box.position_m) + turned_m, 0.0};
        if (!(machine().legs_apart->free_ends > 0)) return ends;
        const Interval free_m(machine().legs_apart->free_ends);
        const IntervalVector l = exactly(around.middle.position_m) - exactly(base_m) +
                                 turned(joint(leg), around.middle.orientation, box.angles.order);
        const Interval moved = Interval(around.moved_m) + Interval(around.turned_rad) * length_of(joint(leg));
        const Interval length_m{(length_of(l) - moved).lo, (length_of(l) + moved).hi};
        // A leg that is no longer than its free ends has one place that counts, its middle.
        if (!(length_m.lo > 2 * free_m.hi)) return {{unknown, -unknown}, {unknown, -unknown}, 0.0};
        ends.freed_m = free_m * (ends.joint_m - ends.base_m) / length_m;
        return ends;
    }

    LegPair pair_;
};

/// Two legs that have rods.
class RodsApart final : public SharedBound {
public:
    RodsApart(const Machine& alone, LimitId limit, std::size_t number)
        : SharedBound(alone, limit, longest_platform_arm_m(alone)), number_(number) {}

    double at_least(const PoseBox& box) const override {
        const Surroundings around(box, machine().orientation_order);
        const PosedLegs legs = posed_rods(machine(), around.turned);
        const auto limit = posed_shared_limits(machine(), around.turned)[number_];
        double moved_m = 0;
        for (const std::size_t leg : {leg_pairs[number_].first, leg_pairs[number_].second}) {
            const double joint_m = around.moved_m + around.turned_rad * length_of(machine().platform.points_m[leg]);
            const Vector l = around.middle.position_m + legs.offset_m[leg];
            moved_m += std::max(joint_m, legs.legs[leg]->foot_shift_m(l, joint_m));
        }
        const Vector& p = around.middle.position_m;
        return limit->state(p).left - moved_m - 2 * limit->doubt_m(length_of(p));
    }

private:
    std::size_t number_;
};

/// Home's side of singularities, and the conditioning.
class WellHeld final : public SharedBound {
public:
    /// `least` of the largest singular value; with 0 the determinant's sign is asked for.
    WellHeld(const Machine& alone, LimitId limit, double least)
        : SharedBound(alone, limit, longest_leg_m(alone)),
          least_(least),
          length_m_(characteristic_length_m(alone)),
          middle_m_{0, 0, 0} {
        for (const Vector& joint : alone.platform.points_m) middle_m_ = middle_m_ + scaled(joint, 1.0 / leg_count);
    }

    double at_least(const PoseBox& box) const override {
        const Surroundings around(box, machine().orientation_order);
        const PosedJacobian jacobian(machine(), around.turned);
        const PosedJacobian::Hold hold = jacobian.at(around.middle.position_m);
        const double change = machine().is_telescopic() ? change_of_legs(jacobian, around) : change_of_rods(around);
        const double smallest = least_ > 0 ? hold.smallest : hold.sign * hold.smallest;
        const double rounding = 0x1p-30 * hold.largest;
        return hold.largest > 0 ? smallest - least_ * hold.largest - (1 + least_) * change - rounding : unknown;
    }

private:
    double change_of_legs(const PosedJacobian& jacobian, const Surroundings& around) const {
        const TelescopicRows rows = jacobian.telescopic_rows().value();
        double most = 0;
        for (std::size_t i = 0; i < leg_count; ++i) {
            const Vector& p = around.middle.position_m;
            const double length_m = length_of(p + rows.offsets_m[i]);
            const double moved_m = around.moved_m + around.turned_rad * length_of(p - machine().base.points_m[i]);
            const double left_m = length_m - moved_m / 2;
            most = std::max(most, left_m > 0 ? moved_m / left_m : -unknown);
        }
        return most * std::sqrt(stretch_of_arms(rows.arms));
    }

    double change_of_rods(const Surroundings& around) const {
        const PosedLegs legs = posed_rods(machine(), around.turned);
        const auto* const rotary = std::get_if<RotaryLegs>(&machine().legs);
        double squares = 0;
        for (std::size_t i = 0; i < leg_count; ++i) {
            const Vector& joint = machine().platform.points_m[i];
            const Vector l = around.middle.position_m + legs.offset_m[i], arm = joint - middle_m_;
            const LegShape shape = legs.legs[i]->shape(l);
            const double rod_m = tilting_m(machine().legs, i);
            const double moved_m = around.moved_m + around.turned_rad * length_of(joint);
            const double foot_m = legs.legs[i]->foot_shift_m(l, moved_m), turned = (moved_m + foot_m) / rod_m;
            const double along = std::abs(dot(l - shape.foot_m, shape.motion)) / rod_m;
            const double along_change = turned + (rotary ? foot_m / rotary->arm[i] : 0);
            const double left = along - along_change;
            if (!shape.closes || !(left > 0)) return -unknown;
            const double norm = std::sqrt(1 + dot(arm, arm) / (length_m_ * length_m_));
            const double change = norm * ((turned + around.turned_rad) / left + along_change / (along * left));
            squares += change * change;
        }
        return std::sqrt(squares);
    }

    double least_, length_m_;
    Vector middle_m_;
};

}  // namespace

SharedBound::SharedBound(Machine alone, LimitId limit, double lever_m)
    : alone_(std::move(alone)), limit_(limit), lever_m_(lever_m) {}

double SharedBound::clearance_m(const Pose& pose) const {
    double least_m = std::numeric_limits<double>::infinity();
    for (const auto& limit : posed_shared_limits(alone_, rotation_of(pose.orientation, alone_.orientation_order)))
        least_m = std::min(least_m, limit->clearance_m(pose.position_m));
    return least_m;
}

bool SharedBound::keeps(const Pose& pose) const {
    const auto limits = posed_shared_limits(alone_, rotation_of(pose.orientation, alone_.orientation_order));
    return std::ranges::all_of(limits, [&](const auto& limit) { return limit->keeps(pose.position_m); });
}

std::vector<std::shared_ptr<const SharedBound>> shared_bounds(const Machine& machine) {
    std::vector<std::shared_ptr<const SharedBound>> bounds;
    const LimitTable table = limits_of(machine);
    if (machine.legs_apart) {
        const std::vector<LimitId> ids = table.ids_of(gap_limit);
        for (std::size_t k = 0; k < pair_count; ++k) {
            if (machine.legs_apart->free_pairs.test(k)) continue;
            Machine alone = machine;
            alone.singularity.reset();
            alone.load.reset();
            alone.legs_apart->free_pairs.set();
            alone.legs_apart->free_pairs.reset(k);
            if (machine.is_telescopic())
                bounds.push_back(std::make_shared<StraightLegsApart>(alone, ids[k], leg_pairs[k]));
            else
                bounds.push_back(std::make_shared<RodsApart>(alone, ids[k], k));
        }
    }
    if (!machine.singularity) return bounds;
    Machine alone = machine;
    alone.legs_apart.reset();
    alone.load.reset();
    if (machine.singularity->avoid && !machine.singularity->frees_sign) {
        alone.singularity->avoid = true;
        alone.singularity->min_conditioning = 0;
        bounds.push_back(std::make_shared<WellHeld>(alone, table.ids_of(singularity_limit).front(), 0.0));
    }
    if (const double least = machine.singularity->min_conditioning;
        least > 0 && !machine.singularity->frees_conditioning) {
        alone.singularity->avoid = false;
        alone.singularity->min_conditioning = least;
        bounds.push_back(std::make_shared<WellHeld>(alone, table.ids_of(conditioning_limit).front(), least));
    }
    return bounds;
}

}  // namespace hexscan

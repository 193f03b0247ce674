#include "src/check/shared/hold_bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "src/check/check_tuning.h"
#include "src/check/shared/held_box.h"
#include "src/check/shared/surroundings.h"
#include "src/machine/home_state.h"
#include "src/machine/shared/leg_lines.h"
#include "src/machine/shared/singularity.h"
#include "src/machine/shared/singularity_limit.h"

namespace hexscan {
namespace {

/// The bound for the limit on the side of singularities or for the limit on the conditioning.
class WellHeld final : public SharedBound {
public:
    /// `least` is the required ratio of singular values. 0 means that only the determinant's sign is required.
    WellHeld(const Machine& machine, LimitId limit, double least)
        : SharedBound(machine, limit), rods_(rod_bounds(machine)), least_(least), middle_m_(joints_middle_m(machine)) {}

    double lever_m() const override { return longest_leg_m(machine()); }
    std::string_view subject() const override { return "singularities"; }

    double at_least(const PoseBox& box) const override {
        const auto [hold, change, rounding] = held_in(box);
        if (!(hold.largest > 0)) return -infinity;
        const double smallest = least_ > 0 ? hold.smallest : hold.sign * hold.smallest;
        const double at_least = !std::isfinite(change.added)
                                    ? -infinity
                                    : (smallest - change.added) * change.scaled_from -
                                          least_ * (hold.largest + change.added) * change.scaled_to - rounding;
        if (at_least > 0 || !(smallest > rounding)) return at_least;
        // The size of the margin does not matter to the caller, so any positive number will do.
        return is_kept(box) ? std::numeric_limits<double>::min() : at_least;
    }

    std::size_t halved_axis(const PoseBox& box) const override {
        const TaylorRows rows(machine(), rods_, box, rod_vector_of(preconditioner()));
        return rows.steepest_axis().value_or(SharedBound::halved_axis(box));
    }

    double asked_at_least(const PoseBox& box) const override {
        const auto [hold, change, rounding] = held_in(box);
        const double smallest = (hold.smallest - change.added) * change.scaled_from - rounding;
        const double largest = (hold.largest + change.added) * change.scaled_to + rounding;
        return smallest > 0 && largest > 0 ? smallest / largest * (1 - 0x1p-50) : -infinity;
    }

private:
    bool is_kept(const PoseBox& box) const { return HeldBox(machine(), rods_, box, preconditioner()).keeps(least_); }
    Preconditioner preconditioner() const { return least_ > 0 ? Preconditioner::orthogonal : Preconditioner::inverse; }

    /// Upper bounds on the change of the Jacobian from the box's middle. The change has two steps: a matrix of norm
    /// `added` is added, then each row is scaled by a factor between `scaled_from` and `scaled_to`. Singular values
    /// change by at most the norm, then by at most the factors.
    struct Change {
        double added, scaled_from = 1, scaled_to = 1;
    };

    /// The singular values in the middle of a box, and bounds on their change in the box.
    struct Held {
        PosedJacobian::Hold hold;
        Change change;
        double rounding;
    };
    Held held_in(const PoseBox& box) const {
        const Surroundings around(box, machine().orientation_order);
        const PosedJacobian jacobian(machine(), around.turned);
        const PosedJacobian::Hold hold = jacobian.at(around.middle.position_m);
        const Change change =
            machine().is_telescopic() ? Change{change_of_legs(jacobian, around)} : change_of_rods(around);
        return {hold, change, 0x1p-30 * hold.largest};
    }

    double change_of_legs(const PosedJacobian& jacobian, const Surroundings& around) const {
        const TelescopicRows rows = jacobian.telescopic_rows().value();
        double most = 0;
        for (std::size_t i = 0; i < leg_count; ++i) {
            const Vector& p = around.middle.position_m;
            const double length_m = length_of(p + rows.offsets_m[i]);
            const double moved_m = around.moved_at(length_of(p - machine().base.points_m[i]));
            const double left_m = length_m - moved_m / 2;
            most = std::max(most, left_m > 0 ? moved_m / left_m : infinity);
        }
        return most * std::sqrt(stretch_of_arms(rows.arms));
    }

    /// The change of the rows (u, c x u) / (u . h).
    Change change_of_rods(const Surroundings& around) const {
        const LegLines lines(machine(), around.turned, middle_m_);
        double squares = 0;
        Change all{0};
        for (std::size_t i = 0; i < leg_count; ++i) {
            const TurnedLeg& leg = lines.leg(i);
            const Vector& p = around.middle.position_m;
            const LegLine line = lines.at(i, p);
            const double along = std::abs(line.along_motion);
            const double rounding = rounding_at_edges(machine(), i, p, leg.rod.rod_m) / along;
            const RodShift shift = shift_of_rod(line, leg.crank_m(), around.moved_at(leg.lever_m));
            const double along_change = along - shift.least_along + rounding, left = along - along_change;
            if (!(left > 0)) return {infinity};
            const double change = lines.rows().row_norm[i] * (shift.turned + rounding + around.turned_rad) / along;
            squares += change * change;
            all.scaled_from = std::min(all.scaled_from, along / (along + along_change));
            all.scaled_to = std::max(all.scaled_to, along / left);
        }
        all.added = std::sqrt(squares);
        return all;
    }

    AllRodBounds rods_;
    double least_;
    Vector middle_m_;
};

}  // namespace

std::shared_ptr<const SharedBound> hold_bound(const Machine& machine, const Limit& limit) {
    if (limit.kind == &singularity_limit) return std::make_shared<WellHeld>(machine, limit.id, 0.0);
    if (limit.kind == &conditioning_limit)
        return std::make_shared<WellHeld>(machine, limit.id, machine.singularity->min_conditioning);
    return nullptr;
}

}  // namespace hexscan

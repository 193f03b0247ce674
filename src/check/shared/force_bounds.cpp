#include "src/check/shared/force_bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <variant>

#include "src/check/rotation_form.h"
#include "src/check/shared/surroundings.h"
#include "src/machine/home_state.h"
#include "src/machine/shared/leg_lines.h"
#include "src/machine/shared/matrix6.h"
#include "src/machine/shared/singularity.h"

namespace hexscan {
namespace {

Eigen::Index row_of(std::size_t leg) { return static_cast<Eigen::Index>(leg); }

/// The axes, in the base frame, about which the platform rotates when roll, pitch or yaw changes.
std::array<Vector, AngleBox::angles> turning_axes(const Pose& at, const Rotation& turned, OrientationOrder order) {
    const auto& [roll_rad, pitch_rad, yaw_rad] = at.orientation;
    if (order == OrientationOrder::zyx)
        return {turned({1, 0, 0}), rotation_of({0, 0, yaw_rad}, order)({0, 1, 0}), {0, 0, 1}};
    return {Vector{1, 0, 0}, rotation_of({roll_rad, 0, 0}, order)({0, 1, 0}), turned({0, 0, 1})};
}

/// The loaded legs at the middle of a box, with upper bounds on their changes in the box.
class LoadedBox {
public:
    LoadedBox(const Machine& machine, const PoseBox& box)
        : around_(box, machine.orientation_order),
          lines_(machine, around_.turned),
          axes_(turning_axes(around_.middle, around_.turned, machine.orientation_order)),
          bend_(0.5 * square_of_sum(around_.half_widths)) {
        const Load& load = *machine.load;
        const double radius_m = characteristic_length_m(machine);
        Vector middle_m{0, 0, 0};
        for (const Vector& joint : machine.platform.points_m) middle_m = middle_m + scaled(joint, 1.0 / leg_count);
        Matrix6 rows;
        for (std::size_t j = 0; j < leg_count; ++j) {
            const Vector& joint_m = machine.platform.points_m[j];
            Leg& leg = legs_[j];
            leg.line = lines_.at(j, around_.middle.position_m);
            if (!leg.line.has_direction()) return;
            leg.joint_m = around_.turned(joint_m);
            leg.arm = scaled(around_.turned(joint_m - middle_m), 1 / radius_m);
            const LineChange change = lines_.change(j, leg.line);
            leg.rounding = 4 * rounding_at_edges(machine, j, around_.middle.position_m, leg.line.length_m) /
                           std::abs(leg.line.along_motion);
            leg.moved_m = around_.moved_at(length_of(joint_m));
            if (!(leg.moved_m < change.most_m)) return;
            leg.turned = change.turned * leg.moved_m;
            leg.bent = bend_ * length_of(joint_m) / (leg.line.length_m * std::abs(leg.line.along_motion)) +
                       change.bent * leg.moved_m * leg.moved_m;
            const Vector &u = leg.line.direction, turn = cross(leg.arm, u);
            set_row(rows, j, u, turn);
        }
        force_n_ = vector_of(load.force);
        load_arm_ = scaled(around_.turned(vector_of(load.at) - middle_m), 1 / radius_m);
        const Vector moment_n = scaled(vector_of(load.torque), 1 / radius_m) + cross(load_arm_, force_n_);
        Vector6 wrench;
        wrench << force_n_.x, force_n_.y, force_n_.z, moment_n.x, moment_n.y, moment_n.z;
        answers_ = inverse_of(rows);
        const Vector6 forces_n = -(answers_.transpose() * wrench);
        if (!answers_.allFinite() || !forces_n.allFinite()) return;
        for (std::size_t j = 0; j < leg_count; ++j) {
            legs_[j].force_n = forces_n(row_of(j));
            for (std::size_t i = 0; i < leg_count; ++i)
                change_(row_of(i), row_of(j)) = change_of(answer(i), j) + legs_[j].rounding *
                                                                              answers_.col(row_of(i)).norm() *
                                                                              rows.row(row_of(j)).norm();
        }
        stands_ = bound_changes();
    }

    /// True if bounds were found.
    bool stands() const { return stands_; }

    double rod_at_most_n(std::size_t leg) const {
        return (std::abs(legs_[leg].force_n) + change_n(leg)) * (1 + 0x1p-40);
    }

    Interval rod_n(std::size_t leg) const {
        const double middle_n = legs_[leg].force_n, change_n = this->change_n(leg);
        const double rounding_n = 0x1p-40 * (std::abs(middle_n) + change_n);
        return {middle_n - change_n - rounding_n, middle_n + change_n + rounding_n};
    }

    double servo_at_most_nm(std::size_t leg) const {
        const LegLine& line = legs_[leg].line;
        const double crank_m = lines_.crank_m(leg), along = std::abs(line.along_motion);
        const double foot_rad = 2 * legs_[leg].moved_m / (along * crank_m);
        const double most_along = along + legs_[leg].turned + foot_rad + legs_[leg].rounding;
        return crank_m * std::min(1.0, most_along) * rod_at_most_n(leg);
    }

private:
    struct Leg {
        LegLine line;
        Vector joint_m;       ///< relative to the position, in the base frame
        Vector arm;           ///< joint relative to the joints' centroid, divided by the radius
        double rounding = 0;  ///< relative rounding error of the solution
        double moved_m = 0;   ///< upper bound on the joint's motion
        /// Upper bounds on the direction's change, and on its deviation from a linear function.
        double turned = 0, bent = 0;
        double force_n = 0;
    };
    /// The column of the solution that maps a wrench to one leg's force. The wrench's moment is divided by the radius.
    struct Answer {
        Vector force, moment;
    };

    static double square_of_sum(const std::array<double, PoseBox::dimensions>& half) {
        const double sum = half[3] + half[4] + half[5];
        return sum * sum;
    }

    Answer answer(std::size_t leg) const {
        const auto column = answers_.col(row_of(leg));
        return {{column(0), column(1), column(2)}, {column(3), column(4), column(5)}};
    }

    /// Two vectors: the first multiplies a leg's direction and the second its arm, from (g, w) . (u, c x u) = (g + w x
    /// c) . u.
    static Vector to_direction(const Answer& answer, const Leg& leg) {
        return answer.force + cross(answer.moment, leg.arm);
    }
    static Vector to_arm(const Answer& answer, const Leg& leg) { return cross(leg.line.direction, answer.moment); }

    double arm_moved(const Leg& leg) const { return around_.turned_rad * length_of(leg.arm); }

    /// Upper bound on the product of both changes.
    double change_of_both(const Answer& answer, const Leg& leg) const {
        return length_of(answer.moment) * arm_moved(leg) * leg.turned;
    }

    double change_of(const Answer& answer, std::size_t leg_number) const {
        const Leg& leg = legs_[leg_number];
        return leg.turned * length_of(to_direction(answer, leg)) + arm_moved(leg) * length_of(to_arm(answer, leg)) +
               change_of_both(answer, leg);
    }

    /// Solves |d| <= r + K |d|, first for the largest entry of d, then leg by leg.
    bool bound_changes() {
        Vector6 forces_n, of_load;
        for (std::size_t i = 0; i < leg_count; ++i) {
            forces_n(row_of(i)) = std::abs(legs_[i].force_n);
            of_load(row_of(i)) =
                around_.turned_rad * length_of(load_arm_) * length_of(cross(force_n_, answer(i).moment));
        }
        // Squares of far smaller forces underflow to 0.
        constexpr double least_n = 1e-100;
        if (const double largest_n = forces_n.maxCoeff(); largest_n > 0 && largest_n < least_n) return false;
        const double shrinks = change_.rowwise().sum().maxCoeff();
        if (!(shrinks < 1)) return false;
        const Vector6 first_n = change_ * forces_n + of_load;
        changes_n_ = Vector6::Constant(first_n.maxCoeff() / (1 - shrinks));
        for (int k = 0; k < 3; ++k) changes_n_ = first_n + change_ * changes_n_;
        return changes_n_.allFinite();
    }

    double change_n(std::size_t leg) const { return std::min(changes_n_(row_of(leg)), change_by_tangent_n(leg)); }

    double change_by_tangent_n(std::size_t leg_number) const {
        const Answer answer = this->answer(leg_number);
        const Vector of_load = cross(force_n_, answer.moment);
        Vector by_position{0, 0, 0}, by_turning = cross(load_arm_, of_load);
        double rest_n = bend_ * length_of(load_arm_) * length_of(of_load) +
                        change_.row(row_of(leg_number)).dot(changes_n_.transpose());
        for (const Leg& leg : legs_) {
            const Vector direction = to_direction(answer, leg), arm = to_arm(answer, leg);
            const Vector moved = scaled(leg.line.turning(direction), leg.force_n / leg.line.length_m);
            by_position = by_position + moved;
            by_turning = by_turning + cross(leg.joint_m, moved) + cross(leg.arm, scaled(arm, leg.force_n));
            rest_n +=
                std::abs(leg.force_n) * (leg.bent * length_of(direction) + bend_ * length_of(leg.arm) * length_of(arm) +
                                         change_of_both(answer, leg) + leg.rounding * length_of(direction));
        }
        const auto& half = around_.half_widths;
        double change_n =
            std::abs(by_position.x) * half[0] + std::abs(by_position.y) * half[1] + std::abs(by_position.z) * half[2];
        for (std::size_t k = 0; k < axes_.size(); ++k)
            change_n += std::abs(dot(axes_[k], by_turning)) * half[PoseBox::angles_begin + k];
        return change_n + rest_n;
    }

    Surroundings around_;
    LegLines lines_;
    std::array<Vector, AngleBox::angles> axes_;
    double bend_;  ///< relative deviation of a rotated vector from its tangent
    std::array<Leg, leg_count> legs_{};
    Vector force_n_{0, 0, 0}, load_arm_{0, 0, 0};
    Matrix6 answers_;  ///< one column for each leg
    Matrix6 change_;   ///< K
    Vector6 changes_n_;
    bool stands_ = false;
};

class CarriedLoad final : public SharedBound {
public:
    CarriedLoad(const Machine& machine, const Limit& limit)
        : SharedBound(machine, limit.id),
          leg_(*limit.owner.leg),
          of_servo_(limit.kind == &torque_limit),
          most_((of_servo_ ? machine.load->max_torque : machine.load->max_force).value()[leg_]) {}

    double at_least(const PoseBox& box) const override {
        const LoadedBox loaded(machine(), box);
        if (!loaded.stands()) return -infinity;
        return most_ - (of_servo_ ? loaded.servo_at_most_nm(leg_) : loaded.rod_at_most_n(leg_));
    }
    double lever_m() const override { return longest_leg_m(machine()); }
    std::string_view subject() const override { return "loads"; }

private:
    std::size_t leg_;
    bool of_servo_;
    double most_;
};

}  // namespace

std::optional<ForcesInBox> forces_in(const Machine& machine, const PoseBox& box) {
    const LoadedBox loaded(machine, box);
    if (!loaded.stands()) return std::nullopt;
    ForcesInBox forces;
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        forces.rod_n[leg] = loaded.rod_n(leg);
        if (have_arms(machine.legs)) forces.servo_at_most_nm[leg] = loaded.servo_at_most_nm(leg);
    }
    return forces;
}

std::shared_ptr<const SharedBound> force_bound(const Machine& machine, const Limit& limit) {
    if (limit.kind != &force_limit && limit.kind != &torque_limit) return nullptr;
    return std::make_shared<CarriedLoad>(machine, limit);
}

}  // namespace hexscan

#include "src/check/shared/force_bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "src/check/shared/taylor_rows.h"
#include "src/machine/home_state.h"
#include "src/machine/shared/singularity.h"

namespace hexscan {
namespace {

Vector6 wrench(const Vector3& force, const Vector3& moment) {
    Vector6 both;
    both << force, moment;
    return both;
}

/// The loads of legs over a box.
class LoadedBox {
public:
    LoadedBox(const Machine& machine, const AllRodBounds& rods, const PoseBox& box, LegLoad kind)
        : legs_(machine, rods, box, rod_vector_of(kind)) {
        // A load is a force of the rows times this factor, because rows of rods are as long as the rods, and rows for
        // torques belong to arms of length 1.
        for (std::size_t leg = 0; leg < leg_count; ++leg)
            scale_(static_cast<Eigen::Index>(leg)) = kind == LegLoad::torque   ? arm_m(machine.legs, leg).value_or(0)
                                                     : machine.is_telescopic() ? 1
                                                                               : rods[leg]->rod_length_m();
        if (!legs_.are_bounded()) return;
        const Load& load = *machine.load;
        const double radius_m = characteristic_length_m(machine);
        const Vector3 force_n = eigen(vector_of(load.force)), torque_n = eigen(vector_of(load.torque)) / radius_m;
        const Vector load_arm = scaled(vector_of(load.at) - joints_middle_m(machine), 1 / radius_m);
        const Taylor<Vector3> arm = legs_.box.turned(load_arm);
        const Vector6 load_n = wrench(force_n, torque_n + arm.middle.cross(force_n));
        answers_ = -inverse_of(legs_.rows.middle).transpose();
        forces_n_.middle = answers_ * load_n;
        if (!answers_.allFinite() || !forces_n_.middle.allFinite()) return;
        // Forces below this one are not considered, because their squares would underflow to 0.
        constexpr double least_n = 1e-100;
        const Vector6 middle_n = forces_n_.middle.cwiseAbs();
        if (const double largest_n = middle_n.maxCoeff(); largest_n > 0 && largest_n < least_n) return;
        const auto turned_load = [&](const Vector3& turned) { return wrench(Vector3::Zero(), turned.cross(force_n)); };
        for (std::size_t k = 0; k < count(); ++k) {
            const Matrix6& change = legs_.rows.first[k];
            shifts_[k] = answers_ * change.transpose();
            forces_n_.first[k] = shifts_[k] * forces_n_.middle + answers_ * turned_load(arm.first[k]);
            for (std::size_t j = 0; j <= k; ++j)
                forces_n_.second[k][j] =
                    answers_ * (legs_.rows.second[k][j].transpose() * forces_n_.middle + turned_load(arm.second[k][j]));
        }
        const double turned_rest_n = legs_.box.speeds().third / 6 * length_of(load_arm) * force_n.norm();
        stands_ = bound_forces(middle_n, turned_rest_n);
    }

    /// True if bounds were found.
    bool stands() const { return stands_; }

    Interval load(std::size_t leg) const {
        const auto row = static_cast<Eigen::Index>(leg);
        return Interval(least_n_(row), most_n_(row)) * Interval(scale_(row));
    }

private:
    std::size_t count() const { return legs_.box.count(); }

    /// Sets the bounds of the forces. `forces_n_` has the derivatives of p and becomes the polynomial of the forces.
    bool bound_forces(const Vector6& middle_n, double turned_rest_n) {
        const Vector6 lengths = answers_.rowwise().norm();
        const double rounding = 0x1p-40 * answers_.norm() * legs_.rows.middle.norm();
        const Vector6 rest_n =
            lengths * (legs_.rests.dot(middle_n) + turned_rest_n) + Vector6::Constant(rounding * middle_n.maxCoeff());
        // Upper bounds on p's first and second terms, and on the first and the other terms of K.
        Vector6 slope_n = Vector6::Zero(), bent_n = Vector6::Zero();
        Matrix6 shift = Matrix6::Zero();
        for (std::size_t k = 0; k < count(); ++k) {
            slope_n += forces_n_.first[k].cwiseAbs();
            shift += shifts_[k].cwiseAbs();
            for (std::size_t j = 0; j <= k; ++j) bent_n += (j < k ? 1 : 0.5) * forces_n_.second[k][j].cwiseAbs();
        }
        const Matrix6 others = 0.5 * lengths * legs_.bends + Matrix6::Constant(rounding);
        const Matrix6 whole = shift + others;
        const double shrinks = whole.rowwise().sum().maxCoeff();
        if (!(shrinks < 1)) return false;
        const Vector6 first_n = slope_n + bent_n + rest_n;
        Vector6 changes_n = Vector6::Constant(first_n.maxCoeff() / (1 - shrinks));
        for (int k = 0; k < 3; ++k) changes_n = first_n + whole * changes_n;
        const Vector6 left_n = rest_n + shift * (bent_n + rest_n + whole * changes_n) + others * changes_n;

        Vector6 below_n = Vector6::Zero(), above_n = Vector6::Zero();
        for (std::size_t k = 0; k < count(); ++k) {
            for (std::size_t j = 0; j < k; ++j)
                forces_n_.second[k][j] += shifts_[k] * forces_n_.first[j] + shifts_[j] * forces_n_.first[k];
            const Vector6 square_n = 0.5 * forces_n_.second[k][k] + shifts_[k] * forces_n_.first[k];
            below_n += square_n.cwiseMin(0);
            above_n += square_n.cwiseMax(0);
        }
        least_n_.setConstant(infinity);
        most_n_.setConstant(-infinity);
        at_all_corners(forces_n_, count(), [&](const Vector6& at, unsigned) {
            least_n_ = least_n_.cwiseMin(at);
            most_n_ = most_n_.cwiseMax(at);
            return true;
        });
        const Vector6 rounding_n = 0x1p-40 * (middle_n + changes_n);
        least_n_ += below_n - left_n - rounding_n;
        most_n_ += above_n + left_n + rounding_n;
        return least_n_.allFinite() && most_n_.allFinite();
    }

    TaylorRows legs_;
    Matrix6 answers_;                                  ///< G
    std::array<Matrix6, PoseBox::dimensions> shifts_;  ///< the first derivatives of K
    Taylor<Vector6> forces_n_;
    Vector6 scale_, least_n_, most_n_;
    bool stands_ = false;
};

class CarriedLoad final : public SharedBound {
public:
    CarriedLoad(const Machine& machine, const Limit& limit)
        : SharedBound(machine, limit.id),
          leg_(*limit.owner.leg),
          kind_(limit.kind == &torque_limit ? LegLoad::torque : LegLoad::force),
          most_((kind_ == LegLoad::torque ? machine.load->max_torque : machine.load->max_force).value()[leg_]),
          rods_(rod_bounds(machine)) {}

    double at_least(const PoseBox& box) const override {
        const LoadedBox loaded(machine(), rods_, box, kind_);
        return loaded.stands() ? most_ - loaded.load(leg_).magnitude() : -infinity;
    }
    double lever_m() const override { return longest_leg_m(machine()); }
    std::size_t halved_axis(const PoseBox& box) const override {
        const TaylorRows rows(machine(), rods_, box, rod_vector_of(kind_));
        return rows.steepest_axis().value_or(SharedBound::halved_axis(box));
    }
    std::string_view subject() const override { return "loads"; }

private:
    std::size_t leg_;
    LegLoad kind_;
    double most_;
    AllRodBounds rods_;
};

}  // namespace

std::optional<std::array<Interval, leg_count>> loads_in(const Machine& machine, const AllRodBounds& rods,
                                                        const PoseBox& box, LegLoad kind) {
    const LoadedBox loaded(machine, rods, box, kind);
    if (!loaded.stands()) return std::nullopt;
    std::array<Interval, leg_count> loads;
    for (std::size_t leg = 0; leg < leg_count; ++leg) loads[leg] = loaded.load(leg);
    return loads;
}

std::shared_ptr<const SharedBound> force_bound(const Machine& machine, const Limit& limit) {
    if (limit.kind != &force_limit && limit.kind != &torque_limit) return nullptr;
    return std::make_shared<CarriedLoad>(machine, limit);
}

}  // namespace hexscan

#include "src/check/shared/stiff_box.h"

#include <cmath>

#include "src/check/check_tuning.h"
#include "src/check/shared/held_box.h"
#include "src/machine/shared/singularity.h"

namespace hexscan {
namespace {

/// The platform's joints relative to the tool, divided by the Jacobian's length.
std::array<Vector, leg_count> arms_about_tool(const Machine& machine) {
    std::array<Vector, leg_count> arms = machine.platform.points_m;
    for (Vector& arm : arms) arm = scaled(arm, 1 / characteristic_length_m(machine));
    return arms;
}

/// Motors turn by the row over u . h, and by this over the arm's length. Plain rows of rods are as long as the rods.
RodVector spring_vector(const Machine& machine) {
    return have_arms(machine.legs) ? RodVector::over_along : RodVector::plain;
}

Vector6 spring_weights(const Machine& machine, const AllRodBounds& rods) {
    Vector6 weights;
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        const double length_m = machine.is_telescopic()   ? 1
                                : have_arms(machine.legs) ? arm_m(machine.legs, leg).value()
                                                          : rods[leg]->rod_length_m();
        weights(static_cast<Eigen::Index>(leg)) = std::sqrt(machine.stiffness.value().of_legs[leg]) / length_m;
    }
    return weights;
}

}  // namespace

StiffBox::StiffBox(const Machine& machine, const AllRodBounds& rods, const PoseBox& box)
    : rows_(machine, rods, box, spring_vector(machine), arms_about_tool(machine)) {
    if (rows_.are_bounded()) rows_.scale(spring_weights(machine, rods), Matrix6::Identity());
}

bool StiffBox::is_at_least(double least_n_per_m) const {
    if (!rows_.are_bounded()) return false;
    Matrix6 required = Matrix6::Zero();
    required.diagonal().head<3>().setConstant(least_n_per_m);
    const Matrix6 halfway = 0.5 * (rows_.rows.middle.transpose() * rows_.rows.middle + required);
    const Matrix6 by = inverse_root_of(halfway);
    // The factor covers the rounding of `by` and of this product. NaN is not positive.
    const Matrix6 room = Matrix6::Identity() - (1 + 0x1p-30) * by.transpose() * required * by;
    if (!is_positive(room)) return false;
    TaylorRows scaled_rows = rows_;
    scaled_rows.scale(Vector6::Ones(), by);
    return HeldBox(scaled_rows, Preconditioner::orthogonal).exceeds_one();
}

double StiffBox::at_least_n_per_m(double enough) const {
    double share = 1;
    for (double step = tuning::stiffness_step; share * enough > 0; step *= tuning::next_stiffness_step) {
        if (is_at_least(share * enough)) return share * enough;
        share -= step;
    }
    return 0;
}

}  // namespace hexscan

#pragma once

#include "kernels/maps/leg_inverse.h"
#include "kernels/shared/known.h"
#include "kernels/shared/leg_equilibrium.h"
#include "kernels/shared/rod_matrix.h"

namespace hexscan {

/// A limit on the force in each rod, or on the torque of each arm's motor, in the form that kernels test. Several such
/// limits of a machine share a form.
struct RodForceForm {
    LegsWithRods legs;
    ForceRows rows;
    bool of_torque;
    double most[leg_count];  ///< in newtons or newton metres; infinite for a leg without a limit
    double doubt_m;          ///< rounding bound, as in move_in_box_m()

    /// Takes over the limits of another form of the same machine and orientation. Returns false if they are limits of
    /// the other quantity.
    bool absorb(const RodForceForm& other) {
        if (other.of_torque != of_torque) return false;
        for (int i = 0; i < leg_count; ++i)
            if (other.most[i] < most[i]) most[i] = other.most[i];
        return true;
    }

    HEXSCAN_HD_OUTLINE Known in_box(const Vec3<double>& middle_m, const Vec3<double>& half_m) const {
        constexpr double most_condition = 0x1p40;
        LegEquilibrium found;
        LegInverse inverse;
        HEXSCAN_ROLLED
        for (int i = 0; i < leg_count; ++i) {
            found.lines[i] = legs.line(i, middle_m);
            if (!found.lines[i].moves()) return Known::nothing;
            const Vec3<double>& u = found.lines[i].direction;
            put_row(inverse.of, i, u, cross(rows.arm[i], u));
        }
        invert(inverse);
        if (!(inverse.exists && inverse.norm * inverse.inverse_norm < most_condition)) return Known::nothing;
        double wrench = 0;
        HEXSCAN_ROLLED
        for (int i = 0; i < leg_count; ++i) {
            double force_n = 0;
            for (int k = 0; k < leg_count; ++k) {
                found.answers[k][i] = inverse.of[k][i];
                force_n -= inverse.of[k][i] * rows.wrench[k];
            }
            found.forces_n[i] = force_n;
            wrench += rows.wrench[i] * rows.wrench[i];
        }
        // Rounding of the rows and of the inverse changes a force by at most this number times the leg's answer.
        const double noise = 0x1p-44 * rows.norm() * inverse.inverse_norm * std::sqrt(wrench);
        const double moved_m = move_in_box_m(half_m, doubt_m);
        Known all = Known::kept;
        HEXSCAN_ROLLED
        for (int i = 0; i < leg_count; ++i) {
            if (most[i] == INFINITY) continue;
            const double crank = of_torque ? rows.crank_m[i] : 1;
            const double asked = std::fabs(of_torque ? found.torque_nm(rows, i) : found.forces_n[i]);
            const double left = most[i] - asked;
            const double sure = std::fabs(left) - noise * found.answer_of(i) * crank -
                                0x1p-48 * (asked + most[i] + crank * std::fabs(found.forces_n[i]));
            const bool known =
                sure > 0 && !(moved_m > 0 && !(move_of_force_m(rows, found, i, of_torque, sure) > moved_m));
            if (!known)
                all = Known::nothing;
            else if (left < 0)
                return Known::lost;
        }
        return all;
    }
};

}  // namespace hexscan

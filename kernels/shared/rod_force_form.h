#pragma once

#include "kernels/maps/leg_inverse.h"
#include "kernels/shared/known.h"
#include "kernels/shared/leg_equilibrium.h"

namespace hexscan {

/// A limit on the force in each leg, or on the torque of each arm's motor. Several such limits of a machine share a
/// form.
struct ForceLimits {
    ForceRows rows;
    bool of_torque;
    double most[leg_count];  ///< in newtons or newton metres; infinite for a leg without a limit

    /// Takes over the limits of another form of the same machine and orientation. Returns false if they are limits of
    /// the other quantity.
    bool absorb(const ForceLimits& other) {
        if (other.of_torque != of_torque) return false;
        for (int i = 0; i < leg_count; ++i)
            if (other.most[i] < most[i]) most[i] = other.most[i];
        return true;
    }
};

/// Such limits of legs with rods, in the form that kernels test.
struct RodForceForm {
    ForceLimits limits;
    double doubt_m;  ///< rounding bound, as in motion_in_box()

    bool absorb(const RodForceForm& other) { return limits.absorb(other.limits); }

    HEXSCAN_HD_OUTLINE Known in_box(const Vec3<double>& middle_m, const Vec3<double>& half_m, double turned = 0) const {
        constexpr double most_condition = 0x1p40;
        const ForceRows& rows = limits.rows;
        const bool of_torque = limits.of_torque;
        LegEquilibrium found;
        LegInverse inverse;
        if (!found.solve(rows, middle_m, inverse)) return Known::nothing;
        if (!(inverse.exists && inverse.norm * inverse.inverse_norm < most_condition)) return Known::nothing;
        double wrench = 0;
        for (const double part : rows.wrench) wrench += part * part;
        // Rounding of the rows and of the inverse changes a force by at most this number times the leg's answer.
        const double noise = 0x1p-44 * rows.norm() * inverse.inverse_norm * std::sqrt(wrench);
        const PlatformMotion motion = motion_in_box(half_m, turned, doubt_m);
        const double load = motion.any() ? change_of_load(rows, found, middle_m, motion) : 0;
        Known all = Known::kept;
        HEXSCAN_ROLLED
        for (int i = 0; i < leg_count; ++i) {
            const double most = limits.most[i];
            if (most == INFINITY) continue;
            if (!found.lines[i].moves()) return Known::nothing;
            const double crank = of_torque ? rows.legs[i].crank_m() : 1;
            const double asked = std::fabs(of_torque ? found.torque_nm(rows, i) : found.forces_n[i]);
            const double left = most - asked;
            const double sure = std::fabs(left) - noise * found.answer_of(i) * crank -
                                0x1p-48 * (asked + most + crank * std::fabs(found.forces_n[i]));
            const auto stays = [&] {
                return !motion.any() || change_of_force(rows, found, i, of_torque, motion, load) < sure ||
                       (turned == 0 && move_of_force_m(rows, found, i, of_torque, sure) > motion.moved_m);
            };
            if (!(sure > 0 && stays()))
                all = Known::nothing;
            else if (left < 0)
                return Known::lost;
        }
        return all;
    }
};

}  // namespace hexscan

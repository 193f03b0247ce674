#pragma once

#include "kernels/maps/rod_figures.h"
#include "kernels/shared/stiffness_form.h"

/// The maps of stiffness, for legs of every kind (src/machine/shared/posed_stiffness.h).
namespace hexscan {

struct StiffnessFigure : RodFigure {
    StiffLegs legs;

    HEXSCAN_HD_INLINE double at(Vec3<double> p, const Row&) const {
        const Compliance found = compliance_of(legs, p);
        if (!found.certainly_holds()) return found.is_certainly_soft() ? 0 : not_sure;
        return found.noise() < most_figure_noise ? found.stiffness_n_per_m() : not_sure;
    }
};

struct DisplacementFigure : RodFigure {
    StiffLegs legs;
    double wrench[leg_count];  ///< the load's force, and its torque about the tool over the characteristic length

    HEXSCAN_HD_INLINE double at(Vec3<double> p, const Row&) const {
        const Compliance found = compliance_of(legs, p);
        if (!found.certainly_holds()) return found.is_certainly_soft() ? INFINITY : not_sure;
        // Rounding changes the displacement by at most this number, whatever the direction of the load.
        double squares = 0;
        for (const double part : wrench) squares += part * part;
        const double norm = found.inverse.inverse_norm, moved_m = found.displacement_m(wrench);
        const double noise_m = 2 * found.rounding() * norm * norm * std::sqrt(squares);
        return noise_m <= most_figure_noise * moved_m ? moved_m : not_sure;
    }
};

}  // namespace hexscan

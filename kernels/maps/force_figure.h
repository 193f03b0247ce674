#pragma once

#include "kernels/maps/leg_inverse.h"
#include "kernels/maps/leg_rows.h"
#include "kernels/maps/row_cubics.h"

/// The maps of forces in telescopic legs under a load (src/machine/shared/leg_forces.h). By Cramer's rule, a leg's
/// force is its length times a cubic of the position, divided by the determinant, which is another cubic.
namespace hexscan {

struct ForceFigure {
    static constexpr int cubics = 1 + leg_count;  ///< the determinant, then for each leg the determinant with the load
                                                  ///< in the leg's row

    LegRows rows;
    double load[leg_count];       ///< the load's force, and its torque about the start of the lever arms divided by the
                                  ///< length that is the unit of these arms
    double per_force[leg_count];  ///< for each leg, the factor by which its force in newtons is multiplied
    GridCubics<cubics> position;

    using Row = RowCubics<cubics>;
    HEXSCAN_HD_INLINE void prepare(double y_m, double z_m, int lane, Row& row) const {
        position.prepare(y_m, z_m, lane, row);
    }

    HEXSCAN_HD_INLINE double at(Vec3<double> p, const Row& row) const {
        const double x_m = p.x - position.middle_m[0], determinant = fabs(row.at(0, x_m));
        double most = 0, noise = 0;
        HEXSCAN_UNROLL
        for (int i = 0; i < leg_count; ++i) {
            const double factor = per_force[i] * length_of_leg(rows, i, p);
            const double force = factor * fabs(row.at(1 + i, x_m));
            most = force > most ? force : most;
            noise += factor * position.noise[1 + i];
        }
        if (!(noise <= most_figure_noise * most && position.noise[0] < most_figure_noise * determinant))
            return not_sure;
        return most * quick_reciprocal(determinant);
    }

    HEXSCAN_HD_INLINE double again(Vec3<double> p) const {
        const LegInverse inverse = inverse_of_legs(rows, p);
        // Near a singular position the host decides whether the legs can hold the load.
        if (!inverse.exists || !(inverse.noise() < 0x1p-4)) return not_sure;
        double most = 0, largest = 0, all = 0;
        HEXSCAN_ROLLED
        for (int i = 0; i < leg_count; ++i) {
            double force = 0;
            for (int k = 0; k < leg_count; ++k) force += inverse.of[k][i] * load[k];
            force = std::fabs(force);
            all += force;
            most = std::fmax(most, per_force[i] * force);
            largest = std::fmax(largest, per_force[i]);
        }
        // With <=, a value of exactly zero is accurate: forces that are all zero have no rounding noise.
        return inverse.noise() * largest * all <= most_figure_noise * most ? most : not_sure;
    }
};

}  // namespace hexscan

#pragma once

#include <cmath>

#include "kernels/maps/conditioning_figure.h"
#include "kernels/maps/error_figure.h"
#include "kernels/maps/leg_inverse.h"
#include "kernels/maps/rate_figures.h"
#include "kernels/shared/jacobian_rows.h"
#include "kernels/shared/leg_equilibrium.h"

/// The maps of legs with rods whose value at a point depends on that point alone (point_map_kernel.cuh). The host
/// defines them in src/machine/shared: singularity_limit.h, leg_forces.h and leg_motion.h.
namespace hexscan {

/// A figure of legs with rods that needs no data of its row, and that has only one way to compute a value.
struct RodFigure {
    using Row = NoRow;
    HEXSCAN_HD_INLINE void prepare(double, double, int, Row&) const {}
    HEXSCAN_HD_INLINE double again(Vec3<double>) const { return not_sure; }

    /// Below this component of a rod's direction along its foot's motion, rounding is too large a share of it.
    static constexpr double least_along = 0x1p-26;
    static HEXSCAN_HD_INLINE bool is_sure(const LegLine& line) { return std::fabs(line.along_motion) > least_along; }
};

struct RodConditioningFigure : RodFigure {
    JacobianRows rows;
    double home_sign;

    HEXSCAN_HD_INLINE double at(Vec3<double> p, const Row&) const {
        using conditioning_detail::largest_singular_value;
        double matrix[leg_count][leg_count];
        bool sure = true;
        HEXSCAN_ROLLED
        for (int i = 0; i < leg_count; ++i) {
            const LegLine line = rows.line(i, p);
            if (!line.moves()) return 0;
            sure = sure && is_sure(line);
            const Vec3<double> u = scaled(line.direction, 1 / line.along_motion);
            put_row(matrix, i, u, cross(rows.arm[i], u));
        }
        const LegInverse inverse = inverse_of_matrix(matrix);
        if (!(sure && inverse.exists && inverse.noise() < most_figure_noise)) return not_sure;
        const double largest = largest_singular_value(matrix, inverse.norm);
        const double value = 1 / (largest * largest_singular_value(inverse.of, inverse.inverse_norm));
        return inverse.sign * home_sign < 0 ? -value : value;
    }
};

/// The largest weighted force or torque of any leg.
struct RodForceFigure : RodFigure {
    ForceRows rows;
    double per_force[leg_count], per_torque[leg_count];  ///< weight of a newton, and of a newton metre

    HEXSCAN_HD_INLINE double at(Vec3<double> p, const Row&) const {
        LegInverse inverse;
        double along[leg_count];
        HEXSCAN_ROLLED
        for (int i = 0; i < leg_count; ++i) {
            const LegLine line = rows.line(i, p);
            if (!line.has_direction()) return INFINITY;
            put_row(inverse.of, i, line.direction, cross(rows.arm[i], line.direction));
            along[i] = line.along_motion;
        }
        invert(inverse);
        // Near a singular position the host decides whether the legs can hold the load.
        if (!inverse.exists || !(inverse.noise() < 0x1p-4)) return not_sure;
        double most = 0, largest = 0, all = 0;
        HEXSCAN_ROLLED
        for (int i = 0; i < leg_count; ++i) {
            double force = 0;
            for (int k = 0; k < leg_count; ++k) force += inverse.of[k][i] * rows.wrench[k];
            // Without arms there is no torque, and the arm's length is infinite.
            const double per_torque_force =
                per_torque[i] > 0 && along[i] != 0 ? per_torque[i] * rows.legs[i].crank_m() : 0;
            const double weight = std::fmax(per_force[i], per_torque_force * std::fabs(along[i]));
            force = std::fabs(force);
            all += force;
            most = std::fmax(most, weight * force);
            largest = std::fmax(largest, std::fmax(per_force[i], per_torque_force));
        }
        // Both sides are 0 if the map has torques only and no rod reaches.
        return inverse.noise() * largest * all <= most_figure_noise * most ? most : not_sure;
    }
};

/// The input for the maps of motion: rates and the tool's error (src/machine/shared/leg_motion.h).
struct RodMotion : RodFigure {
    TurnedLeg legs[leg_count];
    Vec3<double> joint[leg_count];  ///< from the tool to the platform joint
    double over_crank[leg_count];   ///< 1 over the arm's length; 1 without arms
    double over_size;               ///< scales rotations while the equations are solved

    /// The change of a leg's value per motion of the tool.
    HEXSCAN_HD_INLINE Vec3<double> moved(int leg, const LegLine& line) const {
        return scaled(line.direction, over_crank[leg] / line.along_motion);
    }
};

struct RodErrorFigure : RodMotion {
    HEXSCAN_HD_INLINE double at(Vec3<double> p, const Row&) const {
        LegInverse inverse;
        bool sure = true;
        HEXSCAN_ROLLED
        for (int i = 0; i < leg_count; ++i) {
            const LegLine line = legs[i].line(p);
            if (!line.moves()) return INFINITY;
            sure = sure && is_sure(line);
            const Vec3<double> by = moved(i, line);
            put_row(inverse.of, i, by, scaled(cross(joint[i], by), over_size));
        }
        invert(inverse);
        if (!(sure && inverse.exists)) return not_sure;
        Vec3<double> moves[leg_count];
        HEXSCAN_UNROLL
        for (int i = 0; i < leg_count; ++i) moves[i] = {inverse.of[0][i], inverse.of[1][i], inverse.of[2][i]};
        const double most = std::sqrt(longest_corner_square(moves));
        return inverse.noise() * inverse.inverse_norm < most_figure_noise * most ? most : not_sure;
    }
};

struct RodRateFigure : RodMotion {
    HEXSCAN_HD_INLINE double at(Vec3<double> p, const Row&) const {
        double most = 0;
        bool sure = true;
        HEXSCAN_ROLLED
        for (int i = 0; i < leg_count; ++i) {
            const LegLine line = legs[i].line(p);
            if (!line.moves()) return INFINITY;
            sure = sure && is_sure(line);
            most = std::fmax(most, over_crank[i] / std::fabs(line.along_motion));
        }
        return sure ? most : not_sure;
    }
};

struct RodTurnRateFigure : RodMotion {
    HEXSCAN_HD_INLINE double at(Vec3<double> p, const Row&) const {
        // A smaller value is only rounding error: all joints lie along their rods.
        constexpr double least_share = 0x1p-28;
        double most_sq = 0, most_possible = 0;
        bool sure = true;
        HEXSCAN_ROLLED
        for (int i = 0; i < leg_count; ++i) {
            const LegLine line = legs[i].line(p);
            if (!line.moves()) return INFINITY;
            sure = sure && is_sure(line);
            const Vec3<double> by = moved(i, line);
            most_sq = std::fmax(most_sq, square_of(cross(joint[i], by)));
            most_possible = std::fmax(most_possible, square_of(joint[i]) * square_of(by));
        }
        return sure && most_sq >= least_share * least_share * most_possible ? std::sqrt(most_sq) : not_sure;
    }
};

}  // namespace hexscan

#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "kernels/maps/leg_inverse.h"
#include "kernels/scan_geometry.h"
#include "kernels/shared/jacobian_rows.h"
#include "kernels/shared/leg_line.h"

/// The forces of six legs under a load at one position, and how fast they change while the platform moves
/// (src/machine/shared/leg_forces.h).
namespace hexscan {

/// The numbers of the equilibrium at one orientation. The arms begin at the centroid of the platform's joints.
struct ForceRows : JacobianRows {
    double wrench[leg_count];  ///< the load's force, and its torque about the centroid over the characteristic length
    double wrench_turn;        ///< upper bound on the wrench's change per `turned` of PlatformMotion

    /// Norm of the matrix with the rows (u, e x u), or an upper bound.
    HEXSCAN_HD_INLINE double norm() const {
        double squares = 0;
        for (int i = 0; i < leg_count; ++i) squares += row_norm[i] * row_norm[i];
        return std::sqrt(squares);
    }
};

/// The forces at one position, and how they respond to a wrench.
struct LegEquilibrium {
    LegLine lines[leg_count];
    double answers[leg_count][leg_count];  ///< Column i: the force of leg i for each unit wrench.
    double forces_n[leg_count];            ///< Along the lines.
    bool holds = false;                    ///< True if the legs can hold the load. Only the host sets it.

    /// Computes all members but `holds`, and the matrix's inverse. Returns false if a leg does not reach or has no
    /// direction; then only lines up to that leg's are valid.
    HEXSCAN_HD_INLINE bool solve(const ForceRows& rows, const Vec3<double>& p, LegInverse& inverse);

    HEXSCAN_HD_INLINE double answer_of(int leg) const {
        double squares = 0;
        for (int k = 0; k < leg_count; ++k) squares += answers[k][leg] * answers[k][leg];
        return std::sqrt(squares);
    }
    HEXSCAN_HD_INLINE double norm_of_answers() const {
        double squares = 0;
        for (int k = 0; k < leg_count; ++k)
            for (int i = 0; i < leg_count; ++i) squares += answers[k][i] * answers[k][i];
        return std::sqrt(squares);
    }
    HEXSCAN_HD_INLINE double norm_of_forces_n() const {
        double squares = 0;
        for (int i = 0; i < leg_count; ++i) squares += forces_n[i] * forces_n[i];
        return std::sqrt(squares);
    }
    /// The torque of an arm's motor.
    HEXSCAN_HD_INLINE double torque_nm(const ForceRows& rows, int leg) const {
        return forces_n[leg] * rows.legs[leg].crank_m() * lines[leg].along_motion;
    }
};

HEXSCAN_HD_INLINE bool LegEquilibrium::solve(const ForceRows& rows, const Vec3<double>& p, LegInverse& inverse) {
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count; ++i) {
        lines[i] = rows.line(i, p);
        if (!lines[i].closes || !lines[i].has_direction()) return false;
        const Vec3<double>& u = lines[i].direction;
        put_row(inverse.of, i, u, cross(rows.arm[i], u));
    }
    invert(inverse);
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count; ++i) {
        double force_n = 0;
        for (int k = 0; k < leg_count; ++k) {
            answers[k][i] = inverse.of[k][i];
            force_n -= inverse.of[k][i] * rows.wrench[k];
        }
        forces_n[i] = force_n;
    }
    return true;
}

/// Bounds how much a number changes while the platform moves by t. The change is the number's gradient times t, plus a
/// remainder of at most `curved` t^2.
struct Rise {
    Vec3<double> gradient{0, 0, 0};
    double curved = 0;

    HEXSCAN_HD_INLINE double steep() const { return std::sqrt(dot(gradient, gradient)); }
};

/// The change of a leg's force f. A move changes the rows. Let B be their transpose, G = 1 / B, and E the change of B.
/// The forces become f - G E f + G E (1 + G E)^-1 G E f. The last term is quadratic in the move if |G| |E| is at most
/// half. `most_m` bounds the move so that this holds.
HEXSCAN_HD_INLINE_ON_DEVICE Rise rise_of_force(const ForceRows& rows, const LegEquilibrium& found, int leg,
                                               double& most_m) {
    const Vec3<double> answer{found.answers[0][leg], found.answers[1][leg], found.answers[2][leg]};
    const Vec3<double> turning{found.answers[3][leg], found.answers[4][leg], found.answers[5][leg]};
    const auto shorten_to = [&](double limit_m) { most_m = limit_m < most_m ? limit_m : most_m; };
    Rise rise;
    double squares = 0, turned = 0, bent = 0;
    HEXSCAN_ROLLED
    for (int j = 0; j < leg_count; ++j) {
        const LegLine& line = found.lines[j];
        const LineChange change = rows.legs[j].change(line);
        const double force_n = found.forces_n[j], row = std::fabs(force_n) * rows.row_norm[j];
        rise.gradient =
            rise.gradient - scaled(line.turning(answer + cross(turning, rows.arm[j])), force_n / line.length_m);
        squares += rows.row_norm[j] * rows.row_norm[j] * change.turned * change.turned;
        turned += row * change.turned;
        bent += row * change.bent;
        shorten_to(change.most_m);
    }
    const double answers = found.norm_of_answers(), changed = std::sqrt(squares);
    rise.curved = found.answer_of(leg) * (bent + 2 * answers * changed * turned);
    shorten_to(1 / (2 * answers * changed));
    return rise;
}

/// The change of a motor's torque divided by the arm length. This number is the force times u . h. If the leg has an
/// arm, h turns, too.
HEXSCAN_HD_INLINE_ON_DEVICE Rise rise_of_torque(const ForceRows& rows, const LegEquilibrium& found, int leg,
                                                const Rise& force, double most_m) {
    const LegLine& line = found.lines[leg];
    const double v = line.along_motion, length_m = line.length_m, crank_m = rows.legs[leg].crank_m();
    const double radial = dot(line.direction, line.foot_m) / (crank_m * crank_m);
    Rise along;
    along.gradient = scaled(line.turning(line.motion), 1 / length_m) - scaled(line.direction, radial / v);
    along.curved =
        rows.legs[leg].change(line).bent * (1 + length_m / crank_m) + (2 / crank_m + 6 / length_m) / (v * v * crank_m);
    Rise rise;
    rise.gradient = scaled(force.gradient, v) + scaled(along.gradient, found.forces_n[leg]);
    rise.curved = std::fabs(v) * force.curved + std::fabs(found.forces_n[leg]) * along.curved +
                  (force.steep() + force.curved * most_m) * (along.steep() + along.curved * most_m);
    return rise;
}

/// The change of a leg's force, or of its motor's torque, that surely leaves its magnitude on the same side of `most`.
/// Positive if the magnitude is below `most`; 0 if rounding hides which side it is on.
HEXSCAN_HD_INLINE_ON_DEVICE double sure_change_of_force(const ForceRows& rows, const LegEquilibrium& found, int leg,
                                                        bool of_torque, double most) {
    const double asked = std::fabs(of_torque ? found.torque_nm(rows, leg) : found.forces_n[leg]);
    // Upper bound on the error of the force that rounding of the rows causes.
    const double noise_n = 0x1p-44 * found.answer_of(leg) * rows.norm() * found.norm_of_forces_n();
    const double left = most - asked, sure = std::fabs(left) - noise_n * (of_torque ? rows.legs[leg].crank_m() : 1);
    return sure > 0 ? std::copysign(sure, left) : 0;
}

/// A distance by which the platform may move while a leg's force, or its motor's torque, changes by at most `change`.
HEXSCAN_HD_INLINE_ON_DEVICE double move_of_force_m(const ForceRows& rows, const LegEquilibrium& found, int leg,
                                                   bool of_torque, double change) {
    double most_m = INFINITY;
    Rise rise = rise_of_force(rows, found, leg, most_m);
    if (!(most_m > 0)) return 0;
    if (of_torque) {
        change /= rows.legs[leg].crank_m();
        // The force's gradient already limits the move to this value. A larger `most_m` would not help.
        const double steep = std::fabs(found.lines[leg].along_motion) * rise.steep();
        if (steep > 0 && change / steep < most_m) most_m = change / steep;
        rise = rise_of_torque(rows, found, leg, rise, most_m);
    }
    const double steep = rise.steep(), root = std::sqrt(steep * steep + 4 * rise.curved * change);
    if (!(root > 0)) return most_m;
    const double move_m = 2 * change / (steep + root);
    return move_m < most_m ? move_m : most_m;
}

/// Bounds the change of forces while the platform moves and turns. Let B be the transposed matrix of rows and w the
/// wrench, so B f = -w. If these change by E and d, leg i's force changes by its answer times d + E f', where f' are
/// the new forces. With the inverse G of B, f' - f is at most |G| |d + E f| / (1 - |G| |E|). Returns an upper bound on
/// |d + E f'|. It is infinite if E may be too large for this.
HEXSCAN_HD_INLINE_ON_DEVICE double change_of_load(const ForceRows& rows, const LegEquilibrium& found,
                                                  const Vec3<double>& p, const PlatformMotion& motion) {
    double squares = 0, changed = motion.turned * rows.wrench_turn;
    HEXSCAN_ROLLED
    for (int j = 0; j < leg_count; ++j) {
        const double of_row = rows.change(j, found.lines[j], p, motion);
        squares += of_row * of_row;
        changed += of_row * std::fabs(found.forces_n[j]);
    }
    const double left = 1 - found.norm_of_answers() * std::sqrt(squares);
    // NaN proves nothing.
    return left > 0.5 ? changed / left : INFINITY;
}

/// Upper bound on the change of a leg's force, or of its motor's torque, during a motion of the platform. `load` is
/// change_of_load().
HEXSCAN_HD_INLINE_ON_DEVICE double change_of_force(const ForceRows& rows, const LegEquilibrium& found, int leg,
                                                   bool of_torque, const PlatformMotion& motion, double load) {
    const double of_force_n = found.answer_of(leg) * load;
    if (!of_torque) return of_force_n;
    const double crank_m = rows.legs[leg].crank_m(), along = std::fabs(found.lines[leg].along_motion);
    const RodShift shift = shift_of_rod(found.lines[leg], crank_m, motion.of_point_m(rows.legs[leg].lever_m));
    if (!(shift.least_along > 0)) return INFINITY;
    return crank_m * (of_force_n + std::fabs(found.forces_n[leg]) * (along - shift.least_along));
}

}  // namespace hexscan

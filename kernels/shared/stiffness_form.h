#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "kernels/maps/leg_inverse.h"
#include "kernels/scan_geometry.h"
#include "kernels/shared/jacobian_rows.h"
#include "kernels/shared/known.h"
#include "kernels/shared/move_within.h"

/// The stiffness of the platform at rest, for legs that are springs. Host and device use the same formulas.
///
/// Leg i has the row w_i = sqrt(k_i) (q_i, e_i x q_i). Here k_i is the leg's stiffness, and e_i = R b_i / r its
/// platform joint. The change of the spring per motion of the tool is q_i: u_i for a leg or a rod, and u_i / (u_i .
/// h_i) / arm for a motor (leg_line.h). Let W be the matrix of these rows. A motion x = (v, r w) of the platform takes
/// the energy |W x|^2 / 2. With the first three rows A of the inverse of W, a force F on the tool moves it by A A' F
/// while the platform may rotate. So the least translational stiffness is 1 over the largest eigenvalue of A A'. It
/// equals the least eigenvalue of the Schur complement of the rotations in W' W. (Gosselin, IEEE Trans. Robotics and
/// Automation 6, 1990; Merlet, Parallel Robots, 2nd ed., ch. 9.)
namespace hexscan {

/// Six legs that are springs, at one orientation.
struct StiffLegs {
    JacobianRows rows;              ///< The arms begin at the tool.
    bool are_motors;                ///< True if the motors that turn the arms are the springs.
    double root_of_leg[leg_count];  ///< root of the leg's stiffness, for a motor over the arm's length

    /// Bounds the change of a leg's row, as in JacobianRows.
    HEXSCAN_HD_INLINE InverseChange change(int leg, const LegLine& line, const Vec3<double>& p,
                                           const PlatformMotion& motion) const {
        const InverseChange of_row = are_motors ? rows.change_of_inverse(leg, line, p, motion)
                                                : InverseChange{rows.change(leg, line, p, motion), 1};
        return {root_of_leg[leg] * of_row.added, of_row.scale};
    }
    /// Bounds the change of all rows, as in change().
    HEXSCAN_HD_INLINE InverseChange change_of_rows(const LegLine (&lines)[leg_count], const Vec3<double>& p,
                                                   double moved_m) const {
        double squares = 0, scale = 1;
        HEXSCAN_ROLLED
        for (int i = 0; i < leg_count; ++i) {
            const InverseChange of_row = change(i, lines[i], p, {moved_m, 0});
            squares += of_row.added * of_row.added;
            scale = std::fmax(scale, of_row.scale);
        }
        return {std::sqrt(squares), scale};
    }
};

/// The platform's answer to forces at one position.
struct Compliance {
    LegInverse inverse;    ///< The inverse of W. Its columns belong to the legs.
    InverseChange change;  ///< bounds the change of W while the platform moves
    double least_along;    ///< Smallest |u . h| of all legs. Rounding is divided by it.
    /// True if a leg cannot move the platform, whatever the rounding. Its rod then does not reach, it has no direction,
    /// or its motor turns without effect.
    bool gives_way = false;
    bool has_rows = false;  ///< false if a leg does not move the platform; there is no W then
    bool holds = false;     ///< false also if W is singular to rounding

    /// True if the stiffness is certainly 0, however the host rounds.
    HEXSCAN_HD_INLINE bool is_certainly_soft() const;
    /// True if the stiffness is certainly above 0, however the host rounds.
    HEXSCAN_HD_INLINE bool certainly_holds() const;

    /// The squared largest displacement of the tool per unit force.
    HEXSCAN_HD_INLINE double most_square() const;
    /// The least translational stiffness in N/m, with rotation free. It is 0 if a force can move the tool freely.
    HEXSCAN_HD_INLINE double stiffness_n_per_m() const;
    /// The displacement of the tool under a force, and a torque about the tool over the characteristic length.
    HEXSCAN_HD_INLINE double displacement_m(const double (&wrench)[leg_count]) const;
    /// Upper bound on the share by which rounding changes the inverse of W.
    HEXSCAN_HD_INLINE double rounding() const {
        return inverse.noise() + 0x1p-47 / least_along * inverse.norm * inverse.inverse_norm;
    }
    /// Upper bound on the share by which rounding changes the root of the stiffness.
    HEXSCAN_HD_INLINE double noise() const;
};

namespace stiffness_detail {

/// If the norm of W times the norm of its inverse exceeds this number, W is singular to rounding. Processors round
/// differently, so they can disagree if the product is closer to it than this factor.
inline constexpr double singular = 0x1p46, certain = 16;

/// The largest eigenvalue of a symmetric matrix [[a, d, e], [d, b, f], [e, f, c]] without negative eigenvalues, by
/// Jacobi's rotations. Six rounds reach the precision of double for every matrix.
HEXSCAN_HD_INLINE double largest_eigenvalue(double (&m)[3][3]) {
    HEXSCAN_ROLLED
    for (int round = 0; round < 6; ++round) {
        HEXSCAN_UNROLL
        for (int pair = 0; pair < 3; ++pair) {
            const int p = pair == 2 ? 1 : 0, q = pair == 0 ? 1 : 2, r = 3 - p - q;
            if (m[p][q] == 0) continue;
            const double half = (m[q][q] - m[p][p]) / (2 * m[p][q]);
            const double t = (half < 0 ? -1 : 1) / (std::fabs(half) + std::sqrt(1 + half * half));
            const double cosine = 1 / std::sqrt(1 + t * t), sine = t * cosine;
            m[p][p] -= t * m[p][q];
            m[q][q] += t * m[p][q];
            m[p][q] = m[q][p] = 0;
            const double with_p = cosine * m[p][r] - sine * m[q][r], with_q = sine * m[p][r] + cosine * m[q][r];
            m[p][r] = m[r][p] = with_p;
            m[q][r] = m[r][q] = with_q;
        }
    }
    return std::fmax(m[0][0], std::fmax(m[1][1], m[2][2]));
}

}  // namespace stiffness_detail

HEXSCAN_HD_INLINE double Compliance::most_square() const {
    double square[3][3];
    HEXSCAN_UNROLL
    for (int a = 0; a < 3; ++a) {
        HEXSCAN_UNROLL
        for (int b = 0; b <= a; ++b) {
            double sum = 0;
            HEXSCAN_UNROLL
            for (int leg = 0; leg < leg_count; ++leg) sum += inverse.of[a][leg] * inverse.of[b][leg];
            square[a][b] = square[b][a] = sum;
        }
    }
    return stiffness_detail::largest_eigenvalue(square);
}

HEXSCAN_HD_INLINE bool Compliance::is_certainly_soft() const {
    using namespace stiffness_detail;
    if (!has_rows) return gives_way;
    return !inverse.exists || inverse.norm * inverse.inverse_norm > certain * singular;
}

HEXSCAN_HD_INLINE bool Compliance::certainly_holds() const {
    using namespace stiffness_detail;
    return holds && certain * inverse.norm * inverse.inverse_norm < singular;
}

HEXSCAN_HD_INLINE double Compliance::stiffness_n_per_m() const { return holds ? 1 / most_square() : 0; }

HEXSCAN_HD_INLINE double Compliance::displacement_m(const double (&wrench)[leg_count]) const {
    if (!holds) return INFINITY;
    Vec3<double> moved{0, 0, 0};
    HEXSCAN_UNROLL
    for (int leg = 0; leg < leg_count; ++leg) {
        double spring = 0;
        HEXSCAN_UNROLL
        for (int k = 0; k < leg_count; ++k) spring += inverse.of[k][leg] * wrench[k];
        moved = moved + scaled(Vec3<double>{inverse.of[0][leg], inverse.of[1][leg], inverse.of[2][leg]}, spring);
    }
    return std::sqrt(dot(moved, moved));
}

HEXSCAN_HD_INLINE double Compliance::noise() const {
    return rounding() * inverse.inverse_norm * std::sqrt(stiffness_n_per_m());
}

/// The compliance at a position. `motion` is how far the platform moves from there, for Compliance::change.
HEXSCAN_HD_INLINE Compliance compliance_of(const StiffLegs& legs, const Vec3<double>& p,
                                           const PlatformMotion& motion = {0, 0}) {
    Compliance found;
    double squares = 0;
    found.change.scale = 1;
    found.least_along = 1;
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count; ++i) {
        const LegLine line = legs.rows.line(i, p);
        if (!line.moves()) {
            // The component along a carriage's motion may round to 0 on one processor only.
            found.gives_way = !line.closes || !line.has_direction() || legs.are_motors;
            return found;
        }
        const double root = legs.are_motors ? legs.root_of_leg[i] / line.along_motion : legs.root_of_leg[i];
        const Vec3<double> by = scaled(line.direction, root);
        put_row(found.inverse.of, i, by, cross(legs.rows.arm[i], by));
        const double along = std::fabs(line.along_motion);
        found.least_along = along < found.least_along ? along : found.least_along;
        if (!motion.any()) continue;
        const InverseChange change = legs.change(i, line, p, motion);
        squares += change.added * change.added;
        found.change.scale = std::fmax(found.change.scale, change.scale);
    }
    invert(found.inverse);
    found.has_rows = true;
    found.change.added = std::sqrt(squares);
    // NaN does not hold.
    found.holds = found.inverse.exists && found.inverse.norm * found.inverse.inverse_norm < stiffness_detail::singular;
    return found;
}

/// A signed distance by which the platform may move while the stiffness stays on the same side of `least_n_per_m`:
/// positive if it is at least that. `here` is the compliance at the position p. The result is 0 where the stiffness is
/// 0.
HEXSCAN_HD_INLINE_ON_DEVICE double clearance_of_stiffness_m(const StiffLegs& legs, const Vec3<double>& p,
                                                            const Compliance& here, double least_n_per_m,
                                                            const MoveDoubt& doubt = {}) {
    if (!here.holds) return 0;
    // The root of the stiffness changes by at most the share that StiffnessForm::in_box() derives.
    const double shares = std::sqrt(least_n_per_m / here.stiffness_n_per_m()), share = std::fabs(1 - shares);
    LegLine lines[leg_count];
    double shortest_m = INFINITY;
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count; ++i) {
        lines[i] = legs.rows.line(i, p);
        shortest_m = lines[i].length_m < shortest_m ? lines[i].length_m : shortest_m;
    }
    const double move_m = move_within_m(
        share, (share < 1 ? share : 1) * shortest_m,
        [&](double moved_m) {
            const InverseChange change = legs.change_of_rows(lines, p, moved_m);
            return (1 + change.added * here.inverse.inverse_norm * (1 + 0x1p-30)) * change.scale - 1;
        },
        doubt);
    return shares < 1 ? move_m : -move_m;
}

/// The limit on the least translational stiffness, in the form that kernels test.
struct StiffnessForm {
    StiffLegs legs;
    double root;     ///< root of the required stiffness
    double doubt_m;  ///< rounding bound, as in motion_in_box()

    /// Decides the limit in a box. If a matrix D is added to W, each motion x keeps |D x| <= |D| |1/W| |W x|. So the
    /// root of the stiffness changes by at most the share |D| |1/W|. Scaling rows scales it by as much.
    HEXSCAN_HD_OUTLINE Known in_box(const Vec3<double>& middle_m, const Vec3<double>& half_m, double turned = 0) const {
        const PlatformMotion motion = motion_in_box(half_m, turned, doubt_m);
        const Compliance found = compliance_of(legs, middle_m, motion);
        if (!found.certainly_holds()) return found.is_certainly_soft() && !motion.any() ? Known::lost : Known::nothing;
        const double here = std::sqrt(found.stiffness_n_per_m());
        const double share = found.change.added * found.inverse.inverse_norm * (1 + 0x1p-30) + found.noise() + 0x1p-40;
        // NaN proves nothing.
        if (here * (1 - share) > root * found.change.scale) return Known::kept;
        return here * (1 + share) * found.change.scale < root ? Known::lost : Known::nothing;
    }
};

}  // namespace hexscan

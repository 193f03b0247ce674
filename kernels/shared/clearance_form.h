#pragma once

#include <cmath>
#include <variant>

#include "kernels/exact_arithmetic.h"
#include "kernels/maps/conditioning_figure.h"
#include "kernels/shared/jacobian_legs.h"
#include "kernels/shared/rate_form.h"
#include "kernels/shared/rod_bodies.h"
#include "kernels/shared/rod_force_form.h"
#include "kernels/shared/stiffness_form.h"
#include "kernels/shared/straight_legs.h"

/// Clearances of limits that legs share, for kernels. The host defines them in src/machine/shared. Its formulas for the
/// distances that the platform may move are the same, but it solves linear equations in another way.
///
/// A function returns NaN if rounding could change the host's clearance by more than the share `clearance_error`. The
/// clearances of telescopic legs' gaps have the host's bits.
namespace hexscan {

inline constexpr double clearance_error = 0x1p-22;

/// The limit on the determinant's sign, or on the ratio of the smallest to the largest singular value.
struct HoldClearance {
    JacobianLegs legs;
    bool of_sign;
    double least;  ///< the smallest allowed ratio; 0 for the sign
};

/// The limit on the least translational stiffness.
struct StiffnessClearance {
    StiffLegs legs;
    double least_n_per_m;
};

/// A limit that legs share, at one orientation, in the form from which kernels compute clearances.
struct ClearanceForm {
    /// Forms that are computed exactly come in the order of the machine's table, because the first of equal clearances
    /// counts.
    std::variant<ApartForm, BesideForm<Disc3>, BesideForm<Segment3>, RodApartForm, RodBesideForm<Disc3>,
                 RodBesideForm<Segment3>, HoldClearance, ForceLimits, RateForm, StiffnessClearance>
        value;
};

namespace clearance_detail {

using exact::Number;

/// Doubt about changes that a device and the host compute with the same formula. The largest allowed change has an
/// error of `clearance_error`. Where an arm's rod barely reaches, its change comes from angles, whose errors are shares
/// of the arm's length. `arm_m` is infinite for sliders, and 0 for telescopic legs.
HEXSCAN_HD_INLINE MoveDoubt doubt_about_moves(double arm_m) {
    return {4 * clearance_error, arm_m < INFINITY ? 0x1p-20 * arm_m : 0};
}

/// Infinite for sliders, and 0 for telescopic legs.
HEXSCAN_HD_INLINE double longest_arm_m(const JacobianRows& rows) {
    double arm_m = 0;
    for (const TurnedLeg& leg : rows.legs) arm_m = std::fmax(arm_m, leg.has_rod ? leg.rod.arm_m : 0);
    return arm_m;
}

/// Below this |u . h| of a rod, rounding is too large a share of it.
inline constexpr double least_along = 0x1p-20;
HEXSCAN_HD_INLINE bool is_sure(const LegLine& line) { return std::fabs(line.along_motion) > least_along; }

HEXSCAN_HD_INLINE Segment<Number> in_numbers(const Segment3& line) {
    return {vector_in<Number>(line.from_m), vector_in<Number>(line.to_m)};
}
HEXSCAN_HD_INLINE Disc<Number> in_numbers(const Disc3& disc) {
    return {vector_in<Number>(disc.middle_m), vector_in<Number>(disc.normal), Number(disc.radius_m)};
}
/// An obstacle at a position of the platform.
template <class Form>
HEXSCAN_HD_INLINE auto obstacle_at(const Form& form, const Vec3<Number>& p) {
    return moved(in_numbers(form.shape), form.on_platform ? p : Vec3<Number>{0, 0, 0});
}

/// The clearance of a gap. `slack_m` is the gap minus the least allowed one. changed_m(move) bounds the change of the
/// gap.
template <class Changed>
HEXSCAN_HD_INLINE double clearance_of_gap_m(double slack_m, double arm_m, Changed changed_m) {
    const double most_m = std::fabs(slack_m);
    return std::copysign(move_within_m(most_m, most_m / 2, changed_m, doubt_about_moves(arm_m)), slack_m);
}

/// The largest singular value of a matrix with this Frobenius norm, with a relative error of about 2^-44.
HEXSCAN_HD_OUTLINE double sharp_singular_value(const double (&matrix)[leg_count][leg_count], double norm) {
    using conditioning_detail::scaled_square;
    return norm * std::sqrt(1 - smallest_eigenvalue(complement(tridiagonal(scaled_square(matrix, norm))), 0, 0x1p-50));
}

}  // namespace clearance_detail

HEXSCAN_HD_INLINE double clearance_m(const ApartForm& form, const Vec3<double>& p) {
    using namespace clearance_detail;
    const Vec3<Number> at = vector_in<Number>(p);
    return (segment_distance_m(segment_at(form.first, at), segment_at(form.second, at)) - Number(form.least_m)).value;
}

template <class Shape>
HEXSCAN_HD_INLINE double clearance_m(const BesideForm<Shape>& form, const Vec3<double>& p) {
    using namespace clearance_detail;
    const Vec3<Number> at = vector_in<Number>(p);
    return (distance_m(segment_at(form.leg, at), obstacle_at(form, at)) - Number(form.least_m)).value;
}

HEXSCAN_HD_INLINE double clearance_m(const RodApartForm& form, const Vec3<double>& p) {
    using namespace clearance_detail;
    const Vec3<Number> at = vector_in<Number>(p);
    const Number gap_m = distance_of_bodies_m(form.first.at(at), form.second.at(at));
    const double arm_m = std::fmax(form.first.leg.arm_m, form.second.leg.arm_m);
    return clearance_of_gap_m((gap_m - Number(form.least_m)).value, arm_m, [&](double moved_m) {
        return change_of_gap_m(form.first, form.second, p, {moved_m, 0});
    });
}

template <class Shape>
HEXSCAN_HD_INLINE double clearance_m(const RodBesideForm<Shape>& form, const Vec3<double>& p) {
    using namespace clearance_detail;
    const Vec3<Number> at = vector_in<Number>(p);
    const Number gap_m = distance_of_bodies_m(form.leg.at(at), obstacle_at(form, at));
    return clearance_of_gap_m((gap_m - Number(form.least_m)).value, form.leg.leg.arm_m, [&](double moved_m) {
        return change_of_gap_m(form.leg, form.shape, form.on_platform, p, {moved_m, 0});
    });
}

HEXSCAN_HD_INLINE double clearance_m(const RateForm& form, const Vec3<double>& p) {
    using namespace clearance_detail;
    const LegLine line = form.leg.line(p);
    // The direction of a telescopic leg is that of its motion, so nothing is rounded.
    const double slack = std::fabs(line.along_motion) - form.least_along;
    if (form.leg.has_rod && line.closes && !(is_sure(line) && std::fabs(slack) > least_along)) return NAN;
    return clearance_of_rate_m(form.leg, line, form.least_along);
}

HEXSCAN_HD_INLINE double clearance_m(const StiffnessClearance& form, const Vec3<double>& p) {
    using namespace clearance_detail;
    const Compliance here = compliance_of(form.legs, p);
    if (!here.certainly_holds()) return here.is_certainly_soft() ? 0 : NAN;
    const double share = std::fabs(1 - std::sqrt(form.least_n_per_m / here.stiffness_n_per_m()));
    if (!(here.noise() + 0x1p-46 < clearance_error * share)) return NAN;
    return clearance_of_stiffness_m(form.legs, p, here, form.least_n_per_m,
                                    doubt_about_moves(longest_arm_m(form.legs.rows)));
}

HEXSCAN_HD_INLINE double clearance_m(const HoldClearance& form, const Vec3<double>& p) {
    using namespace clearance_detail;
    const MoveDoubt doubt = doubt_about_moves(longest_arm_m(form.legs.rows));
    double matrix[leg_count][leg_count], least_along = 1;
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count; ++i) {
        const LegLine line = form.legs.rows.line(i, p);
        if (!line.closes || !line.has_direction()) return 0;
        if (!is_sure(line)) return NAN;
        least_along = std::fmin(least_along, std::fabs(line.along_motion));
        const Vec3<double> u = scaled(line.direction, 1 / line.along_motion);
        put_row(matrix, i, u, cross(form.legs.rows.arm[i], u));
    }
    const LegInverse inverse = inverse_of_matrix(matrix);
    if (!(inverse.exists && 4 * inverse.noise() < clearance_error)) return NAN;
    const double smallest = 1 / sharp_singular_value(inverse.of, inverse.inverse_norm);
    if (!(smallest > 0)) return NAN;
    if (form.of_sign) return inverse.sign * form.legs.home_sign * form.legs.move_of_sign_m(p, smallest, doubt);
    const double largest = sharp_singular_value(matrix, inverse.norm), slack = smallest - form.least * largest;
    // The host takes the smallest singular value from the squared matrix (src/machine/shared/matrix6.h).
    const double of_host = 0x1p-50 * largest * (largest / smallest);
    const double share = 4 * inverse.noise() + 0x1p-43 + 0x1p-49 / least_along;
    const double error = share * (smallest + form.least * largest) + of_host;
    if (!(error < clearance_error * std::fabs(slack))) return NAN;
    return std::copysign(form.legs.move_of_ratio_m(p, smallest, largest, form.least, doubt), slack);
}

/// Calls look(number, clearance) for each limit of a form. Numbers count from that of the form's first limit.
template <class Form, class Look>
HEXSCAN_HD_INLINE void look_at_clearances(const Form& form, const Vec3<double>& p, Look look) {
    look(0, clearance_m(form, p));
}

template <class Look>
HEXSCAN_HD_INLINE void look_at_clearances(const ForceLimits& form, const Vec3<double>& p, Look look) {
    using namespace clearance_detail;
    LegEquilibrium found;
    LegInverse inverse;
    const bool reach = found.solve(form.rows, p, inverse);
    bool sure = reach && inverse.exists && inverse.noise() < clearance_error;
    double all_n = 0;
    for (int i = 0; reach && i < leg_count; ++i) {
        sure = sure && is_sure(found.lines[i]);
        all_n += std::fabs(found.forces_n[i]);
    }
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count; ++i) {
        if (form.most[i] == INFINITY) continue;
        if (!reach) {
            look(i, 0);
            continue;
        }
        const double change = sure_change_of_force(form.rows, found, i, form.of_torque, form.most[i]);
        const double error = inverse.noise() * all_n * (form.of_torque ? form.rows.legs[i].crank_m() : 1);
        const bool known = sure && error < clearance_error * std::fabs(change);
        look(i, known ? std::copysign(move_of_force_m(form.rows, found, i, form.of_torque, std::fabs(change)), change)
                      : NAN);
    }
}

}  // namespace hexscan

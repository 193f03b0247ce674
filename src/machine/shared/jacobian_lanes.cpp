#include "src/machine/shared/jacobian_lanes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "kernels/maps/extreme_eigenvalues.h"
#include "src/base/vector_level.h"
#include "src/machine/double_lanes.h"

namespace hexscan {

/// The arms' directions. The numbers of an arm whose rod does not reach are meaningless, and those on the motor's axis
/// are NaN.
HEXSCAN_HD_INLINE ArmDirection<DoubleLanes> arm_at(const RotaryLeg& leg, const RotaryPlaceIn<DoubleLanes>& at) {
    return reaching_arm(leg, at);
}

namespace {

using Real = DoubleLanes;

/// The inverse Jacobian in each lane.
struct JacobianLanes {
    Real rows[leg_count][leg_count];
    DoubleMask closes;  ///< true if all legs reach
    Real least_along;   ///< least of the factors below
    Real along;         ///< product of |u . h| over all legs, by which the rows are divided
};

HEXSCAN_HD_INLINE LegLineIn<Real> line_in_lanes(const JacobianLegs& legs, int leg, const Vec3<Real>& p) {
    const TurnedLeg& its = legs.rows.legs[leg];
    const Vec3<Real> l = p + its.offset_m;
    return its.has_rod ? line_of_rod(l, its.rod.shape(l)) : line_along(l);
}

HEXSCAN_HD_INLINE void put_jacobian(const JacobianLegs& legs, const Vec3<Real>& p, JacobianLanes& result) {
    result.closes = DoubleMask(true);
    result.least_along = result.along = 1;
    for (int i = 0; i < leg_count; ++i) {
        const LegLineIn<Real> line = line_in_lanes(legs, i, p);
        const Vec3<double>& e = legs.rows.arm[i];
        const Vec3<Real> u = scaled(line.direction, 1 / line.along_motion), turn = cross(Vec3<Real>{e.x, e.y, e.z}, u);
        const Real row[leg_count] = {u.x, u.y, u.z, turn.x, turn.y, turn.z}, along = fabs(line.along_motion);
        for (int j = 0; j < leg_count; ++j) result.rows[i][j] = row[j];
        result.closes = result.closes & line.closes;
        result.along = result.along * along;
        result.least_along = chosen(along < result.least_along, along, result.least_along);
    }
}

/// The index of legs i < j among all pairs.
constexpr int pair_number(int i, int j) { return i * (2 * leg_count - 1 - i) / 2 + j - i - 1; }

/// The determinant, by Laplace's expansion over all choices of three rows. It needs no pivots, and its error is a few
/// roundings of the product of the rows' lengths.
HEXSCAN_HD_INLINE Real determinant_in_lanes(const Real (&rows)[leg_count][leg_count]) {
    constexpr int pairs = leg_count * (leg_count - 1) / 2;
    Vec3<Real> first[leg_count], second[leg_count], first_cross[pairs], second_cross[pairs];
    for (int i = 0; i < leg_count; ++i) {
        first[i] = {rows[i][0], rows[i][1], rows[i][2]};
        second[i] = {rows[i][3], rows[i][4], rows[i][5]};
    }
    HEXSCAN_UNROLL
    for (int i = 0; i < leg_count; ++i) {
        HEXSCAN_UNROLL
        for (int j = i + 1; j < leg_count; ++j) {
            first_cross[pair_number(i, j)] = cross(first[i], first[j]);
            second_cross[pair_number(i, j)] = cross(second[i], second[j]);
        }
    }
    Real sum = 0;
    HEXSCAN_UNROLL
    for (int i = 0; i < leg_count; ++i) {
        HEXSCAN_UNROLL
        for (int j = i + 1; j < leg_count; ++j) {
            HEXSCAN_UNROLL
            for (int k = j + 1; k < leg_count; ++k) {
                int others[leg_count] = {}, count = 0;
                HEXSCAN_UNROLL
                for (int leg = 0; leg < leg_count; ++leg)
                    if (leg != i && leg != j && leg != k) others[count++] = leg;
                const Real term = dot(first[i], first_cross[pair_number(j, k)]) *
                                  dot(second[others[0]], second_cross[pair_number(others[1], others[2])]);
                sum = (i + j + k) % 2 == 1 ? sum + term : sum - term;
            }
        }
    }
    return sum;
}

/// The sign of the determinant relative to home, or 0 if rounding could change it. The reference eliminates the rows
/// (u, e x u) / (u . h) with pivots. Its error is less than 2^-40 of the longest row, so for the shortest row its share
/// is larger by the ratio of both lengths. The determinant that passes exceeds 2^-32 of the product of the rows'
/// lengths, times that ratio. It also proves that the smallest singular value exceeds 2^-40 of the largest.
HEXSCAN_HD_INLINE Real sign_in_lanes(const JacobianLegs& legs, const JacobianLanes& jacobian) {
    double noise = 0x1p-32, longest = 1;
    for (int i = 0; i < leg_count; ++i) {
        noise *= legs.rows.row_norm[i];
        longest = legs.rows.row_norm[i] > longest ? legs.rows.row_norm[i] : longest;
    }
    const Real determinant = determinant_in_lanes(jacobian.rows) * legs.home_sign;
    const Real share = determinant * jacobian.along * jacobian.least_along;
    return chosen(share > noise * longest, 1, chosen(share < -noise * longest, Real(-1), 0));
}

/// The smallest eigenvalue of a positive semidefinite matrix with a trace of about 1, or NaN if it is not found. The
/// slope of the iteration shows that it is too small by at most six times `enough`, besides rounding. If nearly all
/// eigenvalues are equal, rounding can carry a step beyond them. So a last step starts slightly below the result: only
/// there must it be below all eigenvalues.
HEXSCAN_HD_INLINE Real smallest_in_lanes(const Tridiagonal6<Real>& matrix, double enough) {
    constexpr int most_steps = 40;
    constexpr double slightly = 0x1p-47;
    Real at = 0;
    DoubleMask open(true);
    for (int k = 0; k < most_steps && any(open); ++k) {
        const LaguerreStep<Real> step = laguerre_step(matrix, at);
        open = open & step.below;
        at = chosen(open, at + step.by, at);
        open = open & (step.by > enough);
    }
    return chosen(laguerre_step(matrix, at - slightly).below, chosen(open, NAN, at), NAN);
}

HEXSCAN_HD_INLINE Vec3<Real> positions(const double* x_m, double y_m, double z_m) {
    Vec3<Real> p{0, y_m, z_m};
    for (int lane = 0; lane < double_lanes; ++lane) p.x.v[lane] = x_m[lane];
    return p;
}

/// Computes the signs of `double_lanes` positions.
HEXSCAN_HD_INLINE void put_signs(const JacobianLegs& legs, const double* x_m, double y_m, double z_m, double* signs) {
    JacobianLanes jacobian;
    put_jacobian(legs, positions(x_m, y_m, z_m), jacobian);
    const Real sign = chosen(jacobian.closes, sign_in_lanes(legs, jacobian), -1);
    for (int lane = 0; lane < double_lanes; ++lane) signs[lane] = sign.v[lane];
}

/// Computes the conditionings of `double_lanes` positions. Their squares are quotients of eigenvalues of J' J.
HEXSCAN_HD_INLINE void put_conditionings(const JacobianLegs& legs, const double* x_m, double y_m, double z_m,
                                         QuickConditioning* conditionings) {
    // Bounds the errors of both eigenvalues, here and in the reference, as a share of the trace. The reference's
    // decomposition errs by a few dozen roundings.
    constexpr double error = 0x1p-45, enough = 0x1p-50;
    JacobianLanes jacobian;
    put_jacobian(legs, positions(x_m, y_m, z_m), jacobian);
    Symmetric6<Real> square{};
    for (const Real(&row)[leg_count] : jacobian.rows) {
        HEXSCAN_UNROLL
        for (int a = 0; a < leg_count; ++a) {
            HEXSCAN_UNROLL
            for (int b = 0; b <= a; ++b) square.at(a, b) += row[a] * row[b];
        }
    }
    const Real over_trace = 1 / square.trace();
    for (Real& entry : square.entries) entry = entry * over_trace;
    const Tridiagonal6<Real> tridiagonal = hexscan::tridiagonal(square);
    const Real smallest = smallest_in_lanes(tridiagonal, enough);
    const Real largest = 1 - smallest_in_lanes(complement(tridiagonal), enough);
    const Real sign = sign_in_lanes(legs, jacobian), noise = error / smallest + 0x1p-49;
    const Real conditioning = chosen(jacobian.closes, sign * sqrt(smallest / largest), 0);
    const Real doubt = chosen(jacobian.closes, chosen(sign != 0, noise, INFINITY), 0);
    for (int lane = 0; lane < double_lanes; ++lane) conditionings[lane] = {conditioning.v[lane], doubt.v[lane]};
}

/// Calls use(first, count, x_m) for groups of at most `double_lanes` positions. `x_m` always has `double_lanes`
/// numbers.
template <class Use>
void for_each_group(std::span<const double> x_m, Use use) {
    for (std::size_t first = 0; first < x_m.size(); first += double_lanes) {
        const std::size_t count = std::min<std::size_t>(double_lanes, x_m.size() - first);
        double group_m[double_lanes];
        for (std::size_t lane = 0; lane < double_lanes; ++lane) group_m[lane] = x_m[first + std::min(lane, count - 1)];
        use(first, count, group_m);
    }
}

}  // namespace

void quick_signs(const JacobianLegs& legs, const RowPositions& row, std::span<double> signs) {
    for_each_group(row.x_m, [&](std::size_t first, std::size_t count, const double* x_m) {
        double found[double_lanes];
        at_vector_level<put_signs>(legs, x_m, row.y_m, row.z_m, found);
        std::copy_n(found, count, signs.data() + first);
    });
}

void quick_conditionings(const JacobianLegs& legs, const RowPositions& row,
                         std::span<QuickConditioning> conditionings) {
    for_each_group(row.x_m, [&](std::size_t first, std::size_t count, const double* x_m) {
        QuickConditioning found[double_lanes];
        at_vector_level<put_conditionings>(legs, x_m, row.y_m, row.z_m, found);
        std::copy_n(found, count, conditionings.data() + first);
    });
}

}  // namespace hexscan

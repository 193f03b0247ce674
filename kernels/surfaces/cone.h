#pragma once

#include <cmath>

#include "kernels/exact_arithmetic.h"
#include "kernels/host_device.h"
#include "kernels/rows/row_cut.h"
#include "kernels/rows/row_noise.h"
#include "kernels/scan_geometry.h"
#include "kernels/surfaces/half_space.h"

/// A joint lets its leg point only into a cone about an axis n. With c = cos(max_tilt), L = |l| and d = n . l, the leg
/// vector l is inside if c L <= d. If the limit exceeds 90 degrees (c < 0), the forbidden region is the open convex
/// cone about -n. The cone's bounds over cells of orientations are in kernels/sets/cell_bounds.h, those in intervals
/// are in src/check/leg_bounds.h.
///
/// A row is a line along which only lx varies. The convex cone's axis is m = n if c > 0, and m = -n if c < 0. Let
/// e = my ly + mz lz. The row is inside the convex cone where m . l >= 0 and h(lx) >= 0. Here
/// h(lx) = A lx^2 + 2 B lx + C,
/// A = mx^2 - c^2,  B = mx e,  C = e^2 - c^2 (ly^2 + lz^2).
/// The discriminant is
/// B^2 - A C = c^2 (e^2 + A (ly^2 + lz^2)).
/// h is also positive inside the mirror cone, where m . l < 0. So signs select the part inside the convex cone, which
/// is one interval. If A < 0, it lies between the roots, and is empty if e < 0 or if there are no roots. Otherwise it
/// is a ray: from the larger root upwards if mx > 0, and from the smaller root downwards if mx < 0.
namespace hexscan {

/// x |x|, rounded once, is increasing. With it, the reference test, signed_square(d) >= c |c| L^2, needs no root or
/// quotient.
HEXSCAN_HD_INLINE double signed_square(double x) { return exact::multiply(x, x < 0 ? -x : x); }

/// If |c| is smaller than this, the cone differs from a plane by less than its own rounding, and is treated as a plane.
inline constexpr double flat_cosine = 1e-12;

/// The noise of a joint limit. It does not depend on the direction of the limit's axis.
struct ConeNoise {
    double extent_m, columns_per_m;
    double noise_m;     ///< noise of n . l, if a flat cone is treated as a plane
    double grazing_m2;  ///< grazing bound of a cone that is not flat
};

HEXSCAN_HD_INLINE ConeNoise cone_noise(const RowNoise& noise, double signed_cos_sq) {
    using std::fabs;
    using std::sqrt;
    const double cosine = sqrt(fabs(signed_cos_sq));
    return {noise.extent_m, noise.columns_per_m, noise.axis_m() + 2 * cosine * noise.extent_m,
            noise.grazing_m2(noise.cone_m2(cosine))};
}

/// The shape of the intersection of a row with the convex cone of a joint limit.
enum class ConeCut : int {
    none,        ///< no limit
    half_space,  ///< limit of 90 degrees
    bounded,     ///< the row leaves the cone at both ends
    ray          ///< the row stays in the cone at one end
};

/// The constants of one joint limit, in the precision in which roots are computed.
template <class Real>
struct ConeConstants {
    Real axis_x;           ///< nx; 0 for a half space whose edge is parallel to the row within rounding.
    Real inverse_leading;  ///< 1 / A; a huge number if A is 0.
    Real inverse_axis_x;   ///< 1 / nx for a half space; 0 if nx is 0.
    Real grazing;          ///< The row only touches the border if |B^2 - A C| (m^2), or |e| (m) for a half space, is at
                           ///< most this.
};

/// One joint limit as a convex cone about `axis`, with all values that are the same for all rows.
struct RowCone {
    ConeCut cut;
    bool forbidden;  ///< the outside is reachable (limit beyond 90 degrees; the axis is reversed)
    Vec3<double> axis;
    double cos_sq;   ///< c^2
    double leading;  ///< A = nx^2 - c^2
    ConeConstants<float> single;
    ConeConstants<double> full;
};

namespace cone_detail {

/// If |1 / A| is larger, the far root lies beyond any grid, whatever its exact value.
inline constexpr double largest_inverse_leading = 1e12;

HEXSCAN_HD_INLINE void set_constants(double axis_x, double inverse_leading, double inverse_axis_x, double grazing,
                                     RowCone& cone) {
    cone.full = {axis_x, inverse_leading, inverse_axis_x, grazing};
    cone.single = {static_cast<float>(axis_x), static_cast<float>(inverse_leading), static_cast<float>(inverse_axis_x),
                   static_cast<float>(grazing)};
}

}  // namespace cone_detail

/// How many columns noise may shift the end of a half space. The result is NaN or infinite if the half space's edge is
/// parallel to the row.
HEXSCAN_HD_INLINE double half_space_shift_columns(const ConeNoise& noise, double axis_x) {
    using std::fabs;
    return noise.noise_m / fabs(axis_x) * noise.columns_per_m;
}

/// The cone of the limit c |c| = `signed_cos_sq` about `axis`.
///
/// A limit of 90 degrees is a half space. A limit whose cone differs from a plane by at most 2 c extent is treated as a
/// half space, too. If the edge is almost parallel to the row, their intersection is uncertain. Then the sign of e
/// decides. But if |e| is at most nx times the row's extent, the row counts as grazing.
HEXSCAN_HD_INLINE RowCone make_row_cone(Vec3<double> axis, double signed_cos_sq, const ConeNoise& noise) {
    using namespace cone_detail;
    using std::fabs;
    RowCone cone{};
    if (signed_cos_sq == unlimited_signed_cos_sq) return cone;
    cone.forbidden = signed_cos_sq < 0;
    cone.axis = cone.forbidden ? Vec3<double>{-axis.x, -axis.y, -axis.z} : axis;
    cone.cos_sq = fabs(signed_cos_sq);
    cone.leading = axis.x * axis.x - cone.cos_sq;
    if (cone.cos_sq < flat_cosine * flat_cosine) {
        cone.cut = ConeCut::half_space;
        if (half_space_shift_columns(noise, cone.axis.x) <= most_noise_columns)
            set_constants(cone.axis.x, 0, 1 / cone.axis.x, noise.noise_m, cone);
        else
            set_constants(0, 0, 0, 2 * noise.noise_m + fabs(cone.axis.x) * noise.extent_m, cone);
        return cone;
    }
    cone.cut = cone.leading < 0 ? ConeCut::bounded : ConeCut::ray;
    const double inverse = 1 / fabs(cone.leading);
    const double magnitude = inverse < largest_inverse_leading ? inverse : largest_inverse_leading;
    set_constants(cone.axis.x, cone.leading < 0 ? -magnitude : magnitude, 0, noise.grazing_m2, cone);
    return cone;
}

/// Selects the constants in the requested precision.
HEXSCAN_HD_INLINE const ConeConstants<float>& constants_of(const RowCone& cone, float) { return cone.single; }
HEXSCAN_HD_INLINE const ConeConstants<double>& constants_of(const RowCone& cone, double) { return cone.full; }

/// The columns inside a cone of known shape. Except for half spaces, both roots come from the form of the quadratic
/// formula that avoids cancellation.
template <ConeCut kind, class Real>
HEXSCAN_HD_INLINE RowCut<Real> cut_cone(const RowCone& cone, double e_m, double yz_sq_m2, const RowScale<Real>& scale) {
    using std::fabs;
    const ConeConstants<Real>& constants = constants_of(cone, Real());
    if constexpr (kind == ConeCut::half_space) return cut_half_space(constants, e_m, scale);
    const Real c = static_cast<Real>(e_m * e_m - cone.cos_sq * yz_sq_m2);
    const Real discriminant = static_cast<Real>(cone.cos_sq * (e_m * e_m + cone.leading * yz_sq_m2));
    const Real e = static_cast<Real>(e_m);
    const Real b = constants.axis_x * e;
    const Real root = row_math::root(row_math::larger(discriminant, constants.grazing));
    const Real sum = b >= 0 ? -(b + root) : root - b;
    const Real outer = column_of(sum * constants.inverse_leading, scale);
    const Real inner = column_of(row_math::quotient(c, sum), scale);
    RowCut<Real> cut{};
    cut.undecided = !(fabs(discriminant) > constants.grazing);
    if constexpr (kind == ConeCut::bounded) {
        // The segment lies in one nappe. It belongs to the cone if the row passes the apex on the side of the axis.
        cut.empty = (discriminant < 0) | (e < 0);
        cut.low = row_math::smaller(outer, inner);
        cut.high = row_math::larger(outer, inner);
    } else {
        // There are two rays, one in each nappe. The ray in the direction of the axis belongs to the cone.
        const bool runs_up = constants.axis_x > 0;
        const Real column = (b >= 0) == runs_up ? inner : outer;
        cut.low = runs_up ? column : Real(-far_column);
        cut.high = runs_up ? Real(far_column) : column;
    }
    return cut;
}

/// The columns inside a cone of any shape except `none`.
template <class Real>
HEXSCAN_HD_INLINE RowCut<Real> cut_joint(const RowCone& cone, double e_m, double yz_sq_m2,
                                         const RowScale<Real>& scale) {
    if (cone.cut == ConeCut::bounded) return cut_cone<ConeCut::bounded>(cone, e_m, yz_sq_m2, scale);
    if (cone.cut == ConeCut::ray) return cut_cone<ConeCut::ray>(cone, e_m, yz_sq_m2, scale);
    return cut_cone<ConeCut::half_space>(cone, e_m, yz_sq_m2, scale);
}

/// Sine and cosine of a joint's largest tilt. `limited` is false for a joint without a limit.
template <class Real>
struct TiltLimit {
    Real sine, cosine;
    bool limited;
};

/// Clearance of one joint from `along` = n . l and `across` = |n x l|, both in metres. The result is infinite if there
/// is no limit.
template <class Real>
HEXSCAN_HD_INLINE Real joint_clearance_m(const TiltLimit<Real>& limit, Real along_m, Real across_m, Real length_m) {
    if (!limit.limited) return Real(INFINITY);
    const Real to_cone_m = limit.sine * along_m - limit.cosine * across_m;
    const Real cosine_times_length_m = limit.cosine * along_m + limit.sine * across_m;
    if (cosine_times_length_m > 0) return to_cone_m;
    return to_cone_m < 0 ? -length_m : length_m;
}

}  // namespace hexscan

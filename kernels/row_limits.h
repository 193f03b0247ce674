#pragma once

#include <cmath>

#include "host_device.h"
#include "kinematics.h"
#include "scan_geometry.h"

/// A limit as a row sees it: a joint limit as a convex cone, and how coarsely its ends can be told.
namespace hexscan {

/// Unit roundoff u. A root takes at most sixteen roundings, relative; see make_row_geometry for the bound.
template <class Real>
inline constexpr Real unit_roundoff = Real(0x1p-53);
template <>
inline constexpr float unit_roundoff<float> = 0x1p-24F;
inline constexpr int roundings_per_root = 16;

/// Columns that the noise may shift an end. Rows where it could shift it farther count as grazing.
inline constexpr double most_noise_columns = 0.2;

/// With less than half a column of slack an end leaves at most one column in doubt, inside the grid, and the verdict
/// holds still on either side of it: the reference's own noise is smaller still.
inline constexpr double most_slack_columns = 0.45;

/// How coarsely the reference test and the solver's invariants see one leg, all bounds of absolute rounding errors. The
/// reference's d |d| - c |c| q takes some forty roundings, the coordinates' own among them, the solver a dozen more; 256
/// and 64 leave room.
struct RowNoise {
    double extent_m;  ///< no component of a leg vector is larger
    double columns_per_m;

    /// Of q against the square of a length: terms up to extent^2.
    HEXSCAN_HD_INLINE double stroke_m2() const { return 256 * unit_roundoff<double> * extent_m * extent_m; }
    /// Of n . l.
    HEXSCAN_HD_INLINE double axis_m() const { return 64 * unit_roundoff<double> * extent_m; }
    /// Of d |d| against c |c| q where they are equal, d = c L: twice d times the noise of d, and c^2 times that of q.
    HEXSCAN_HD_INLINE double cone_m2(double cosine) const { return stroke_m2() * cosine + 4 * axis_m() * axis_m(); }

    /// Where the discriminant of a quadratic with that noise is no larger, the row grazes. Near a root the slope is twice
    /// the discriminant's root, so the noise shifts the root by noise / slope, and second-order terms by no more: above
    /// 16 times the noise the row is cut for certain, and above the other term the shift is below most_noise_columns.
    HEXSCAN_HD_INLINE double grazing_m2(double noise_m2) const {
        const double dense = 2 * noise_m2 * columns_per_m / most_noise_columns;
        return 16 * noise_m2 > dense * dense ? 16 * noise_m2 : dense * dense;
    }
    /// The shift of a root that is not grazing, in columns, twice as large as it can be.
    HEXSCAN_HD_INLINE double shift_columns(double noise_m2) const {
        using std::sqrt;
        return 2 * noise_m2 / sqrt(grazing_m2(noise_m2)) * columns_per_m;
    }
};

/// A cone so flat (c below this) differs from a plane by less than its own rounding; it is treated as one.
inline constexpr double flat_cosine = 1e-12;

/// What noise makes of a joint limit, whichever way its axis points.
struct ConeNoise {
    double extent_m, columns_per_m;
    double noise_m;     ///< of n . l, taking a flat cone for a plane
    double grazing_m2;  ///< of a cone that is not flat
};

HEXSCAN_HD_INLINE ConeNoise cone_noise(const RowNoise& noise, double signed_cos_sq) {
    using std::fabs;
    using std::sqrt;
    const double cosine = sqrt(fabs(signed_cos_sq));
    return {noise.extent_m, noise.columns_per_m, noise.axis_m() + 2 * cosine * noise.extent_m,
            noise.grazing_m2(noise.cone_m2(cosine))};
}

/// How a row cuts the convex cone of a joint limit.
enum class ConeCut : int {
    none,        ///< no limit
    half_space,  ///< limit of 90 degrees
    bounded,     ///< the row leaves the cone at both ends
    ray          ///< the row stays in the cone at one end
};

/// Constants of one joint limit in the precision that roots are computed in.
template <class Real>
struct ConeConstants {
    Real axis_x;           ///< nx; 0 for a half space whose edge lies parallel to the row as far as can be told
    Real inverse_leading;  ///< 1 / A, a huge number where A is 0
    Real inverse_axis_x;   ///< 1 / nx of a half space, 0 where nx is
    Real grazing;  ///< the row grazes the limit where |B^2 - A C|, in m^2, is no larger; |e| of a half space, in m
};

/// One joint limit as a convex cone about `axis`, with what is constant for all rows.
struct RowCone {
    ConeCut cut;
    bool forbidden;  ///< reachable is what lies outside (limit beyond 90 degrees; axis is reversed)
    Vec3<double> axis;
    double cos_sq;   ///< c^2
    double leading;  ///< A = nx^2 - c^2
    ConeConstants<float> single;
    ConeConstants<double> full;
};

namespace row_limits_detail {

/// Past this |1 / A| the far root lies beyond any grid whatever its exact value.
inline constexpr double largest_inverse_leading = 1e12;

HEXSCAN_HD_INLINE void set_constants(double axis_x, double inverse_leading, double inverse_axis_x, double grazing,
                                     RowCone& cone) {
    cone.full = {axis_x, inverse_leading, inverse_axis_x, grazing};
    cone.single = {static_cast<float>(axis_x), static_cast<float>(inverse_leading), static_cast<float>(inverse_axis_x),
                   static_cast<float>(grazing)};
}

}  // namespace row_limits_detail

/// Columns by which the noise may shift the end of a half space; no number where its edge runs along the row.
HEXSCAN_HD_INLINE double half_space_shift_columns(const ConeNoise& noise, double axis_x) {
    using std::fabs;
    return noise.noise_m / fabs(axis_x) * noise.columns_per_m;
}

/// The limit c |c| = `signed_cos_sq` about `axis`.
///
/// A limit of 90 degrees, or so near that the cone is a plane to within 2 c extent, is a half space. An edge nearly
/// parallel to the row cuts it nowhere for certain; then the sign of e decides, unless it is as small as nx times the
/// row's extent.
HEXSCAN_HD_INLINE RowCone make_row_cone(Vec3<double> axis, double signed_cos_sq, const ConeNoise& noise) {
    using namespace row_limits_detail;
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

}  // namespace hexscan

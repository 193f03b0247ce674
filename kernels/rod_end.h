#pragma once

#include "exact_arithmetic.h"
#include "host_device.h"
#include "vec3.h"

namespace hexscan {

/// The joint at an end of a rod of fixed length. It restricts the cosine of the angle between the rod and the joint's
/// axis to a range.
struct RodEnd {
    Vec3<double> axis{0, 0, 0};  ///< unit vector; the kind of leg defines its frame
    double least_cosine = -2, most_cosine = 2;

    HEXSCAN_HD_INLINE bool is_limited() const { return least_cosine > -1 || most_cosine < 1; }
    /// The reference test of the joint, for a rod whose component along the axis is `along_m`.
    HEXSCAN_HD_INLINE bool keeps(double along_m, double rod_m) const {
        return along_m >= exact::multiply(least_cosine, rod_m) && along_m <= exact::multiply(most_cosine, rod_m);
    }
};

using ExactVector = Vec3<exact::Number>;

HEXSCAN_HD_INLINE ExactVector exact_vector(Vec3<double> v) { return {v.x, v.y, v.z}; }

/// The type in which formulas of rods compute with numbers of type `Real`, each operation rounded separately: that of
/// exact::Number for double, and vector lanes for vector lanes.
template <class Real>
struct RodNumberOf {
    using type = Real;
};
template <>
struct RodNumberOf<double> {
    using type = exact::Number;
};
template <class Real>
using RodNumber = typename RodNumberOf<Real>::type;

template <class Number, class Real>
HEXSCAN_HD_INLINE Vec3<Number> vector_in(Vec3<Real> v) {
    return {Number(v.x), Number(v.y), Number(v.z)};
}

}  // namespace hexscan

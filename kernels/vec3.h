#pragma once

#include <type_traits>

#include "host_device.h"

/// Vectors of three numbers and their basic operations, for host and device.
namespace hexscan {

/// `yes` if the condition is true, otherwise `no`. Vector lanes have their own (kernels/lanes.h).
template <class Real>
HEXSCAN_HD_INLINE Real chosen(bool condition, Real yes, Real no) {
    return condition ? yes : no;
}

/// The type of a truth value about numbers of type `Real`: bool, or a mask for vector lanes.
template <class Real>
using Truth = decltype(Real() > Real());

template <class Real>
struct Vec3 {
    Real x, y, z;

    friend bool operator==(const Vec3&, const Vec3&) = default;
};

/// If one operand holds vector lanes and the other holds single numbers, the sum holds vector lanes.
template <class A, class B = A>
HEXSCAN_HD_INLINE auto operator+(Vec3<A> a, Vec3<B> b) -> Vec3<decltype(a.x + b.x)> {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

template <class Real>
HEXSCAN_HD_INLINE Vec3<Real> operator-(Vec3<Real> a, Vec3<Real> b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

template <class Real>
HEXSCAN_HD_INLINE Vec3<Real> scaled(Vec3<Real> v, std::type_identity_t<Real> factor) {
    return {v.x * factor, v.y * factor, v.z * factor};
}

template <class A, class B = A>
HEXSCAN_HD_INLINE auto dot(Vec3<A> a, Vec3<B> b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class Real>
HEXSCAN_HD_INLINE Vec3<Real> cross(Vec3<Real> a, Vec3<Real> b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

}  // namespace hexscan

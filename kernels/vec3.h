#pragma once

#include <type_traits>

#include "host_device.h"

/// Three numbers and what is done with them everywhere, on the host and on the device.
namespace hexscan {

template <class Real>
struct Vec3 {
    Real x, y, z;
};

template <class Real>
HEXSCAN_HD_INLINE Vec3<Real> operator+(Vec3<Real> a, Vec3<Real> b) {
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

template <class Real>
HEXSCAN_HD_INLINE Real dot(Vec3<Real> a, Vec3<Real> b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class Real>
HEXSCAN_HD_INLINE Vec3<Real> cross(Vec3<Real> a, Vec3<Real> b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

}  // namespace hexscan

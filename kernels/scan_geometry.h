#pragma once

#include "vec3.h"

/// The numbers that describe a scan: three grid axes, and six legs at one fixed orientation. All values are SI (metres,
/// radians). The CPU engine and the reference use the structs in double precision. Single-precision kernels use the
/// same numbers, rounded once.
namespace hexscan {

inline constexpr int leg_count = 6;

/// One axis of the grid: `full_count` points from `from_m` to `to_m`, both ends included. Only `count` of them are
/// scanned, from index `begin` on. So a slab of slices is a part of the z axis.
template <class Real>
struct GridAxis {
    Real from_m;
    Real to_m;
    Real step_m;  ///< (to - from) / (full_count - 1); 0 for a single point
    int count;
    int begin;
    int full_count;

    friend bool operator==(const GridAxis&, const GridAxis&) = default;
};

/// One leg at the orientation of the scan. At platform position p its vector is p + offset.
template <class Real>
struct Leg {
    Vec3<Real> offset_m;       ///< R b - a: platform joint minus base joint
    Vec3<Real> base_axis;      ///< unit vector n of the base joint, base frame
    Vec3<Real> platform_axis;  ///< unit vector R m of the platform joint, base frame
    Real min_length_m;
    Real max_length_m;
    /// Smallest allowed asin((l . axis) / L): 90 deg - max_tilt; `unlimited_elevation_rad` if unlimited.
    Real base_min_elevation_rad;
    Real platform_min_elevation_rad;
    Real min_length_sq_m2;
    Real max_length_sq_m2;
    /// c |c| with c = cos(max_tilt); `unlimited_signed_cos_sq` if the joint has no limit.
    Real base_signed_cos_sq;
    Real platform_signed_cos_sq;

    friend bool operator==(const Leg&, const Leg&) = default;
};

/// Every arcsine is at least -pi/2, so -2 forbids nothing.
inline constexpr double unlimited_elevation_rad = -2.0;
/// In the squared form of the limit (kinematics.h), d |d| is at least -q, so -2 forbids nothing either.
inline constexpr double unlimited_signed_cos_sq = -2.0;

template <class Real>
struct ScanGeometry {
    GridAxis<Real> x, y, z;
    Leg<Real> legs[leg_count];

    friend bool operator==(const ScanGeometry&, const ScanGeometry&) = default;
};

}  // namespace hexscan

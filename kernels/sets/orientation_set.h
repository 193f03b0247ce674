#pragma once

#include <cstdint>

#include "kernels/exact_arithmetic.h"
#include "kernels/host_device.h"
#include "kernels/scan_geometry.h"

/// Sets of orientations as three lists of angles, and the legs at one orientation. Host and device compute the same
/// bits. A set need not store its orientations, because the sines and cosines of the lists suffice.
namespace hexscan {

/// The meaning of the three indices of an orientation.
enum class OrientationLayout : int {
    angles,  ///< roll, pitch, yaw: R = Rz(yaw) Ry(pitch) Rx(roll), or mirrored
    tilts    ///< ring (0 has no tilt), direction, yaw: R = rotation by the ring's angle towards the direction, times
             ///< Rz(yaw)
};

/// One angle of a list.
struct AngleSample {
    double angle_rad, sine, cosine;
};

/// The orientations of a set: every combination of three lists, except that ring 0 has a single direction.
struct OrientationTables {
    OrientationLayout layout;
    int counts[3];
    const AngleSample* samples[3];
    /// True if R = Rx(roll) Ry(pitch) Rz(yaw) instead of Rz Ry Rx. If x and z are swapped, R becomes Rz Ry Rx with
    /// roll, pitch and yaw replaced by -yaw, -pitch and -roll. The three lists then hold the angles -yaw, -pitch and
    /// -roll, in that order. Always false for tilts.
    bool mirrored;
};

/// One orientation of a set.
struct OrientationIndex {
    int at[3];
};

/// The number of values that the set has along the axis `axis`. It may depend on the ring.
HEXSCAN_HD_INLINE int axis_count(const OrientationTables& set, int axis, int ring) {
    return set.layout == OrientationLayout::tilts && axis == 1 && ring == 0 ? 1 : set.counts[axis];
}

/// The number of orientations of a set.
HEXSCAN_HD_INLINE std::int64_t orientation_count(const OrientationTables& set) {
    const std::int64_t others = std::int64_t{set.counts[1]} * set.counts[2];
    return set.layout == OrientationLayout::angles ? set.counts[0] * others
                                                   : set.counts[2] + (set.counts[0] - 1) * others;
}

/// Orientation `number` of a set. The last index runs fastest, and ring 0 comes first.
HEXSCAN_HD_INLINE OrientationIndex orientation_at(const OrientationTables& set, std::int64_t number) {
    const bool tilts = set.layout == OrientationLayout::tilts;
    if (tilts && number < set.counts[2]) return {{0, 0, static_cast<int>(number)}};
    const std::int64_t rest = tilts ? number - set.counts[2] : number;
    const std::int64_t pair = rest / set.counts[2];
    return {{static_cast<int>(pair / set.counts[1]) + (tilts ? 1 : 0), static_cast<int>(pair % set.counts[1]),
             static_cast<int>(rest % set.counts[2])}};
}

/// The inverse of orientation_at().
HEXSCAN_HD_INLINE std::int64_t orientation_number(const OrientationTables& set, OrientationIndex index) {
    const bool tilts = set.layout == OrientationLayout::tilts;
    if (tilts && index.at[0] == 0) return index.at[2];
    const std::int64_t pair = std::int64_t{index.at[0] - (tilts ? 1 : 0)} * set.counts[1] + index.at[1];
    return pair * set.counts[2] + index.at[2] + (tilts ? set.counts[2] : 0);
}

/// The orientation in the middle of a set. For tilts it is the one without tilt.
HEXSCAN_HD_INLINE OrientationIndex middle_of(const OrientationTables& set) {
    const bool tilts = set.layout == OrientationLayout::tilts;
    return {{tilts ? 0 : set.counts[0] / 2, tilts ? 0 : set.counts[1] / 2, set.counts[2] / 2}};
}

/// A matrix, stored by rows.
template <class Real>
struct Matrix3 {
    Vec3<Real> x, y, z;
};

namespace exact {

HEXSCAN_HD_INLINE double dot(Vec3<double> a, Vec3<double> b) {
    return add(add(multiply(a.x, b.x), multiply(a.y, b.y)), multiply(a.z, b.z));
}

HEXSCAN_HD_INLINE Vec3<double> turn(const Matrix3<double>& rotation, Vec3<double> v) {
    return {dot(rotation.x, v), dot(rotation.y, v), dot(rotation.z, v)};
}

/// Rz(yaw) Ry(pitch) Rx(roll), as rotation_of() computes it.
HEXSCAN_HD_INLINE Matrix3<double> rotation_from_angles(AngleSample roll, AngleSample pitch, AngleSample yaw) {
    const double sr = roll.sine, cr = roll.cosine, sp = pitch.sine, cp = pitch.cosine, sy = yaw.sine, cy = yaw.cosine;
    const double cysp = multiply(cy, sp), sysp = multiply(sy, sp);
    return {{multiply(cy, cp), add(multiply(cysp, sr), -multiply(sy, cr)), add(multiply(cysp, cr), multiply(sy, sr))},
            {multiply(sy, cp), add(multiply(sysp, sr), multiply(cy, cr)), add(multiply(sysp, cr), -multiply(cy, sr))},
            {-sp, multiply(cp, sr), multiply(cp, cr)}};
}

/// Rotation by `tilt` towards `direction` about the horizontal axis perpendicular to it (Rodrigues), times Rz(yaw).
HEXSCAN_HD_INLINE Matrix3<double> rotation_from_tilt(AngleSample tilt, AngleSample direction, AngleSample yaw) {
    const double st = tilt.sine, ct = tilt.cosine, sd = direction.sine, cd = direction.cosine;
    const double versine = add(1.0, -ct);
    const double mixed = -multiply(versine, multiply(sd, cd));
    const double xx = add(ct, multiply(versine, multiply(sd, sd)));
    const double yy = add(ct, multiply(versine, multiply(cd, cd)));
    const double xz = multiply(st, cd), yz = multiply(st, sd);
    const double sy = yaw.sine, cy = yaw.cosine;
    const auto yawed = [&](double column_x, double column_y, double column_z) {
        return Vec3<double>{add(multiply(column_x, cy), multiply(column_y, sy)),
                            add(multiply(column_y, cy), -multiply(column_x, sy)), column_z};
    };
    return {yawed(xx, mixed, xz), yawed(mixed, yy, yz), yawed(-xz, -yz, ct)};
}

HEXSCAN_HD_INLINE Vec3<double> mirrored(Vec3<double> v) { return {v.z, v.y, v.x}; }

HEXSCAN_HD_INLINE Matrix3<double> rotation_at(const OrientationTables& set, OrientationIndex index) {
    const AngleSample first = set.samples[0][index.at[0]], second = set.samples[1][index.at[1]],
                      third = set.samples[2][index.at[2]];
    if (set.layout == OrientationLayout::tilts) return rotation_from_tilt(first, second, third);
    const Matrix3<double> rotation = rotation_from_angles(first, second, third);
    return set.mirrored ? Matrix3<double>{mirrored(rotation.z), mirrored(rotation.y), mirrored(rotation.x)} : rotation;
}

}  // namespace exact

/// One leg with its platform joint in the platform's frame, not yet rotated to an orientation.
struct FreeLeg {
    Leg<double> limits;  ///< the limits and the base axis; offset and platform axis are undefined
    Vec3<double> base_point_m, platform_point_m;
    Vec3<double> platform_axis;  ///< in the platform's frame
};

/// Replaces components of about 1e-17 by 0. Rotations leave such rounding errors where the exact value is zero, and a
/// row solver would divide by them.
HEXSCAN_HD_INLINE double without_rounding_dust(double component) {
    return component < 1e-15 && component > -1e-15 ? 0.0 : component;
}

HEXSCAN_HD_INLINE Vec3<double> without_rounding_dust(Vec3<double> v) {
    return {without_rounding_dust(v.x), without_rounding_dust(v.y), without_rounding_dust(v.z)};
}

/// The leg at an orientation: its vector is p + R b - a, and its platform axis is R m.
HEXSCAN_HD_INLINE Leg<double> exact_leg_at(const FreeLeg& leg, const Matrix3<double>& rotation) {
    Leg<double> posed = leg.limits;
    const Vec3<double> joint = exact::turn(rotation, leg.platform_point_m);
    posed.offset_m = {exact::add(joint.x, -leg.base_point_m.x), exact::add(joint.y, -leg.base_point_m.y),
                      exact::add(joint.z, -leg.base_point_m.z)};
    posed.platform_axis = without_rounding_dust(exact::turn(rotation, leg.platform_axis));
    return posed;
}

}  // namespace hexscan

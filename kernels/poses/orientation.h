#pragma once

#include <cmath>

#include "../host_device.h"
#include "../vec3.h"

/// Rotation matrices and their angles roll, pitch and yaw, for host and device.
namespace hexscan {

/// The rows of a rotation matrix.
struct RotationRows {
    Vec3<double> x, y, z;
};

struct RollPitchYaw {
    double roll_rad, pitch_rad, yaw_rad;
};

/// Sines and cosines of roll, pitch and yaw.
struct RollPitchYawSines {
    double roll, pitch, yaw, roll_cosine, pitch_cosine, yaw_cosine;
};

/// R = Rz(yaw) Ry(pitch) Rx(roll).
HEXSCAN_HD_INLINE RotationRows rotation_zyx(const RollPitchYawSines& s) {
    return {{s.yaw_cosine * s.pitch_cosine, s.yaw_cosine * s.pitch * s.roll - s.yaw * s.roll_cosine,
             s.yaw_cosine * s.pitch * s.roll_cosine + s.yaw * s.roll},
            {s.yaw * s.pitch_cosine, s.yaw * s.pitch * s.roll + s.yaw_cosine * s.roll_cosine,
             s.yaw * s.pitch * s.roll_cosine - s.yaw_cosine * s.roll},
            {-s.pitch, s.pitch_cosine * s.roll, s.pitch_cosine * s.roll_cosine}};
}

/// R = Rx(roll) Ry(pitch) Rz(yaw). A mirror that swaps x and z turns a rotation about x into one about z in the
/// opposite direction.
HEXSCAN_HD_INLINE RotationRows rotation_xyz(const RollPitchYawSines& s) {
    const RotationRows r = rotation_zyx({-s.yaw, -s.pitch, -s.roll, s.yaw_cosine, s.pitch_cosine, s.roll_cosine});
    return {{r.z.z, r.z.y, r.z.x}, {r.y.z, r.y.y, r.y.x}, {r.x.z, r.x.y, r.x.x}};
}

/// If the cosine of the pitch is below this number, roll and yaw rotate about the same axis, within rounding.
inline constexpr double pole_cosine = 1e-6;

/// The angles of a rotation. For R = Rz Ry Rx they follow from the last row and the first column, for R = Rx Ry Rz from
/// the first row and the last column. If the pitch is 90 or -90 degrees, yaw is 0.
HEXSCAN_HD_INLINE RollPitchYaw angles_of(const RotationRows& r, bool zyx) {
    using std::atan2;
    using std::hypot;
    const double sine = zyx ? -r.z.x : r.x.z;
    const double cosine = zyx ? hypot(r.x.x, r.y.x) : hypot(r.y.z, r.z.z);
    const double pitch_rad = atan2(sine, cosine);
    if (cosine <= pole_cosine) return {atan2(zyx ? -r.y.z : r.z.y, r.y.y), pitch_rad, 0};
    return {zyx ? atan2(r.z.y, r.z.z) : atan2(-r.y.z, r.z.z), pitch_rad,
            zyx ? atan2(r.y.x, r.x.x) : atan2(-r.x.y, r.x.x)};
}

}  // namespace hexscan

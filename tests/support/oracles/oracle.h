#pragma once

#include "src/scan/platform.h"

/// The second opinion of the tests: the inverse kinematics of a 6-UPS hexapod from the published formulas (Gough 1962,
/// Stewart 1965; Merlet, Parallel Robots, 2nd ed., ch. 3). It takes another route than hexscan, shares no code with it,
/// and reads only the fields of a Platform. It uses long double instead of double, and unit quaternions instead of a
/// matrix. The angle between leg and axis is atan2(|l x n|, l . n), which is well conditioned everywhere, instead of an
/// arcsine or squared cosines.
namespace hexscan_oracle {

struct Vector3 {
    long double x, y, z;
};

/// Rz(yaw) Ry(pitch) Rx(roll) v, or Rx Ry Rz v.
Vector3 rotate(Vector3 v, double roll_rad, double pitch_rad, double yaw_rad,
               hexscan::OrientationOrder order = hexscan::OrientationOrder::zyx);
/// The inverse of `rotate`.
Vector3 rotate_back(Vector3 v, double roll_rad, double pitch_rad, double yaw_rad,
                    hexscan::OrientationOrder order = hexscan::OrientationOrder::zyx);

/// Leg vector of leg `leg` from base to platform, with the platform at (x, y, z) in the scan's orientation.
Vector3 leg_vector(const hexscan::Platform& platform, int leg, double x_m, double y_m, double z_m);

/// Angle between a vector and an axis, in [0, pi]; 0 for the zero vector.
double angle_between(Vector3 v, Vector3 axis);

/// Smallest signed slack of the pose at the scan's orientation: lengths as slack / Lmax, angles in radians. A tilt
/// limit of half a turn or more counts as none.
double margin(const hexscan::Platform& platform, double x_m, double y_m, double z_m);

/// Within this margin of 0, hexscan may have the other verdict, because it computes differently.
inline constexpr double sure_margin = 1e-9;

/// True if margin >= 0.
bool reachable(const hexscan::Platform& platform, double x_m, double y_m, double z_m);

}  // namespace hexscan_oracle

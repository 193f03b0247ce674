#pragma once

#include <array>
#include <cmath>

#include "kernels/vec3.h"

namespace hexscan {

using Vector = Vec3<double>;

inline Vector vector_of(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }
inline double length_of(const Vector& v) { return std::sqrt(dot(v, v)); }

/// The order in which roll, pitch and yaw make a rotation. Each turns about its fixed axis x, y or z.
enum class OrientationOrder {
    zyx,  ///< R = Rz(yaw) Ry(pitch) Rx(roll)
    xyz   ///< R = Rx(roll) Ry(pitch) Rz(yaw)
};

/// Roll, pitch and yaw in radians, in the machine's order.
struct Orientation {
    double roll_rad = 0, pitch_rad = 0, yaw_rad = 0;
    bool operator==(const Orientation&) const = default;
};

/// Position of the platform's origin in metres, and its orientation.
struct Pose {
    Vector position_m{0, 0, 0};
    Orientation orientation;
};

/// Sine and cosine of an angle in radians. The values 0, +-1/2 and +-1 are exact, so that points that should lie on a
/// limit do lie on it.
double exact_sin(double angle_rad);
double exact_cos(double angle_rad);

/// The unit vector in the direction of `v`. Components that are only rounding errors become 0.
Vector direction(const Vector& v);

/// A rotation matrix, stored by rows.
struct Rotation {
    Vector x, y, z;

    Vector operator()(const Vector& v) const { return {dot(x, v), dot(y, v), dot(z, v)}; }
    /// The inverse rotation applied to v.
    Vector back(const Vector& v) const;
};

Rotation rotation_of(const Orientation& orientation, OrientationOrder order);

/// "zyx" or "xyz", as in files and records.
const char* order_name(OrientationOrder order);
/// The order of the turns in words and as a product, such as "first roll about x, then … (R = Rz Ry Rx)".
const char* order_text(OrientationOrder order);

}  // namespace hexscan

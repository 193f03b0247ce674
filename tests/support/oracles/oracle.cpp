#include "tests/support/oracles/oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace hexscan_oracle {
namespace {

using hexscan::Platform;
using Real = long double;

struct Quaternion {
    Real w;
    Vector3 v;
};

Vector3 add(Vector3 a, Vector3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vector3 scaled(Vector3 a, Real s) { return {a.x * s, a.y * s, a.z * s}; }
Real dot(Vector3 a, Vector3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vector3 cross(Vector3 a, Vector3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
Real length(Vector3 a) { return std::hypot(a.x, a.y, a.z); }
Vector3 widen(const hexscan::Vector& v) { return {v.x, v.y, v.z}; }

Quaternion about(Vector3 unit_axis, Real angle_rad) {
    return {std::cos(angle_rad / 2), scaled(unit_axis, std::sin(angle_rad / 2))};
}

Quaternion product(Quaternion p, Quaternion q) {
    const Vector3 v = add(add(scaled(q.v, p.w), scaled(p.v, q.w)), cross(p.v, q.v));
    return {p.w * q.w - dot(p.v, q.v), v};
}

Quaternion conjugate(Quaternion q) { return {q.w, scaled(q.v, -1)}; }

Vector3 turn(Quaternion q, Vector3 v) { return product(product(q, {0, v}), conjugate(q)).v; }

Quaternion orientation(Real roll_rad, Real pitch_rad, Real yaw_rad, hexscan::OrientationOrder order) {
    const Quaternion roll = about({1, 0, 0}, roll_rad);
    const Quaternion pitch = about({0, 1, 0}, pitch_rad);
    const Quaternion yaw = about({0, 0, 1}, yaw_rad);
    return order == hexscan::OrientationOrder::xyz ? product(roll, product(pitch, yaw))
                                                   : product(yaw, product(pitch, roll));
}

Quaternion scan_orientation(const Platform& platform) {
    const hexscan::ScanRequest& scan = platform.scan;
    const auto first = scan.orientations.first();
    return orientation(first.roll_rad, first.pitch_rad, first.yaw_rad, platform.machine.orientation_order);
}

// The data that all legs of one pose share.
struct Posed {
    const Platform& platform;
    Quaternion turned;
    Vector3 position;
};

Vector3 leg_of(const Posed& pose, std::size_t leg) {
    const Vector3 base = widen(pose.platform.machine.base.points_m[leg]);
    const Vector3 joint = turn(pose.turned, widen(pose.platform.machine.platform.points_m[leg]));
    const Vector3 l = add(pose.position, add(joint, scaled(base, -1)));
    // A quarter turn has no exact double, so two joints that are meant to coincide differ by the rounding of the angle.
    // The remaining vector has no direction, so the leg's length counts as zero.
    const Real rounding = 1e-15L * (length(pose.position) + length(joint) + length(base));
    return length(l) <= rounding ? Vector3{0, 0, 0} : l;
}

Real tilt(Vector3 l, Vector3 axis) {
    // A leg of length zero lies on its axis. atan2 would distinguish 0 from -0.
    return length(l) > 0 ? std::atan2(length(cross(l, axis)), dot(l, axis)) : 0;
}

Real tilt_slack(Vector3 l, Vector3 axis, double max_tilt_rad) {
    // Half a turn excludes no pose. So it counts as no limit, and no pose is close to it.
    const bool limited = max_tilt_rad < std::numbers::pi;
    return limited ? max_tilt_rad - tilt(l, axis) : std::numeric_limits<Real>::infinity();
}

Real leg_margin(const Posed& pose, std::size_t leg) {
    const Platform& p = pose.platform;
    const Vector3 l = leg_of(pose, leg);
    const Vector3 platform_axis = turn(pose.turned, widen(p.machine.platform.axes[leg]));
    const Real longest = p.machine.telescopic().max_length[leg];
    return std::min({(length(l) - p.machine.telescopic().min_length[leg]) / longest, (longest - length(l)) / longest,
                     tilt_slack(l, widen(p.machine.base.axes[leg]), p.machine.base.max_tilt_rad[leg]),
                     tilt_slack(l, platform_axis, p.machine.platform.max_tilt_rad[leg])});
}

Real exact_margin(const Platform& platform, double x_m, double y_m, double z_m) {
    const Posed pose{platform, scan_orientation(platform), {x_m, y_m, z_m}};
    Real tightest = std::numeric_limits<Real>::infinity();
    for (std::size_t leg = 0; leg < hexscan::leg_count; ++leg) {
        tightest = std::min(tightest, leg_margin(pose, leg));
    }
    return tightest;
}

}  // namespace

Vector3 rotate(Vector3 v, double roll_rad, double pitch_rad, double yaw_rad, hexscan::OrientationOrder order) {
    return turn(orientation(roll_rad, pitch_rad, yaw_rad, order), v);
}

Vector3 rotate_back(Vector3 v, double roll_rad, double pitch_rad, double yaw_rad, hexscan::OrientationOrder order) {
    return turn(conjugate(orientation(roll_rad, pitch_rad, yaw_rad, order)), v);
}

Vector3 leg_vector(const Platform& platform, int leg, double x_m, double y_m, double z_m) {
    const Posed pose{platform, scan_orientation(platform), {x_m, y_m, z_m}};
    return leg_of(pose, static_cast<std::size_t>(leg));
}

double angle_between(Vector3 v, Vector3 axis) { return static_cast<double>(tilt(v, axis)); }

double margin(const Platform& platform, double x_m, double y_m, double z_m) {
    return static_cast<double>(exact_margin(platform, x_m, y_m, z_m));
}

bool reachable(const Platform& platform, double x_m, double y_m, double z_m) {
    return exact_margin(platform, x_m, y_m, z_m) >= 0;
}

}  // namespace hexscan_oracle

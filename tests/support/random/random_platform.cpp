#include "tests/support/random/random_platform.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <numbers>
#include <string>

#include "tests/support/oracles/oracle.h"
#include "tests/support/random/dice.h"
#include "tests/support/values.h"

namespace hexscan_test {
namespace {

using hexscan::JointSet;
using hexscan::leg_count;
using hexscan::Platform;
using hexscan::Pose;
using hexscan::ScanRange;
using hexscan::Vector;
using hexscan_oracle::Vector3;

Vector narrow(Vector3 v) { return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)}; }
Vector3 widen(const Vector& v) { return {v.x, v.y, v.z}; }

double length(const Vector& v) { return std::hypot(v.x, v.y, v.z); }

Vector unit(const Vector& v) {
    const double norm = length(v);
    return norm > 0 ? Vector{v.x / norm, v.y / norm, v.z / norm} : Vector{0, 0, 1};
}

Vector leg_at(const Platform& platform, int leg, const Vector& position) {
    return narrow(hexscan_oracle::leg_vector(platform, leg, position.x, position.y, position.z));
}

/// A direction of the base frame, in the platform's frame at the scan's orientation.
Vector seen_from_platform(const Platform& platform, const Vector& direction) {
    const auto& scan = platform.scan;
    const hexscan::Orientation o = scan.orientations.first();
    return narrow(hexscan_oracle::rotate_back(widen(direction), o.roll_rad, o.pitch_rad, o.yaw_rad,
                                              platform.machine.orientation_order));
}

Vector point_in_box(Dice& dice, double half_xy, double half_z) {
    return {dice.between(-half_xy, half_xy), dice.between(-half_xy, half_xy), dice.between(-half_z, half_z)};
}

Vector random_direction(Dice& dice) {
    for (;;) {
        const Vector v = point_in_box(dice, 1, 1);
        if (length(v) > 0.1 && length(v) < 1) return unit(v);
    }
}

// ---- real-valued platforms ------------------------------------------------------------------------------

enum class Layout { pairs, box, one_point };

Vector pair_joint(Dice& dice, int leg, double azimuth, double radius) {
    const double pair = (leg + 1) / 2 * 2 * pi / 3;
    const double side = (leg % 2 == 0 ? 1 : -1) * radians(10);
    const double angle = azimuth + pair + side + dice.between(-0.1, 0.1);
    return {radius * std::cos(angle), radius * std::sin(angle), radius * dice.between(-0.1, 0.1)};
}

void place_joints(Dice& dice, double radius, JointSet& side) {
    const Layout layout = dice.one_of({Layout::pairs, Layout::pairs, Layout::box, Layout::one_point});
    const double azimuth = dice.between(-pi, pi);
    const Vector shared = point_in_box(dice, radius, radius / 4);
    for (int leg = 0; leg < leg_count; ++leg) {
        Vector& joint = side.points_m[static_cast<std::size_t>(leg)];
        if (layout == Layout::pairs) joint = pair_joint(dice, leg, azimuth, radius);
        if (layout == Layout::box) joint = point_in_box(dice, radius, radius / 4);
        if (layout == Layout::one_point) joint = shared;
    }
}

void random_orientation(Dice& dice, Platform& platform) {
    const double reach = dice.one_of({0.0, 0.3, pi});
    hexscan::Orientation orientation;
    orientation.roll_rad = dice.between(-reach, reach);
    orientation.pitch_rad = dice.chance(0.1) ? pi / 2 : dice.between(-reach, reach);
    orientation.yaw_rad = dice.between(-reach, reach);
    platform.scan.orientations = orientation;
}

/// Strokes around the lengths of the legs at `target`.
void random_strokes(Dice& dice, const Vector& target, Platform& platform) {
    const bool from_zero = dice.chance(0.2);
    const bool shared = dice.chance(0.4);
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        const double nominal = length(leg_at(platform, static_cast<int>(leg), target));
        platform.machine.telescopic().min_length[leg] = from_zero ? 0 : nominal * dice.between(0.2, 1.0);
        platform.machine.telescopic().max_length[leg] = nominal * dice.between(1.02, 2.0) + 1e-3;
    }
    if (!shared) return;
    platform.machine.telescopic().min_length.fill(*std::ranges::min_element(platform.machine.telescopic().min_length));
    platform.machine.telescopic().max_length.fill(*std::ranges::max_element(platform.machine.telescopic().max_length));
}

enum class TiltKind { narrow_cone, usual, right_angle, wide, half_turn, none };

TiltKind any_tilt_kind(Dice& dice) {
    return dice.one_of({TiltKind::narrow_cone, TiltKind::usual, TiltKind::usual, TiltKind::right_angle, TiltKind::wide,
                        TiltKind::half_turn, TiltKind::none, TiltKind::none});
}

double tilt_limit(Dice& dice, TiltKind kind) {
    switch (kind) {
        case TiltKind::narrow_cone: return radians(dice.between(0.5, 10));
        case TiltKind::usual: return radians(dice.between(15, 70));
        case TiltKind::right_angle: return pi / 2;
        case TiltKind::wide: return radians(dice.between(90, 179));
        case TiltKind::half_turn: return pi;
        case TiltKind::none: return infinity;
    }
    return infinity;
}

enum class AxisKind { up, down, home, near_home, arbitrary };

Vector axis_of(Dice& dice, AxisKind kind, const Vector& towards_home) {
    const Vector stray = random_direction(dice);
    const Vector& home = towards_home;
    switch (kind) {
        case AxisKind::up: return {0, 0, 1};
        case AxisKind::down: return {0, 0, -1};
        case AxisKind::home: return home;
        case AxisKind::near_home: return unit({home.x + stray.x / 4, home.y + stray.y / 4, home.z + stray.z / 4});
        case AxisKind::arbitrary: return stray;
    }
    return home;
}

/// Axes and tilt limits of one side. `towards_home` holds the legs at home in the side's own frame. A limit that
/// excludes home is usually loosened, because otherwise few random scans have a reachable point.
void random_cones(Dice& dice, const std::array<Vector, leg_count>& towards_home, JointSet& side) {
    const AxisKind axis = dice.one_of({AxisKind::up, AxisKind::down, AxisKind::home, AxisKind::home,
                                       AxisKind::near_home, AxisKind::near_home, AxisKind::arbitrary});
    const TiltKind shared_kind = any_tilt_kind(dice);
    const bool per_leg = dice.chance(0.4);
    const bool keep_home = dice.chance(0.85);
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        side.axes[leg] = axis_of(dice, axis, towards_home[leg]);
        const double limit = tilt_limit(dice, per_leg ? any_tilt_kind(dice) : shared_kind);
        const double tilt = hexscan_oracle::angle_between(widen(towards_home[leg]), widen(side.axes[leg]));
        const bool loosen = keep_home && limit < tilt;
        side.max_tilt_rad[leg] = loosen ? std::min(pi, tilt + dice.between(0.01, 0.6)) : limit;
    }
}

void random_joint_limits(Dice& dice, const Vector& target, Platform& platform) {
    std::array<Vector, leg_count> in_base, in_platform;
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        in_base[leg] = unit(leg_at(platform, static_cast<int>(leg), target));
        in_platform[leg] = unit(seen_from_platform(platform, in_base[leg]));
    }
    random_cones(dice, in_base, platform.machine.base);
    random_cones(dice, in_platform, platform.machine.platform);
}

/// A range around `centre`, which is rarely a grid point.
ScanRange random_range(Dice& dice, double centre, double extent, std::initializer_list<int> counts) {
    const int count = dice.one_of(counts);
    if (count == 1) return {centre, centre, 1};
    const double below = extent * dice.between(0.05, 1.0);
    const double above = dice.chance(0.3) ? below : extent * dice.between(0.05, 1.0);
    return {centre - below, centre + above, count};
}

// ---- integer platforms ----------------------------------------------------------------------------------

Vector integer_point(Dice& dice, int half_xy, int half_z) {
    return {double(dice.whole(-half_xy, half_xy)), double(dice.whole(-half_xy, half_xy)),
            double(dice.whole(-half_z, half_z))};
}

void integer_joints(Dice& dice, Platform& platform) {
    const bool shared_base = dice.chance(0.2);
    const bool shared_platform = dice.chance(0.2);
    const Vector base = integer_point(dice, 3, 1);
    const Vector joint = integer_point(dice, 2, 1);
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        platform.machine.base.points_m[leg] = shared_base ? base : integer_point(dice, 3, 1);
        platform.machine.platform.points_m[leg] = shared_platform ? joint : integer_point(dice, 2, 1);
    }
}

void quarter_turns(Dice& dice, Platform& platform) {
    if (dice.chance(0.3)) return;
    hexscan::Orientation orientation;
    orientation.roll_rad = dice.whole(-2, 2) * (pi / 2);
    orientation.pitch_rad = dice.whole(-1, 1) * (pi / 2);
    orientation.yaw_rad = dice.whole(-2, 2) * (pi / 2);
    platform.scan.orientations = orientation;
}

/// A range of integers, sometimes with a single point or half steps. All are exact in binary.
ScanRange integer_range(Dice& dice, int centre) {
    if (dice.chance(0.12)) return {double(centre), double(centre), 1};
    const int below = dice.whole(0, 5);
    const int above = dice.whole(1, 5);
    const int steps_per_metre = dice.chance(0.15) ? 2 : 1;
    return {double(centre - below), double(centre + above), (below + above) * steps_per_metre + 1};
}

/// Strokes such that `target` is usually inside or exactly on the limit.
void integer_strokes(Dice& dice, const Vector& target, Platform& platform) {
    const bool whole_metres = dice.chance(0.4);
    const int slack = dice.one_of({10, 40, 120});
    const bool from_zero = dice.chance(0.4);
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        const double reach = length(leg_at(platform, static_cast<int>(leg), target));
        const int square = static_cast<int>(std::lround(reach * reach));
        const int low = dice.chance(0.2) ? square : dice.whole(0, square);
        const int high = std::max(1, dice.chance(0.2) ? square : square + dice.whole(0, slack));
        const double shortest = from_zero ? 0 : std::sqrt(low);
        platform.machine.telescopic().min_length[leg] = whole_metres ? std::floor(shortest) : shortest;
        platform.machine.telescopic().max_length[leg] = whole_metres ? std::ceil(std::sqrt(high)) : std::sqrt(high);
    }
}

struct IntegerCone {
    Vector axis;
    double max_tilt_rad;
};

Vector integer_axis(Dice& dice) {
    for (;;) {
        const Vector v = integer_point(dice, 1, 1);
        if (length(v) > 0) return unit(v);
    }
}

/// A cone with a generator along a grid direction. There the quadratic of a row loses its leading term.
IntegerCone cone_along_grid(Dice& dice) {
    const double sign = dice.one_of({-1.0, 1.0});
    const double along_x = dice.one_of({-1.0, 1.0});
    const Vector axis = dice.chance(0.5) ? Vector{along_x, sign, 0} : Vector{along_x, 0, sign};
    return {unit(axis), radians(dice.one_of({45.0, 135.0}))};
}

IntegerCone integer_cone(Dice& dice) {
    if (dice.chance(0.3)) return cone_along_grid(dice);
    const double limit = radians(dice.one_of({30.0, 45.0, 60.0, 90.0, 120.0, 135.0}));
    return {integer_axis(dice), limit};
}

/// Draws at most eight cones until one contains the leg. The surface counts as inside, so a small tolerance is added.
IntegerCone cone_around(Dice& dice, const Vector& leg) {
    IntegerCone cone = integer_cone(dice);
    for (int draw = 0; draw < 8; ++draw) {
        const double tilt = hexscan_oracle::angle_between(widen(leg), widen(cone.axis));
        if (tilt <= cone.max_tilt_rad + 1e-9) break;
        cone = integer_cone(dice);
    }
    return cone;
}

void integer_cones(Dice& dice, const Vector& target, Platform& platform) {
    const double base_limited = dice.one_of({0.0, 0.2, 0.5, 1.0});
    const double platform_limited = dice.one_of({0.0, 0.2, 0.5, 1.0});
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        const Vector l = leg_at(platform, static_cast<int>(leg), target);
        const IntegerCone base = cone_around(dice, l);
        const IntegerCone joint = cone_around(dice, seen_from_platform(platform, l));
        platform.machine.base.axes[leg] = base.axis;
        platform.machine.base.max_tilt_rad[leg] = dice.chance(base_limited) ? base.max_tilt_rad : infinity;
        platform.machine.platform.axes[leg] = joint.axis;
        platform.machine.platform.max_tilt_rad[leg] = dice.chance(platform_limited) ? joint.max_tilt_rad : infinity;
    }
}

}  // namespace

Platform random_platform(std::uint64_t seed) {
    Dice dice(seed);
    Platform platform;
    platform.machine.name = "random " + std::to_string(seed);
    if (seed % 3 == 2) platform.machine.orientation_order = hexscan::OrientationOrder::xyz;
    const double scale = dice.one_of({0.05, 1.0, 1.0, 1.0, 20.0});
    place_joints(dice, scale, platform.machine.base);
    place_joints(dice, scale * dice.between(0.2, 1.0), platform.machine.platform);
    random_orientation(dice, platform);
    const Vector target{scale * dice.between(-0.5, 0.5), scale * dice.between(-0.5, 0.5),
                        scale * dice.between(0.8, 2.0)};
    random_strokes(dice, target, platform);
    random_joint_limits(dice, target, platform);
    const auto& scan = platform.scan;
    platform.machine.home = Pose{target, scan.orientations.first()};
    const double extent = scale * dice.one_of({0.02, 0.3, 1.0, 2.5});
    platform.scan.x = random_range(dice, target.x, extent, {1, 2, 3, 7, 9, 16, 17, 33, 65});
    platform.scan.y = random_range(dice, target.y, extent, {1, 2, 3, 5, 8, 11});
    platform.scan.z = random_range(dice, target.z, extent, {1, 2, 3, 4});
    return platform;
}

Platform integer_platform(std::uint64_t seed) {
    Dice dice(seed);
    Platform platform;
    platform.machine.name = "integer " + std::to_string(seed);
    if (seed % 3 == 2) platform.machine.orientation_order = hexscan::OrientationOrder::xyz;
    integer_joints(dice, platform);
    quarter_turns(dice, platform);
    const Vector target = {double(dice.whole(-2, 2)), double(dice.whole(-2, 2)), double(dice.whole(1, 5))};
    integer_strokes(dice, target, platform);
    integer_cones(dice, target, platform);
    const auto& scan = platform.scan;
    platform.machine.home = Pose{target, scan.orientations.first()};
    platform.scan.x = integer_range(dice, static_cast<int>(target.x));
    platform.scan.y = integer_range(dice, static_cast<int>(target.y));
    platform.scan.z = integer_range(dice, static_cast<int>(target.z));
    return platform;
}

Platform moved(Platform platform, Vector by_m) {
    const auto move = [&](Vector& place) { place = {place.x + by_m.x, place.y + by_m.y, place.z + by_m.z}; };
    const auto move_range = [](ScanRange& range, double metres) {
        range.from_m += metres;
        range.to_m += metres;
    };
    for (Vector& joint : platform.machine.base.points_m) move(joint);
    if (platform.machine.home) move(platform.machine.home->position_m);
    move_range(platform.scan.x, by_m.x);
    move_range(platform.scan.y, by_m.y);
    move_range(platform.scan.z, by_m.z);
    return platform;
}

}  // namespace hexscan_test

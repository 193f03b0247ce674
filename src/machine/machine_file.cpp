#include "src/machine/machine_file.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <numbers>
#include <utility>

#include <fmt/format.h>

namespace hexscan {
namespace {

using PerLeg = std::array<double, leg_count>;

/// What normalising leaves of a component that is meant to be 0.
constexpr double axis_rounding = 1e-15;

/// One number for all legs, or a list of six.
template <class Read>
PerLeg read_per_leg(const Value& value, const Read& read) {
    PerLeg numbers{};
    if (!value.is_list()) {
        numbers.fill(read(value));
        return numbers;
    }
    const auto items = value.items(leg_count, "values, one per leg");
    std::transform(items.begin(), items.end(), numbers.begin(), read);
    return numbers;
}

/// Three pairs of joints on a circle: what the shorthand says, angles in the file's unit.
struct JointPairs {
    double radius_m, height_m;
    double spread, azimuth, third_turn;

    /// Angle of joint `index`, counted on around the circle from the lower joint of the pair at `azimuth`; negative
    /// indices count back.
    double angle(int index) const {
        const int pair = index >= 0 ? index / 2 : (index - 1) / 2;
        return azimuth + pair * third_turn + (index - 2 * pair == 0 ? -spread / 2 : spread / 2);
    }
};

JointPairs read_pairs(const Section& side, const UnitReader& read) {
    const double radius_m = read.length_m(side.require("radius", "must be a length"));
    const Value spread_value = side.require("spread", "must be the angle between the joints of a pair");
    const double spread = read.angle(spread_value);
    const double azimuth = read.angle(side.require("azimuth", "must be the angle of the first pair"));
    const auto height = side.find("height");
    const double height_m = height ? read.coordinate_m(*height) : 0;
    const double third_turn = read.units().half_turn() * 2 / 3;
    if (!(spread >= 0 && spread <= third_turn))
        spread_value.fail(
            fmt::format("is {0} {1}; must lie between 0 and {2} {1}", spread, read.units().angle, third_turn));
    return {radius_m, height_m, spread, azimuth, third_turn};
}

/// The joints `first`, `first` + 1 ... of the pairs, in leg order.
std::array<Vector, leg_count> joints_from(const JointPairs& pairs, int first, const Units& units) {
    std::array<Vector, leg_count> points_m{};
    for (int i = 0; i < leg_count; ++i) {
        const double angle_rad = units.radians(pairs.angle(first + i));
        points_m[static_cast<std::size_t>(i)] = {pairs.radius_m * exact_cos(angle_rad),
                                                 pairs.radius_m * exact_sin(angle_rad), pairs.height_m};
    }
    return points_m;
}

double azimuth_rad(const Vector& joint) { return std::atan2(joint.y, joint.x); }

/// How far six joints lie around the z axis from six others, leg by leg, summed up.
double total_turn_rad(const std::array<Vector, leg_count>& from, const std::array<Vector, leg_count>& to) {
    double total = 0;
    for (std::size_t i = 0; i < leg_count; ++i)
        total += std::abs(std::remainder(azimuth_rad(to[i]) - azimuth_rad(from[i]), 2 * std::numbers::pi));
    return total;
}

/// The joints of the pairs in the order that turns the legs least against `others`, so that the same six joints make the
/// same machine whichever pair the azimuth names. Two orders that turn them alike are an error: nobody can tell which
/// machine is meant.
std::array<Vector, leg_count> least_turned_joints(const JointPairs& pairs, const std::array<Vector, leg_count>& others,
                                                  const Section& side, const Units& units) {
    constexpr double same_rad = 1e-9;
    std::array<Vector, leg_count> best{};
    double least_rad = std::numeric_limits<double>::infinity(), next_rad = least_rad;
    for (int first = 1 - leg_count; first <= 0; ++first) {
        const auto joints = joints_from(pairs, first, units);
        const double turn_rad = total_turn_rad(others, joints);
        next_rad = std::min(next_rad, std::max(turn_rad, least_rad));
        if (turn_rad < least_rad) best = joints;
        least_rad = std::min(least_rad, turn_rad);
    }
    if (!(next_rad - least_rad > same_rad) && pairs.radius_m > 0)
        side.fail(
            "its joints lie half-way between those of the other side, so that two orders of the legs turn them "
            "alike; give both sides as joints, in leg order");
    return best;
}

std::optional<std::array<Vector, leg_count>> listed_joints(const Section& side, const UnitReader& read) {
    const auto joints = side.find("joints");
    if (!joints && !side.find("radius"))
        side.fail("has neither joints nor radius; must have six joints, or radius, spread and azimuth");
    if (!joints) return std::nullopt;
    for (const char* key : {"radius", "spread", "azimuth", "height"})
        if (const auto shorthand = side.find(key))
            shorthand->fail("stands beside joints; give either joints or radius, spread, azimuth and height");
    const auto items = joints->items(leg_count, "joints, each [x, y, z]");
    std::array<Vector, leg_count> points_m{};
    std::transform(items.begin(), items.end(), points_m.begin(), [&](const Value& v) { return read.point_m(v); });
    return points_m;
}

/// Both sides in leg order. Listed joints are in that order already; the base's pairs are where nothing else says.
void read_joints(const Section& base, const Section& moving, const UnitReader& read, Machine& machine) {
    const auto base_joints = listed_joints(base, read), platform_joints = listed_joints(moving, read);
    if (base_joints)
        machine.base.points_m = *base_joints;
    else if (platform_joints)
        machine.base.points_m = least_turned_joints(read_pairs(base, read), *platform_joints, base, read.units());
    else
        machine.base.points_m = joints_from(read_pairs(base, read), 0, read.units());
    machine.platform.points_m =
        platform_joints ? *platform_joints
                        : least_turned_joints(read_pairs(moving, read), machine.base.points_m, moving, read.units());
}

/// Scaled by its largest component first, so that neither tiny nor huge vectors lose their direction.
Vector normalised(const Vector& v) {
    const double largest = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    const Vector scaled{v.x / largest, v.y / largest, v.z / largest};
    const double length = std::hypot(scaled.x, scaled.y, scaled.z);
    const auto component = [&](double c) { return std::abs(c / length) < axis_rounding ? 0.0 : c / length; };
    return {component(scaled.x), component(scaled.y), component(scaled.z)};
}

Vector read_axis_vector(const Value& value) {
    const auto xyz = value.items(3, "components");
    const Vector axis{xyz[0].number(), xyz[1].number(), xyz[2].number()};
    if (axis.x == 0 && axis.y == 0 && axis.z == 0) value.fail("has length 0; must be a vector with a direction");
    return normalised(axis);
}

/// Direction of every leg at the home pose, in the base frame.
std::array<Vector, leg_count> home_leg_axes(const Machine& machine, const Value& axis_value) {
    const Pose& home = *machine.home;
    const Rotation turned = rotation_of(home.orientation);
    std::array<Vector, leg_count> axes{};
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const Vector leg_m = home.position_m + turned(machine.platform.points_m[i]) - machine.base.points_m[i];
        if (!(std::hypot(leg_m.x, leg_m.y, leg_m.z) >= shortest_leg_m))
            axis_value.fail(
                fmt::format("is home, but leg {} has no length at the home pose; move home or "
                            "the joints, or give the axes as six [x, y, z]",
                            i));
        axes[i] = normalised(leg_m);
    }
    return axes;
}

/// Needs the joints of both sides and the home pose to be in `machine`.
std::array<Vector, leg_count> read_axes(const Section& side, bool is_base, const Machine& machine) {
    std::array<Vector, leg_count> axes{};
    axes.fill({0, 0, 1});
    const auto value = side.find("axis");
    if (!value) return axes;
    if (value->is_list()) {
        const auto items = value->items(leg_count, "axes, each [x, y, z]");
        std::transform(items.begin(), items.end(), axes.begin(), read_axis_vector);
        return axes;
    }
    if (choice(*value, {"up", "home"}, "up, home or a list of six [x, y, z]") == "up") return axes;
    if (!machine.home) value->fail("is home, but the file has no home; give home: {x, y, z, roll, pitch, yaw}");
    axes = home_leg_axes(machine, *value);
    const Rotation turned = rotation_of(machine.home->orientation);
    if (!is_base)
        for (Vector& axis : axes) axis = normalised(turned.back(axis));
    return axes;
}

PerLeg read_max_tilt(const Section& side, const UnitReader& read) {
    if (const auto value = side.find("max_tilt"))
        return read_per_leg(*value, [&](const Value& v) { return read.tilt_rad(v); });
    PerLeg unlimited{};
    unlimited.fill(std::numeric_limits<double>::infinity());
    return unlimited;
}

Section side_section(const Section& root, const char* key) {
    return {root.require(key, "must give the six joints of this side"),
            {"joints", "radius", "spread", "azimuth", "height", "axis", "max_tilt"}};
}

std::optional<Pose> read_home(const Section& root, const UnitReader& read) {
    const auto value = root.find("home");
    if (!value) return std::nullopt;
    const Section home(*value, {"x", "y", "z", "roll", "pitch", "yaw"});
    const auto at_m = [&](const char* key) {
        return read_or_zero(home, key, [&](const Value& v) { return read.coordinate_m(v); });
    };
    const auto at_rad = [&](const char* key) {
        return read_or_zero(home, key, [&](const Value& v) { return read.angle_rad(v); });
    };
    return Pose{{at_m("x"), at_m("y"), at_m("z")}, {at_rad("roll"), at_rad("pitch"), at_rad("yaw")}};
}

/// The value that sets leg `i`: an item of the list of six, or the one number for all.
Value leg_value(const Value& value, std::size_t i) {
    return value.is_list() ? value.items(leg_count, "values, one per leg")[i] : value;
}

void read_legs(const Section& root, const UnitReader& read, Machine& machine) {
    const Section legs(root.require("legs", "must give min and max"), {"min", "max"});
    const Value min = legs.require("min", "must be the shortest leg length, or a list of six");
    const Value max = legs.require("max", "must be the longest leg length, or a list of six");
    const auto length_m = [&](const Value& v) { return read.length_m(v); };
    machine.min_length_m = read_per_leg(min, length_m);
    machine.max_length_m = read_per_leg(max, length_m);
    for (std::size_t i = 0; i < leg_count; ++i) {
        if (!(machine.max_length_m[i] >= shortest_leg_m))
            leg_value(max, i).fail(
                fmt::format("is {} m; must be at least {} m", machine.max_length_m[i], shortest_leg_m));
        if (machine.min_length_m[i] > machine.max_length_m[i])
            leg_value(min, i).fail(fmt::format("is above legs.max[{}]; must be at most {} {}", i,
                                               read.units().from_metres(machine.max_length_m[i]), read.units().length));
    }
}

}  // namespace

Machine read_machine(const PlatformDocument& document) {
    const Section& root = document.root();
    const UnitReader& read = document.units();
    Machine machine;
    machine.name = root.require("name", "must be the name of the hexapod").text();
    machine.units = read.units();
    const Section base = side_section(root, "base");
    const Section moving = side_section(root, "platform");
    machine.home = read_home(root, read);
    read_joints(base, moving, read, machine);
    machine.base.axes = read_axes(base, true, machine);
    machine.platform.axes = read_axes(moving, false, machine);
    machine.base.max_tilt_rad = read_max_tilt(base, read);
    machine.platform.max_tilt_rad = read_max_tilt(moving, read);
    read_legs(root, read, machine);
    return machine;
}

}  // namespace hexscan

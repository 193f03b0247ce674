#include "src/platform.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <initializer_list>
#include <limits>
#include <numbers>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "src/yaml_reader.h"

namespace hexscan {

/// The text of platforms/case-study.yaml; the build generates it.
extern const char* const built_in_platform_yaml;

namespace {

using PerLeg = std::array<double, leg_count>;

constexpr double shortest_leg_m = 1e-9;
/// What normalising leaves of a component that is meant to be 0.
constexpr double axis_rounding = 1e-15;

/// 180 degrees in the file's unit: exact where the file is in degrees.
double half_turn(const Units& units) {
    return units.angle == "deg" ? 180.0 : std::numbers::pi;
}

using Words = std::initializer_list<std::string_view>;

/// One of the allowed words; `listed` names them in the error.
std::string choice(const Value& value, Words allowed, std::string_view listed) {
    std::string text = value.text();
    if (std::find(allowed.begin(), allowed.end(), text) == allowed.end())
        value.fail(fmt::format("is \"{}\"; must be {}", excerpt(text), listed));
    return text;
}

Units read_units(const Section& root) {
    const Section section(root.require("units", "must be {length: m|cm|mm|in, angle: deg|rad}"),
                          {"length", "angle"});
    const auto unit = [&](const char* key, Words allowed, const char* listed) {
        return choice(section.require(key, fmt::format("must be {}", listed)), allowed, listed);
    };
    return {unit("length", {"m", "cm", "mm", "in"}, "m, cm, mm or in"),
            unit("angle", {"deg", "rad"}, "deg or rad")};
}

/// Reads values in the file's units and answers in SI.
class UnitReader {
public:
    explicit UnitReader(Units units) : units_(std::move(units)) {}

    const Units& units() const { return units_; }
    double coordinate_m(const Value& value) const { return length_between(value, -max_extent_m); }
    double length_m(const Value& value) const { return length_between(value, 0); }
    double angle_rad(const Value& value) const { return units_.radians(angle(value)); }

    /// An angle in the file's unit, at most one turn either way.
    double angle(const Value& value) const {
        const double turn = 2 * half_turn(units_);
        const double angle = value.number();
        if (!(std::abs(angle) <= turn))
            value.fail(fmt::format("is {0} {1}; must lie between -{2} and {2} {1}", angle, units_.angle,
                                   turn));
        return angle;
    }

    Vector point_m(const Value& value) const {
        const auto xyz = value.items(3, "coordinates");
        return {coordinate_m(xyz[0]), coordinate_m(xyz[1]), coordinate_m(xyz[2])};
    }

    /// A largest tilt, which must be above 0 and no more than half a turn.
    double tilt_rad(const Value& value) const {
        const double tilt = value.number(), largest = half_turn(units_);
        if (!(tilt > 0 && tilt <= largest))
            value.fail(fmt::format("is {0} {1}; must be above 0 and at most {2} {1}", tilt, units_.angle,
                                   largest));
        return units_.radians(tilt);
    }

private:
    double length_between(const Value& value, double lowest_m) const {
        const double length = value.number(), length_m = units_.metres(length);
        if (!(length_m >= lowest_m && length_m <= max_extent_m))
            value.fail(fmt::format("is {0} {1}; must lie between {2} and {3} {1}", length, units_.length,
                                   units_.from_metres(lowest_m), units_.from_metres(max_extent_m)));
        return length_m;
    }

    Units units_;
};

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

/// Base joints in leg order: pairs around azimuth + k 120 degrees, the lower angle first.
PerLeg base_joint_angles(double azimuth, double spread, double third_turn) {
    PerLeg angles{};
    for (std::size_t i = 0; i < angles.size(); ++i) {
        const double pair = azimuth + static_cast<double>(i / 2) * third_turn;
        angles[i] = i % 2 == 0 ? pair - spread / 2 : pair + spread / 2;
    }
    return angles;
}

/// Platform joints in leg order. A leg pair that shares a base joint pair parts here, so the order starts
/// with the upper joint of the pair before `azimuth`.
PerLeg platform_joint_angles(double azimuth, double spread, double third_turn) {
    PerLeg angles{};
    for (std::size_t i = 0; i < angles.size(); ++i) {
        const double pair = azimuth + (static_cast<double>((i + 1) / 2) - 1) * third_turn;
        angles[i] = i % 2 == 0 ? pair + spread / 2 : pair - spread / 2;
    }
    return angles;
}

/// The shorthand: three pairs of joints on a circle.
std::array<Vector, leg_count> symmetric_joints(const Section& side, bool is_base, const UnitReader& read) {
    const double radius_m = read.length_m(side.require("radius", "must be a length"));
    const Value spread_value = side.require("spread", "must be the angle between the joints of a pair");
    const double spread = read.angle(spread_value);
    const double azimuth = read.angle(side.require("azimuth", "must be the angle of the first pair"));
    const auto height = side.find("height");
    const double height_m = height ? read.coordinate_m(*height) : 0;
    const double third_turn = half_turn(read.units()) * 2 / 3;
    if (!(spread >= 0 && spread <= third_turn))
        spread_value.fail(fmt::format("is {0} {1}; must lie between 0 and {2} {1}", spread,
                                      read.units().angle, third_turn));
    const PerLeg angles = is_base ? base_joint_angles(azimuth, spread, third_turn)
                                  : platform_joint_angles(azimuth, spread, third_turn);
    std::array<Vector, leg_count> points_m{};
    std::transform(angles.begin(), angles.end(), points_m.begin(), [&](double angle) {
        const double angle_rad = read.units().radians(angle);
        return Vector{radius_m * exact_cos(angle_rad), radius_m * exact_sin(angle_rad), height_m};
    });
    return points_m;
}

std::array<Vector, leg_count> read_joints(const Section& side, bool is_base, const UnitReader& read) {
    const auto joints = side.find("joints");
    if (!joints && !side.find("radius"))
        side.fail("has neither joints nor radius; must have six joints, or radius, spread and azimuth");
    if (!joints)
        return symmetric_joints(side, is_base, read);
    for (const char* key : {"radius", "spread", "azimuth", "height"})
        if (const auto shorthand = side.find(key))
            shorthand->fail("stands beside joints; give either joints or radius, spread, azimuth and height");
    const auto items = joints->items(leg_count, "joints, each [x, y, z]");
    std::array<Vector, leg_count> points_m{};
    std::transform(items.begin(), items.end(), points_m.begin(),
                   [&](const Value& v) { return read.point_m(v); });
    return points_m;
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
    if (axis.x == 0 && axis.y == 0 && axis.z == 0)
        value.fail("has length 0; must be a vector with a direction");
    return normalised(axis);
}

/// Direction of every leg at the home pose, in the base frame.
std::array<Vector, leg_count> home_leg_axes(const Platform& platform, const Value& axis_value) {
    const Pose& home = *platform.home;
    std::array<Vector, leg_count> axes{};
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const Vector b = rotate(platform.platform.points_m[i], home.roll_rad, home.pitch_rad, home.yaw_rad);
        const Vector& a = platform.base.points_m[i];
        const Vector& p = home.position_m;
        const Vector leg_m{p.x + b.x - a.x, p.y + b.y - a.y, p.z + b.z - a.z};
        if (!(std::hypot(leg_m.x, leg_m.y, leg_m.z) >= shortest_leg_m))
            axis_value.fail(fmt::format("is home, but leg {} has no length at the home pose; move home or "
                                        "the joints, or give the axes as six [x, y, z]",
                                        i));
        axes[i] = normalised(leg_m);
    }
    return axes;
}

/// Needs the joints of both sides and the home pose to be in `platform`.
std::array<Vector, leg_count> read_axes(const Section& side, bool is_base, const Platform& platform) {
    std::array<Vector, leg_count> axes{};
    axes.fill({0, 0, 1});
    const auto value = side.find("axis");
    if (!value)
        return axes;
    if (value->is_list()) {
        const auto items = value->items(leg_count, "axes, each [x, y, z]");
        std::transform(items.begin(), items.end(), axes.begin(), read_axis_vector);
        return axes;
    }
    if (choice(*value, {"up", "home"}, "up, home or a list of six [x, y, z]") == "up")
        return axes;
    if (!platform.home)
        value->fail("is home, but the file has no home; give home: {x, y, z, roll, pitch, yaw}");
    axes = home_leg_axes(platform, *value);
    const Pose& home = *platform.home;
    if (!is_base)
        for (Vector& axis : axes)
            axis = normalised(rotate_back(axis, home.roll_rad, home.pitch_rad, home.yaw_rad));
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

/// The number at an optional key, 0 where it is absent.
template <class Read>
double read_or_zero(const Section& section, const char* key, const Read& read) {
    const auto value = section.find(key);
    return value ? read(*value) : 0.0;
}

std::optional<Pose> read_home(const Section& root, const UnitReader& read) {
    const auto value = root.find("home");
    if (!value)
        return std::nullopt;
    const Section home(*value, {"x", "y", "z", "roll", "pitch", "yaw"});
    const auto at_m = [&](const char* key) {
        return read_or_zero(home, key, [&](const Value& v) { return read.coordinate_m(v); });
    };
    const auto at_rad = [&](const char* key) {
        return read_or_zero(home, key, [&](const Value& v) { return read.angle_rad(v); });
    };
    return Pose{{at_m("x"), at_m("y"), at_m("z")}, at_rad("roll"), at_rad("pitch"), at_rad("yaw")};
}

/// The value that sets leg `i`: an item of the list of six, or the one number for all.
Value leg_value(const Value& value, std::size_t i) {
    return value.is_list() ? value.items(leg_count, "values, one per leg")[i] : value;
}

void read_legs(const Section& root, const UnitReader& read, Platform& platform) {
    const Section legs(root.require("legs", "must give min and max"), {"min", "max"});
    const Value min = legs.require("min", "must be the shortest leg length, or a list of six");
    const Value max = legs.require("max", "must be the longest leg length, or a list of six");
    const auto length_m = [&](const Value& v) { return read.length_m(v); };
    platform.min_length_m = read_per_leg(min, length_m);
    platform.max_length_m = read_per_leg(max, length_m);
    for (std::size_t i = 0; i < leg_count; ++i) {
        if (!(platform.max_length_m[i] >= shortest_leg_m))
            leg_value(max, i).fail(fmt::format("is {} m; must be at least {} m",
                                               platform.max_length_m[i], shortest_leg_m));
        if (platform.min_length_m[i] > platform.max_length_m[i])
            leg_value(min, i).fail(fmt::format("is above legs.max[{}]; must be at most {} {}", i,
                                               read.units().from_metres(platform.max_length_m[i]),
                                               read.units().length));
    }
}

ScanRange read_range(const Section& scan, const char* key, const char* count_key, const UnitReader& read) {
    const Section axis(scan.require(key, fmt::format("must give from, to and {}", count_key)),
                       {"from", "to", count_key});
    const ScanRange range{read.coordinate_m(axis.require("from", "must be a coordinate")),
                          read.coordinate_m(axis.require("to", "must be a coordinate")),
                          axis.require(count_key, "must be a whole number from 1").count(max_axis_points)};
    if (const std::string problem = scan_range_problem(range); !problem.empty())
        axis.fail(problem);
    return range;
}

ScanSettings read_scan(const Section& root, const UnitReader& read) {
    const Section scan(root.require("scan", "must give x, y and z"), {"orientation", "x", "y", "z"});
    ScanSettings settings;
    if (const auto value = scan.find("orientation")) {
        const Section orientation(*value, {"roll", "pitch", "yaw"});
        const auto at_rad = [&](const char* key) {
            return read_or_zero(orientation, key, [&](const Value& v) { return read.angle_rad(v); });
        };
        settings.roll_rad = at_rad("roll");
        settings.pitch_rad = at_rad("pitch");
        settings.yaw_rad = at_rad("yaw");
    }
    settings.x = read_range(scan, "x", "points", read);
    settings.y = read_range(scan, "y", "points", read);
    settings.z = read_range(scan, "z", "slices", read);
    if (const std::string problem = scan_size_problem(settings); !problem.empty())
        scan.fail(problem);
    return settings;
}

/// At most `max_description_bytes` + 1 bytes: enough to see that a file is too long, whatever it is.
std::string read_file(const std::filesystem::path& file) {
    const auto fail = [&](const std::string& reason) {
        fail_at(file.string(), 1, "file",
                fmt::format("cannot be read, {}; name a YAML or JSON file", reason));
    };
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored))
        fail("it is a directory");
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        fail(std::generic_category().message(errno));
    std::string text(max_description_bytes + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (stream.bad())
        fail(std::generic_category().message(errno));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return text;
}

}  // namespace

Platform parse_platform(std::string_view text, const std::string& source_name) {
    const Section root(read_document(text, source_name),
                       {"name", "units", "base", "platform", "legs", "home", "scan"});
    Platform platform;
    platform.name = root.require("name", "must be the name of the hexapod").text();
    platform.units = read_units(root);
    const UnitReader read(platform.units);
    const Section base = side_section(root, "base");
    const Section moving = side_section(root, "platform");
    platform.home = read_home(root, read);
    platform.base.points_m = read_joints(base, true, read);
    platform.platform.points_m = read_joints(moving, false, read);
    platform.base.axes = read_axes(base, true, platform);
    platform.platform.axes = read_axes(moving, false, platform);
    platform.base.max_tilt_rad = read_max_tilt(base, read);
    platform.platform.max_tilt_rad = read_max_tilt(moving, read);
    read_legs(root, read, platform);
    platform.scan = read_scan(root, read);
    return platform;
}

Platform load_platform(const std::filesystem::path& file) {
    return parse_platform(read_file(file), file.string());
}

Platform built_in_platform() {
    return parse_platform(built_in_platform_yaml, "platforms/case-study.yaml (built in)");
}

}  // namespace hexscan

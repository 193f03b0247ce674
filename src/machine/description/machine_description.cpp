#include "src/machine/description/machine_description.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace hexscan {
namespace {

/// The key of a number: "base.radius", "legs.min[3]", "base.joints[2][0]". It is put together only for an error:
/// machines are built by the million.
struct NumberKey {
    std::string_view section, name;
    int index = -1, component = -1, end = -1;  ///< -1: there is none

    std::string text() const {
        std::string text = fmt::format("{}.{}", section, name);
        if (index >= 0) text += fmt::format("[{}]", index);
        for (const int further : {component, end})
            if (further >= 0) text += fmt::format("[{}]", further);
        return text;
    }
};

[[noreturn]] void fail(const NumberKey& key, const std::string& problem) {
    throw DescriptionError(key.text(), problem);
}

/// Numbers of one part of the description, checked and brought to SI.
struct Converter {
    const Units& units;

    double coordinate_m(double value, const NumberKey& key) const {
        if (std::string problem = units.coordinate_problem(value); !problem.empty()) fail(key, problem);
        return units.metres(value);
    }
    double length_m(double value, const NumberKey& key) const {
        if (std::string problem = units.length_problem(value); !problem.empty()) fail(key, problem);
        return units.metres(value);
    }
    double angle(double value, const NumberKey& key) const {
        if (std::string problem = units.angle_problem(value); !problem.empty()) fail(key, problem);
        return value;
    }
    double angle_rad(double value, const NumberKey& key) const { return units.radians(angle(value, key)); }
    /// Of a leg.
    double number_si(double value, Dimension dimension, bool is_signed, const NumberKey& key) const {
        switch (dimension) {
            case Dimension::length: return is_signed ? coordinate_m(value, key) : length_m(value, key);
            case Dimension::angle: return angle_rad(value, key);
            default: return value;
        }
    }
    double tilt_rad(double value, const NumberKey& key) const {
        const double largest = units.half_turn();
        if (!(value > 0 && value <= largest))
            fail(key, fmt::format("is {0} {1}; must be above 0 and at most {2} {1}", value, units.angle, largest));
        return units.radians(value);
    }
};

/// Pairs whose numbers are right: angles in the file's unit.
struct CheckedPairs {
    double radius_m, height_m;
    double spread, azimuth, third_turn;

    /// Angle of joint `index`, counted on around the circle from the lower joint of the pair at `azimuth`; negative
    /// indices count back.
    double angle(int index) const {
        const int pair = index >= 0 ? index / 2 : (index - 1) / 2;
        return azimuth + pair * third_turn + (index - 2 * pair == 0 ? -spread / 2 : spread / 2);
    }
};

CheckedPairs checked(const JointPairs& pairs, std::string_view side, const Converter& convert) {
    const double third_turn = convert.units.half_turn() * 2 / 3;
    if (!(pairs.spread >= 0 && pairs.spread <= third_turn))
        fail({side, "spread"},
             fmt::format("is {0} {1}; must lie between 0 and {2} {1}", pairs.spread, convert.units.angle, third_turn));
    const double radius_m = convert.length_m(pairs.radius, {side, "radius"});
    const double spread = convert.angle(pairs.spread, {side, "spread"});
    const double azimuth = convert.angle(pairs.azimuth, {side, "azimuth"});
    const double height_m = convert.coordinate_m(pairs.height, {side, "height"});
    return {radius_m, height_m, spread, azimuth, third_turn};
}

using Joints = std::array<Vector, leg_count>;

/// Joint `index` of the pairs.
Vector joint_of(const CheckedPairs& pairs, int index, const Units& units) {
    const double angle_rad = units.radians(pairs.angle(index));
    return {pairs.radius_m * exact_cos(angle_rad), pairs.radius_m * exact_sin(angle_rad), pairs.height_m};
}

/// Joints 0 ... 5 of the pairs, in leg order.
Joints joints_from(const CheckedPairs& pairs, const Units& units) {
    Joints points_m{};
    for (int i = 0; i < leg_count; ++i) points_m[static_cast<std::size_t>(i)] = joint_of(pairs, i, units);
    return points_m;
}

double azimuth_rad(const Vector& joint) { return std::atan2(joint.y, joint.x); }

/// The joints of the pairs in the order that turns the legs least around the z axis against `others`, all legs' turns
/// summed up, so that the same six joints make the same machine whichever pair the azimuth names. Two orders that turn
/// them alike are an error: nobody can tell which machine is meant.
Joints least_turned_joints(const CheckedPairs& pairs, const Joints& others, const char* side, const Units& units) {
    constexpr double same_rad = 1e-9;
    constexpr std::size_t orders = leg_count, candidates = orders + leg_count - 1;
    std::array<Vector, candidates> joints{};  // of indices 1 - leg_count and on
    std::array<double, candidates> at_rad{};
    for (std::size_t c = 0; c < candidates; ++c) {
        joints[c] = joint_of(pairs, static_cast<int>(c) + 1 - leg_count, units);
        at_rad[c] = azimuth_rad(joints[c]);
    }
    std::array<double, leg_count> from_rad{};
    std::transform(others.begin(), others.end(), from_rad.begin(), azimuth_rad);
    std::size_t best = 0;
    double least_rad = std::numeric_limits<double>::infinity(), next_rad = least_rad;
    for (std::size_t order = 0; order < orders; ++order) {
        double turn_rad = 0;
        for (std::size_t i = 0; i < leg_count; ++i)
            turn_rad += std::abs(std::remainder(at_rad[order + i] - from_rad[i], 2 * std::numbers::pi));
        next_rad = std::min(next_rad, std::max(turn_rad, least_rad));
        if (turn_rad < least_rad) best = order;
        least_rad = std::min(least_rad, turn_rad);
    }
    if (!(next_rad - least_rad > same_rad) && pairs.radius_m > 0)
        throw DescriptionError(
            side,
            "its joints lie half-way between those of the other side, so that two orders of the legs turn them "
            "alike; give both sides as joints, in leg order");
    Joints points_m{};
    std::copy_n(joints.begin() + static_cast<std::ptrdiff_t>(best), leg_count, points_m.begin());
    return points_m;
}

Joints listed_joints(const SideDescription& side, std::string_view key, const Converter& convert) {
    Joints points_m{};
    for (std::size_t i = 0; i < leg_count; ++i) {
        const auto component_m = [&](double value, int c) {
            return convert.coordinate_m(value, {key, "joints", static_cast<int>(i), c});
        };
        const Vector& joint = side.joints[i];
        points_m[i] = {component_m(joint.x, 0), component_m(joint.y, 1), component_m(joint.z, 2)};
    }
    return points_m;
}

/// Both sides in leg order. Listed joints are in that order already; the base's pairs are where nothing else says.
void place_joints(const MachineDescription& description, const Converter& convert, Machine& machine) {
    const SideDescription& base = description.base;
    const SideDescription& moving = description.platform;
    if (!base.pairs) machine.base.points_m = listed_joints(base, "base", convert);
    if (!moving.pairs) machine.platform.points_m = listed_joints(moving, "platform", convert);
    if (base.pairs) {
        const CheckedPairs pairs = checked(*base.pairs, "base", convert);
        machine.base.points_m = moving.pairs
                                    ? joints_from(pairs, convert.units)
                                    : least_turned_joints(pairs, machine.platform.points_m, "base", convert.units);
    }
    if (moving.pairs)
        machine.platform.points_m = least_turned_joints(checked(*moving.pairs, "platform", convert),
                                                        machine.base.points_m, "platform", convert.units);
}

/// Direction of every leg, or of its rod, at the home pose, in the base frame. A rod that does not reach points where
/// it comes nearest.
std::array<Vector, leg_count> home_leg_axes(const Machine& machine, const std::array<LegShape, leg_count>& shapes,
                                            const NumberKey& key) {
    const Pose& home = *machine.home;
    const Rotation turned = rotation_of(home.orientation, machine.orientation_order);
    std::array<Vector, leg_count> axes{};
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const Vector leg_m =
            home.position_m + turned(machine.platform.points_m[i]) - machine.base.points_m[i] - shapes[i].foot_m;
        if (!(std::hypot(leg_m.x, leg_m.y, leg_m.z) >= shortest_leg_m))
            fail(key, fmt::format("is home, but leg {} has no length at the home pose; move home or "
                                  "the joints, or give the axes as six [x, y, z]",
                                  i + 1));
        axes[i] = direction(leg_m);
    }
    return axes;
}

/// A vector that is there at home, as it is given of legs that carry it.
template <class LegsOfKind>
Vector as_given(const LegsOfKind& legs, std::size_t leg, double value, const Vector& v) {
    if constexpr (requires { legs.at_angle_0(leg, value, v); })
        return direction(legs.at_angle_0(leg, value, v));
    else
        return v;
}

/// Directions of the motors' axes.
std::array<Vector, leg_count> motor_axes(const Machine& machine, const NumberKey& key) {
    std::array<Vector, leg_count> axes{};
    std::visit(
        [&](const auto& legs) {
            if constexpr (requires { legs.motor_axis(std::size_t{}); })
                for (std::size_t i = 0; i < leg_count; ++i) axes[i] = legs.motor_axis(i);
            else
                fail(key, "is motor, which rotary legs have; must be up, home or a list of six [x, y, z]");
        },
        machine.legs);
    return axes;
}

/// Needs the joints of both sides, the legs and the home pose to be in `machine`.
std::array<Vector, leg_count> axes_of(const SideDescription& side, bool is_base, const Machine& machine) {
    const NumberKey key{is_base ? "base" : "platform", "axis"};
    std::array<Vector, leg_count> axes{};
    axes.fill({0, 0, 1});
    if (side.axis == AxisRule::up) return axes;
    if (side.axis == AxisRule::listed) {
        for (std::size_t i = 0; i < leg_count; ++i) {
            const Vector& axis = side.axes[i];
            if (axis.x == 0 && axis.y == 0 && axis.z == 0)
                fail({key.section, key.name, static_cast<int>(i)}, "has length 0; must be a vector with a direction");
            axes[i] = direction(axis);
        }
        return axes;
    }
    const bool is_motor = side.axis == AxisRule::motor;
    if (is_motor && is_base) return motor_axes(machine, key);
    if (!machine.home)
        fail(key, fmt::format("is {}, but the file has no home; give home: {{x, y, z, roll, pitch, yaw}}",
                              is_motor ? "motor" : "home"));
    if (is_motor) {
        axes = motor_axes(machine, key);
    } else {
        const auto shapes =
            machine.is_telescopic() ? std::array<LegShape, leg_count>{} : leg_shapes(machine, *machine.home);
        axes = home_leg_axes(machine, shapes, key);
        if (is_base)
            for (std::size_t i = 0; i < leg_count; ++i)
                axes[i] = std::visit([&](const auto& legs) { return as_given(legs, i, shapes[i].value, axes[i]); },
                                     machine.legs);
    }
    const Rotation turned = rotation_of(machine.home->orientation, machine.orientation_order);
    if (!is_base)
        for (Vector& axis : axes) axis = direction(turned.back(axis));
    return axes;
}

PerLeg max_tilt_of(const SideDescription& side, std::string_view key, const Converter& convert) {
    PerLeg tilt_rad{};
    tilt_rad.fill(std::numeric_limits<double>::infinity());
    if (!side.max_tilt) return tilt_rad;
    for (std::size_t i = 0; i < leg_count; ++i)
        tilt_rad[i] = convert.tilt_rad((*side.max_tilt)[i], {key, "max_tilt", static_cast<int>(i)});
    return tilt_rad;
}

PerLeg max_misalignment_of(const SideDescription& side, std::string_view key, const Converter& convert) {
    if (!side.max_misalignment) return no_joint_limit;
    if (side.max_tilt) fail({key, "max_misalignment"}, "stands beside max_tilt; give one of them");
    PerLeg most_rad{};
    const double quarter = convert.units.half_turn() / 2;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double value = (*side.max_misalignment)[i];
        if (!(value > 0 && value <= quarter))
            fail({key, "max_misalignment", static_cast<int>(i)},
                 fmt::format("is {0} {1}; must be above 0 and at most {2} {1}", value, convert.units.angle, quarter));
        most_rad[i] = convert.units.radians(value);
    }
    return most_rad;
}

/// The ends of both angles of a universal joint, in radians.
void convert_ranges(std::size_t leg, std::string_view key, const Converter& convert, UniversalJoints& joints) {
    const auto rows = UniversalJoints::numbers().subspan(UniversalJoints::axis_parts);
    const double quarter = convert.units.half_turn() / 2;
    const auto key_of = [&](int end) {
        return NumberKey{key, "universal.ranges", static_cast<int>(leg), end / 2, end % 2};
    };
    for (const LegNumber<UniversalJoints>& row : rows) {
        const double value = (joints.*row.values)[leg];
        if (!(-quarter <= value && value <= quarter))
            fail(key_of(row.part), fmt::format("is {0} {1}; must lie between {2} and {3} {1}", value,
                                               convert.units.angle, -quarter, quarter));
        if (row.part % 2 == 0) continue;
        const double from = (joints.*rows[static_cast<std::size_t>(row.part) - 1].values)[leg];
        if (!(from <= value))
            fail(key_of(row.part), fmt::format("is {0} {1}, below the first end; must be at least {2} {1}", value,
                                               convert.units.angle, from));
    }
    for (const LegNumber<UniversalJoints>& row : rows)
        (joints.*row.values)[leg] = convert.units.radians((joints.*row.values)[leg]);
}

std::optional<UniversalJoints> universal_of(const SideDescription& side, std::string_view key,
                                            const std::array<Vector, leg_count>& axes, const Converter& convert) {
    if (!side.universal) return std::nullopt;
    if (side.max_tilt || side.max_misalignment)
        fail({key, "universal"},
             fmt::format("stands beside {}; give one of them", side.max_tilt ? "max_tilt" : "max_misalignment"));
    UniversalJoints joints = *side.universal;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const NumberKey axis_key{key, "universal.axis", static_cast<int>(i)};
        const Vector given = joints.fixed_axis(i);
        if (given.x == 0 && given.y == 0 && given.z == 0)
            fail(axis_key, "has length 0; must be a vector with a direction");
        const Vector fixed = direction(given);
        joints.axis_x[i] = fixed.x;
        joints.axis_y[i] = fixed.y;
        joints.axis_z[i] = fixed.z;
        if (!joints.is_across(i, axes[i]))
            fail(axis_key, fmt::format("is along the joint's axis; must be across it, as {}.axis says where the leg is "
                                       "at the first angle's 0",
                                       key));
        convert_ranges(i, key, convert, joints);
    }
    return joints;
}

/// Positions speak of the tool: the platform's joints are where it sees them.
void shift_to_tool(const ToolDescription& tool, const Converter& convert, Joints& points_m) {
    const Vector tool_m{convert.coordinate_m(tool.x, {"tool", "x"}), convert.coordinate_m(tool.y, {"tool", "y"}),
                        convert.coordinate_m(tool.z, {"tool", "z"})};
    for (Vector& point : points_m) point = point - tool_m;
}

std::optional<Pose> home_of(const MachineDescription& description, const Converter& convert) {
    if (!description.home) return std::nullopt;
    const HomeDescription& home = *description.home;
    return Pose{{convert.coordinate_m(home.x, {"home", "x"}), convert.coordinate_m(home.y, {"home", "y"}),
                 convert.coordinate_m(home.z, {"home", "z"})},
                {convert.angle_rad(home.roll, {"home", "roll"}), convert.angle_rad(home.pitch, {"home", "pitch"}),
                 convert.angle_rad(home.yaw, {"home", "yaw"})}};
}

LegsApart apart_of(const LegsApart& described, const Converter& convert) {
    LegsApart apart = described;
    apart.diameter = convert.length_m(described.diameter, {"legs", "diameter"});
    apart.gap = convert.length_m(described.gap, {"legs", "gap"});
    apart.free_ends = convert.length_m(described.free_ends, {"legs", "free_ends"});
    return apart;
}

/// The three coordinates of a point.
Point3 point_m(const Point3& described, const Converter& convert, const auto& fail_at) {
    Point3 point = described;
    for (double& coordinate : point) {
        if (const std::string problem = convert.units.coordinate_problem(coordinate); !problem.empty())
            fail_at(problem);
        coordinate = convert.units.metres(coordinate);
    }
    return point;
}

double radius_m(double described, const Converter& convert, const auto& fail_at) {
    if (const std::string problem = convert.units.length_problem(described); !problem.empty()) fail_at(problem);
    if (!(described > 0)) fail_at("is 0; must be above 0");
    return convert.units.metres(described);
}

std::optional<Plate> plate_of(const SideDescription& side, std::string_view section, const Converter& convert) {
    if (!side.plate) return std::nullopt;
    const auto at = [&](const char* name) {
        return [=](const std::string& problem) {
            throw DescriptionError(fmt::format("{}.plate.{}", section, name), problem);
        };
    };
    return Plate{radius_m(side.plate->radius, convert, at("radius")), point_m(side.plate->middle, convert, at("z"))};
}

KeptOut kept_out_of(const KeptOut& described, std::size_t number, const Converter& convert) {
    const auto at = [&](const char* name) {
        return [=](const std::string& problem) {
            throw DescriptionError(fmt::format("keep_out[{}].{}", number, name), problem);
        };
    };
    const char* const place = described.is_capsule ? "capsule" : "sphere";
    return {described.is_capsule, point_m(described.from, convert, at(place)),
            point_m(described.to, convert, at(place)), radius_m(described.radius, convert, at("radius"))};
}

/// In the frames that joints are given in: of the platform as the tool sees it.
Obstacles obstacles_of(const MachineDescription& description, const Converter& convert) {
    Obstacles obstacles{plate_of(description.base, "base", convert),
                        plate_of(description.platform, "platform", convert)};
    if (obstacles.platform_plate && description.tool) {
        const ToolDescription& tool = *description.tool;
        const std::array tool_m{convert.units.metres(tool.x), convert.units.metres(tool.y),
                                convert.units.metres(tool.z)};
        for (std::size_t k = 0; k < tool_m.size(); ++k) obstacles.platform_plate->middle[k] -= tool_m[k];
    }
    for (std::size_t k = 0; k < description.keep_out.size(); ++k)
        obstacles.keep_out.push_back(kept_out_of(description.keep_out[k], k, convert));
    return obstacles;
}

SingularityLimit singularity_of(const SingularityLimit& described, const Converter& convert) {
    SingularityLimit limit = described;
    if (!(limit.min_conditioning >= 0 && limit.min_conditioning < 1))
        fail({"singularity", "min_conditioning"},
             fmt::format("is {}; must be at least 0 and below 1, the best conditioning that there is",
                         limit.min_conditioning));
    if (limit.length) limit.length = convert.length_m(*limit.length, {"singularity", "length"});
    if (limit.length && !(*limit.length >= shortest_leg_m))
        fail({"singularity", "length"}, fmt::format("must be at least {}", convert.units.length_text(shortest_leg_m)));
    return limit;
}

/// As the tool sees it.
Load load_of(const Load& described, const std::optional<ToolDescription>& tool, const AnyLegs& legs,
             const Converter& convert) {
    if (const auto problem = load_problem(described, legs)) throw DescriptionError(problem->key, problem->text);
    Load load = described;
    const ToolDescription from = tool.value_or(ToolDescription{});
    const std::array<double, 3> tool_at{from.x, from.y, from.z};
    for (std::size_t k = 0; k < load.at.size(); ++k)
        load.at[k] = convert.coordinate_m(described.at[k], {"load", "at", static_cast<int>(k)}) -
                     convert.units.metres(tool_at[k]);
    return load;
}

/// Leg by leg, each number by itself and then all of a leg together.
template <class LegsOfKind>
LegsOfKind converted(const LegsOfKind& described, const Converter& convert) {
    LegsOfKind legs = described;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const auto leg = static_cast<int>(i);
        for (const LegNumber<LegsOfKind>& row : LegsOfKind::numbers()) {
            double& number = (legs.*row.values)[i];
            if (!row.is_given(described)) continue;
            number = convert.number_si(number, row.dimension, row.is_signed,
                                       {"legs", row.key, leg, row.parts > 1 ? row.part : -1});
        }
        if (const std::optional<LegProblem> problem = described.problem(i, convert.units))
            fail({"legs", problem->key, leg}, problem->text);
    }
    if constexpr (requires { legs.settle(); }) legs.settle();
    return legs;
}

}  // namespace

Machine build_machine(const MachineDescription& description) {
    const Converter convert{description.units};
    Machine machine;
    machine.name = description.name;
    machine.units = description.units;
    machine.orientation_order = description.orientation_order;
    machine.home = home_of(description, convert);
    place_joints(description, convert, machine);
    if (description.tool) shift_to_tool(*description.tool, convert, machine.platform.points_m);
    machine.legs = std::visit([&](const auto& legs) { return AnyLegs(converted(legs, convert)); }, description.legs);
    machine.base.axes = axes_of(description.base, true, machine);
    machine.platform.axes = axes_of(description.platform, false, machine);
    machine.base.max_tilt_rad = max_tilt_of(description.base, "base", convert);
    machine.platform.max_tilt_rad = max_tilt_of(description.platform, "platform", convert);
    machine.base.max_misalignment_rad = max_misalignment_of(description.base, "base", convert);
    machine.platform.max_misalignment_rad = max_misalignment_of(description.platform, "platform", convert);
    machine.base.universal = universal_of(description.base, "base", machine.base.axes, convert);
    machine.platform.universal = universal_of(description.platform, "platform", machine.platform.axes, convert);
    if (description.legs_apart) machine.legs_apart = apart_of(*description.legs_apart, convert);
    machine.obstacles = obstacles_of(description, convert);
    if (description.singularity) machine.singularity = singularity_of(*description.singularity, convert);
    if (description.load) machine.load = load_of(*description.load, description.tool, machine.legs, convert);
    if (const std::string problem = singularity_limit_problem(machine); !problem.empty())
        fail({"singularity", "avoid"}, problem);
    if (const std::string problem = legs_apart_problem(machine); !problem.empty()) fail({"legs", "gap"}, problem);
    if (const auto problem = obstacles_problem(machine)) throw DescriptionError(problem->key, problem->text);
    return machine;
}

}  // namespace hexscan

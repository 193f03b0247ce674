#include "src/machine/description/described_joints.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

namespace hexscan {
namespace {

/// Direction of each leg, or of its rod, at the home pose, in the base frame. If a rod cannot reach, its direction is
/// the one in which it comes nearest.
std::array<Vector, leg_count> home_leg_axes(const Machine& machine, const std::array<LegShape, leg_count>& shapes,
                                            const NumberKey& key) {
    const Pose& home = *machine.home;
    const Rotation turned = rotation_of(home.orientation, machine.orientation_order);
    std::array<Vector, leg_count> axes{};
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const Vector leg_m =
            home.position_m + turned(machine.platform.points_m[i]) - machine.base.points_m[i] - shapes[i].foot_m;
        if (!(std::hypot(leg_m.x, leg_m.y, leg_m.z) >= shortest_leg_m))
            fail(key, fmt::format("is home, but leg {} has length 0 at the home pose; move home or the joints, or give "
                                  "the axes as six [x, y, z]",
                                  i + 1));
        axes[i] = direction(leg_m);
    }
    return axes;
}

/// Converts a joint's axis at home to the form of a description. If an arm carries the joint, a description gives the
/// axis at the arm's angle 0.
template <class LegsOfKind>
Vector as_given(const LegsOfKind& legs, std::size_t leg, double value, const Vector& v) {
    if constexpr (requires { legs.at_angle_0(leg, value, v); })
        return direction(legs.at_angle_0(leg, value, v));
    else
        return v;
}

std::array<Vector, leg_count> motor_axes(const Machine& machine, const NumberKey& key) {
    std::array<Vector, leg_count> axes{};
    std::visit(
        [&](const auto& legs) {
            if constexpr (requires { legs.motor_axis(std::size_t{}); })
                for (std::size_t i = 0; i < leg_count; ++i) axes[i] = legs.motor_axis(i);
            else
                fail(key,
                     "is motor, which only rotary legs have; must be up, down, home, radial, tangential or a list "
                     "of six [x, y, z]");
        },
        machine.legs);
    return axes;
}

/// Unit vectors perpendicular to z that point away from the joints' centroid. If `tangential`, they are turned by a
/// quarter turn.
std::array<Vector, leg_count> axes_about_middle(const std::array<Vector, leg_count>& joints_m, bool tangential,
                                                const NumberKey& key) {
    constexpr double negligible_share = 1e-9;
    double x_m = 0, y_m = 0, farthest_m = 0;
    for (const Vector& joint : joints_m) x_m += joint.x / leg_count, y_m += joint.y / leg_count;
    for (const Vector& joint : joints_m) farthest_m = std::max(farthest_m, std::hypot(joint.x - x_m, joint.y - y_m));
    std::array<Vector, leg_count> axes{};
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector out{joints_m[i].x - x_m, joints_m[i].y - y_m, 0};
        if (!(length_of(out) > negligible_share * farthest_m))
            fail(key, fmt::format("is {}, but joint {} is at the centre of the joints; give the axes as six [x, y, z]",
                                  tangential ? "tangential" : "radial", i + 1));
        axes[i] = direction(tangential ? Vector{-out.y, out.x, 0} : out);
    }
    return axes;
}

std::array<Vector, leg_count> axes_of(const SideDescription& side, bool is_base, const Machine& machine) {
    const NumberKey key{is_base ? "base" : "platform", "axis"};
    std::array<Vector, leg_count> axes{};
    axes.fill({0, 0, side.axis == AxisRule::down ? -1.0 : 1.0});
    if (side.axis == AxisRule::up || side.axis == AxisRule::down) return axes;
    if (side.axis == AxisRule::radial || side.axis == AxisRule::tangential)
        return axes_about_middle((is_base ? machine.base : machine.platform).points_m,
                                 side.axis == AxisRule::tangential, key);
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
    if (side.max_tilt) fail({key, "max_misalignment"}, "cannot be combined with max_tilt; give one of them");
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

/// Converts the ends of both angles of a universal joint to radians.
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
        fail({key, "universal"}, fmt::format("cannot be combined with {}; give one of them",
                                             side.max_tilt ? "max_tilt" : "max_misalignment"));
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
            fail(axis_key,
                 fmt::format("is parallel to {0}.axis (up if not given), or nearly so; must lie across it, because "
                             "the joint's angles count from {0}.axis projected perpendicular to the fixed axis",
                             key));
        convert_ranges(i, key, convert, joints);
    }
    return joints;
}

}  // namespace

void add_joint_limits(const SideDescription& side, bool is_base, const Converter& convert, Machine& machine) {
    const std::string_view key = is_base ? "base" : "platform";
    JointSet& joints = is_base ? machine.base : machine.platform;
    joints.axes = axes_of(side, is_base, machine);
    joints.max_tilt_rad = max_tilt_of(side, key, convert);
    joints.max_misalignment_rad = max_misalignment_of(side, key, convert);
    joints.universal = universal_of(side, key, joints.axes, convert);
}

}  // namespace hexscan

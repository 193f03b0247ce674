#include "src/machine/description/joint_places.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <optional>
#include <span>

namespace hexscan {
namespace {

/// Joint pairs whose numbers are checked. Angles are in the file's unit.
struct CheckedPairs {
    double radius_m, height_m;
    double spread, azimuth, third_turn;

    /// Angle of joint `index`. Indices count around the circle. Index 0 is the joint at azimuth - spread / 2. Negative
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

bool are_one(const Vector& a, const Vector& b) { return length_of(a - b) <= 1e-9 * length_of(a); }

/// True if two neighbouring legs coincide. Leg i connects joints[i] and others[i]. Only neighbouring legs are tested,
/// because only neighbouring joints of pairs can coincide.
bool have_coincident_legs(std::span<const Vector> joints, const Joints& others) {
    for (std::size_t i = 0; i < leg_count; ++i) {
        const std::size_t next = (i + 1) % leg_count;
        if (are_one(joints[i], joints[next]) && are_one(others[i], others[next])) return true;
    }
    return false;
}

/// The joints of the pairs in the order that turns the legs least about the z axis, summed over all legs and relative
/// to `others`. Six given joints therefore make the same machine whichever pair the azimuth names. An order with two
/// coincident legs is used only if every order has them. If two orders turn the legs equally, `asked` decides. Without
/// `asked`, a tie is an error.
Joints least_turned_joints(const CheckedPairs& pairs, const Joints& others, bool is_base, PairOrder asked,
                           const Units& units) {
    constexpr double same_rad = 1e-9;
    constexpr std::size_t orders = leg_count, candidates = orders + leg_count - 1;
    std::array<Vector, candidates> joints{};  // Indices start at 1 - leg_count.
    std::array<double, candidates> at_rad{};
    for (std::size_t c = 0; c < candidates; ++c) {
        joints[c] = joint_of(pairs, static_cast<int>(c) + 1 - leg_count, units);
        at_rad[c] = azimuth_rad(joints[c]);
    }
    std::array<double, leg_count> from_rad{};
    std::transform(others.begin(), others.end(), from_rad.begin(), azimuth_rad);
    // A positive turn is counter-clockwise from base to platform, seen from above.
    const double leftwards = is_base ? -1 : 1;
    std::array<double, orders> turn_rad{}, left_rad{};
    double least_rad = std::numeric_limits<double>::infinity();
    for (std::size_t order = 0; order < orders; ++order) {
        for (std::size_t i = 0; i < leg_count; ++i) {
            const double turn = std::remainder(at_rad[order + i] - from_rad[i], 2 * std::numbers::pi);
            turn_rad[order] += std::abs(turn);
            left_rad[order] += leftwards * turn;
        }
        constexpr double beyond_all_rad = 2 * std::numbers::pi * leg_count;
        if (have_coincident_legs(std::span(joints).subspan(order, leg_count), others))
            turn_rad[order] += beyond_all_rad;
        least_rad = std::min(least_rad, turn_rad[order]);
    }
    std::optional<std::size_t> best;
    for (std::size_t order = 0; order < orders; ++order) {
        if (!(turn_rad[order] - least_rad <= same_rad)) continue;
        if (best && asked == PairOrder::not_given && pairs.radius_m > 0)
            throw DescriptionError(
                is_base ? "base" : "platform",
                "the joints of this side lie half-way between those of the other side, so two leg orders are equally "
                "likely; give "
                "order: left (seen from above, legs turn counter-clockwise from base to platform) or order: right, or "
                "list the joints of both sides in leg order");
        const bool more_left = best && left_rad[order] > left_rad[*best];
        if (!best || (asked == PairOrder::left && more_left) || (asked == PairOrder::right && !more_left)) best = order;
    }
    Joints points_m{};
    std::copy_n(joints.begin() + static_cast<std::ptrdiff_t>(best.value()), leg_count, points_m.begin());
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

}  // namespace

void place_joints(const MachineDescription& description, const Converter& convert, Machine& machine) {
    const SideDescription& base = description.base;
    const SideDescription& moving = description.platform;
    if (!base.pairs) machine.base.points_m = listed_joints(base, "base", convert);
    if (!moving.pairs) machine.platform.points_m = listed_joints(moving, "platform", convert);
    if (base.pairs && moving.pairs && base.pairs->order != PairOrder::not_given)
        throw DescriptionError("base.order",
                               "has no effect, because the platform has a circle, too; give platform.order");
    if (base.pairs) {
        const CheckedPairs pairs = checked(*base.pairs, "base", convert);
        machine.base.points_m = moving.pairs ? joints_from(pairs, convert.units)
                                             : least_turned_joints(pairs, machine.platform.points_m, true,
                                                                   base.pairs->order, convert.units);
    }
    if (moving.pairs)
        machine.platform.points_m =
            least_turned_joints(checked(*moving.pairs, "platform", convert), machine.base.points_m, false,
                                moving.pairs->order, convert.units);
}

void shift_to_tool(const ToolDescription& tool, const Converter& convert, Machine& machine) {
    const Vector tool_m{convert.coordinate_m(tool.x, {"tool", "x"}), convert.coordinate_m(tool.y, {"tool", "y"}),
                        convert.coordinate_m(tool.z, {"tool", "z"})};
    for (Vector& point : machine.platform.points_m) point = point - tool_m;
}

}  // namespace hexscan

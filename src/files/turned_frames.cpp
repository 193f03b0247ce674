#include "src/files/turned_frames.h"

namespace hexscan {
namespace {

Vector turned_back(const Rotation& turned, const Vector& v) { return turned.back(v); }

/// Transforms joints and axes of a side. `place` maps points of the side's frame, and `turn` maps directions.
template <class Place, class Turn>
void turn_side(const JointSet& joints, const Units& units, const Place& place, const Turn& turn,
               SideDescription& side) {
    side.pairs.reset();
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector at_m = place(joints.points_m[i]);
        side.joints[i] = {units.from_metres(at_m.x), units.from_metres(at_m.y), units.from_metres(at_m.z)};
        side.axes[i] = turn(joints.axes[i]);
        if (!side.universal) continue;
        UniversalJoints& universal = *side.universal;
        const Vector fixed = turn(universal.fixed_axis(i));
        universal.axis_x[i] = fixed.x, universal.axis_y[i] = fixed.y, universal.axis_z[i] = fixed.z;
    }
    if (side.axis != AxisRule::home && side.axis != AxisRule::motor) side.axis = AxisRule::listed;
}

void turn_legs(const TelescopicLegs&, const Rotation&, TelescopicLegs&) {}

void turn_legs(const SliderLegs& built, const Rotation& turned, SliderLegs& legs) {
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector rail = turned({built.rail_x[i], built.rail_y[i], built.rail_z[i]});
        legs.rail_x[i] = rail.x, legs.rail_y[i] = rail.y, legs.rail_z[i] = rail.z;
    }
}

void turn_legs(const RotaryLegs& built, const Rotation& turned, RotaryLegs& legs) {
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector zero = turned({built.zero_x[i], built.zero_y[i], built.zero_z[i]});
        const Vector up = turned({built.up_x[i], built.up_y[i], built.up_z[i]});
        legs.zero_x[i] = zero.x, legs.zero_y[i] = zero.y, legs.zero_z[i] = zero.z;
        legs.up_x[i] = up.x, legs.up_y[i] = up.y, legs.up_z[i] = up.z;
    }
    legs.azimuth = {};
    legs.has_azimuth = false;
    legs.has_zero = legs.has_up = true;
}

/// A machine in its own frames, with joints, legs, and those axes that do not depend on home.
Machine in_own_frames(const MachineDescription& description) {
    MachineDescription bare;
    bare.units = description.units;
    bare.legs = description.legs;
    for (auto [side, of] : {std::pair{&bare.base, &description.base}, {&bare.platform, &description.platform}}) {
        side->pairs = of->pairs;
        side->joints = of->joints;
        side->axes = of->axes;
        side->axis = of->axis == AxisRule::home || of->axis == AxisRule::motor ? AxisRule::up : of->axis;
    }
    return build_machine(bare);
}

void turn_tool(const Rotation& turned, MachineDescription& description) {
    ToolDescription& tool = *description.tool;
    const Vector at = turned.back({tool.x, tool.y, tool.z});
    tool = {at.x, at.y, at.z};
    if (!description.load) return;
    auto& place = description.load->at;
    const Vector load = turned.back(vector_of(place));
    place = {load.x, load.y, load.z};
}

}  // namespace

void turn_frames(const std::optional<Pose>& base_at, const Orientation& tool_turned, MachineDescription& description) {
    const bool turns_tool = tool_turned != Orientation{};
    if (!base_at && !turns_tool) return;
    Machine own;
    try {
        own = in_own_frames(description);
    } catch (const DescriptionError&) {
        return;
    }
    const OrientationOrder order = description.orientation_order;
    const Pose at = base_at.value_or(Pose{});
    const Rotation turned = rotation_of(at.orientation, order), tool = rotation_of(tool_turned, order);
    // Leg order depends on the frame, so pairs of both sides are ordered in their own frames.
    turn_side(
        own.base, description.units, [&](const Vector& v) { return at.position_m + turned(v); },
        [&](const Vector& v) { return turned(v); }, description.base);
    turn_side(
        own.platform, description.units, [&](const Vector& v) { return turned_back(tool, v); },
        [&](const Vector& v) { return turned_back(tool, v); }, description.platform);
    std::visit(
        [&]<class Legs>(Legs& legs) {
            if (base_at) turn_legs(std::get<Legs>(own.legs), turned, legs);
        },
        description.legs);
    if (turns_tool) turn_tool(tool, description);
}

}  // namespace hexscan

#include "tests/support/rod_machine.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

namespace hexscan_test {
namespace {

using hexscan::Vector;

constexpr double unlimited_m = 1e5, turn_rad = 2 * std::numbers::pi;

Vector vector_of(const leg_oracle::Point& p) { return {p.x, p.y, p.z}; }

void set_joint(const leg_oracle::RodEnd& end, std::size_t leg, hexscan::JointSet& joints) {
    joints.axes[leg] = hexscan::direction(vector_of(end.axis));
    joints.max_tilt_rad[leg] = std::numeric_limits<double>::infinity();
    if (end.universal) {
        if (!joints.universal) joints.universal.emplace();
        const Vector fixed = hexscan::direction(vector_of(end.universal->fixed_axis));
        joints.universal->axis_x[leg] = fixed.x;
        joints.universal->axis_y[leg] = fixed.y;
        joints.universal->axis_z[leg] = fixed.z;
        joints.universal->fixed_from[leg] = end.universal->fixed_from;
        joints.universal->fixed_to[leg] = end.universal->fixed_to;
        joints.universal->carried_from[leg] = end.universal->carried_from;
        joints.universal->carried_to[leg] = end.universal->carried_to;
        return;
    }
    if (std::isfinite(end.max_misalignment))
        joints.max_misalignment_rad[leg] = end.max_misalignment;
    else
        joints.max_tilt_rad[leg] = end.max_tilt;
}

hexscan::SliderLegs sliders(const leg_oracle::Machine& machine) {
    hexscan::SliderLegs legs;
    for (std::size_t i = 0; i < machine.legs.size(); ++i) {
        const leg_oracle::Leg& leg = machine.legs[i];
        legs.rod[i] = leg.rod;
        legs.rail_x[i] = leg.rail.x;
        legs.rail_y[i] = leg.rail.y;
        legs.rail_z[i] = leg.rail.z;
        legs.travel_from[i] = std::max(leg.from, -unlimited_m);
        legs.travel_to[i] = std::min(leg.to, unlimited_m);
        legs.branch[i] = leg.branch == leg_oracle::Branch::ahead ? 1 : 0;
    }
    legs.settle();
    return legs;
}

hexscan::TelescopicLegs telescopes(const leg_oracle::Machine& machine) {
    hexscan::TelescopicLegs legs;
    for (std::size_t i = 0; i < machine.legs.size(); ++i) {
        legs.min_length[i] = machine.legs[i].from;
        legs.max_length[i] = machine.legs[i].to;
    }
    return legs;
}

hexscan::RotaryLegs arms(const leg_oracle::Machine& machine) {
    hexscan::RotaryLegs legs;
    for (std::size_t i = 0; i < machine.legs.size(); ++i) {
        const leg_oracle::Leg& leg = machine.legs[i];
        legs.arm[i] = leg.arm;
        legs.rod[i] = leg.rod;
        legs.zero_x[i] = leg.u.x;
        legs.zero_y[i] = leg.u.y;
        legs.zero_z[i] = leg.u.z;
        legs.up_x[i] = leg.w.x;
        legs.up_y[i] = leg.w.y;
        legs.up_z[i] = leg.w.z;
        const double turns = leg.from < -turn_rad || leg.to > turn_rad ? std::floor(leg.from / turn_rad) + 1 : 0;
        legs.angle_from[i] = leg.from - turns * turn_rad;
        legs.angle_to[i] = leg.to - turns * turn_rad;
        legs.branch[i] = leg.branch == leg_oracle::Branch::ahead ? 1 : 0;
    }
    legs.settle();
    return legs;
}

}  // namespace

hexscan::Pose pose_of(const leg_oracle::Pose& pose) {
    return {{pose.x, pose.y, pose.z}, {pose.roll, pose.pitch, pose.yaw}};
}

hexscan::Machine rod_machine(const leg_oracle::Machine& machine, const leg_oracle::Pose& home) {
    hexscan::Machine made;
    made.name = "random";
    made.orientation_order =
        machine.order == leg_oracle::Order::xyz ? hexscan::OrientationOrder::xyz : hexscan::OrientationOrder::zyx;
    for (std::size_t i = 0; i < machine.legs.size(); ++i) {
        const leg_oracle::Leg& leg = machine.legs[i];
        made.base.points_m[i] = vector_of(leg.base);
        made.platform.points_m[i] = vector_of(leg.platform);
        set_joint(leg.base_end, i, made.base);
        set_joint(leg.platform_end, i, made.platform);
    }
    made.home = pose_of(home);
    switch (machine.legs[0].kind) {
        case leg_oracle::Kind::slider: made.legs = sliders(machine); break;
        case leg_oracle::Kind::rotary: made.legs = arms(machine); break;
        case leg_oracle::Kind::telescopic: made.legs = telescopes(machine); break;
    }
    return made;
}

}  // namespace hexscan_test

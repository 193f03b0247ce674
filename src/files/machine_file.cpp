#include "src/files/machine_file.h"

#include <algorithm>

namespace hexscan {
namespace {

/// One number for all legs, or a list of six.
PerLeg read_per_leg(const Value& value) {
    PerLeg numbers{};
    if (!value.is_list()) {
        numbers.fill(value.number());
        return numbers;
    }
    const auto items = value.items(leg_count, "values, one per leg");
    std::transform(items.begin(), items.end(), numbers.begin(), [](const Value& v) { return v.number(); });
    return numbers;
}

Vector read_vector(const Value& value, const char* what) {
    const auto xyz = value.items(3, what);
    return {xyz[0].number(), xyz[1].number(), xyz[2].number()};
}

std::array<Vector, leg_count> read_vectors(const Value& value, const char* list, const char* what) {
    const auto items = value.items(leg_count, list);
    std::array<Vector, leg_count> vectors{};
    std::transform(items.begin(), items.end(), vectors.begin(), [&](const Value& v) { return read_vector(v, what); });
    return vectors;
}

double number_or_zero(const Section& section, const char* key) {
    return read_or_zero(section, key, [](const Value& v) { return v.number(); });
}

JointPairs read_pairs(const Section& side) {
    return {side.require("radius", "must be a length").number(),
            side.require("spread", "must be the angle between the joints of a pair").number(),
            number_or_zero(side, "azimuth"), number_or_zero(side, "height")};
}

void read_joints(const Section& section, SideDescription& side) {
    const auto joints = section.find("joints");
    if (!joints && !section.find("radius"))
        section.fail("has neither joints nor radius; must have six joints, or radius and spread");
    if (!joints) {
        side.pairs = read_pairs(section);
        return;
    }
    for (const char* key : {"radius", "spread", "azimuth", "height"})
        if (const auto shorthand = section.find(key))
            shorthand->fail("stands beside joints; give either joints or radius, spread, azimuth and height");
    side.joints = read_vectors(*joints, "joints, each [x, y, z]", "coordinates");
}

void read_axes(const Section& section, SideDescription& side) {
    const auto value = section.find("axis");
    if (!value) return;
    if (value->is_list()) {
        side.axis = AxisRule::listed;
        side.axes = read_vectors(*value, "axes, each [x, y, z]", "components");
        return;
    }
    const bool home = choice(*value, {"up", "home"}, "up, home or a list of six [x, y, z]") == "home";
    side.axis = home ? AxisRule::home : AxisRule::up;
}

SideDescription read_side(const Section& root, const char* key) {
    const Section section{root.require(key, "must give the six joints of this side"),
                          {"joints", "radius", "spread", "azimuth", "height", "axis", "max_tilt"}};
    SideDescription side;
    read_joints(section, side);
    read_axes(section, side);
    if (const auto tilt = section.find("max_tilt")) side.max_tilt = read_per_leg(*tilt);
    return side;
}

std::optional<HomeDescription> read_home(const Section& root) {
    const auto value = root.find("home");
    if (!value) return std::nullopt;
    const Section home(*value, {"x", "y", "z", "roll", "pitch", "yaw"});
    return HomeDescription{number_or_zero(home, "x"),    number_or_zero(home, "y"),     number_or_zero(home, "z"),
                           number_or_zero(home, "roll"), number_or_zero(home, "pitch"), number_or_zero(home, "yaw")};
}

}  // namespace

MachineDescription read_description(const PlatformDocument& document) {
    const Section& root = document.root();
    MachineDescription description;
    description.name = root.require("name", "must be the name of the hexapod").text();
    description.units = document.units().units();
    if (const auto order = root.find("orientation_order"))
        description.orientation_order =
            choice(*order, {"zyx", "xyz"}, "zyx (R = Rz Ry Rx) or xyz (R = Rx Ry Rz)") == "xyz" ? OrientationOrder::xyz
                                                                                                : OrientationOrder::zyx;
    description.base = read_side(root, "base");
    description.platform = read_side(root, "platform");
    description.home = read_home(root);
    const Section legs(root.require("legs", "must give min and max, or min and stroke"), {"min", "max", "stroke"});
    description.min_length = read_per_leg(legs.require("min", "must be the shortest leg length, or a list of six"));
    const auto stroke = legs.find("stroke");
    if (stroke && legs.find("max")) stroke->fail("stands beside max; give one of them");
    if (!stroke) {
        description.max_length = read_per_leg(legs.require("max", "must be the longest leg length, or a list of six"));
        return description;
    }
    const PerLeg strokes = read_per_leg(*stroke);
    std::transform(strokes.begin(), strokes.end(), description.min_length.begin(), description.max_length.begin(),
                   [](double of_leg, double min) { return min + of_leg; });
    return description;
}

Machine read_machine(const PlatformDocument& document) {
    try {
        return build_machine(read_description(document));
    } catch (const DescriptionError& error) {
        document.root().nearest(error.key()).fail(error.what());
    }
}

}  // namespace hexscan

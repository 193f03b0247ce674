#include "src/files/description_text.h"

#include <algorithm>

#include <yaml-cpp/yaml.h>

#include "src/base/numbers.h"

namespace hexscan {
namespace {

using YAML::BeginMap, YAML::EndMap, YAML::Flow, YAML::Key, YAML::BeginSeq, YAML::EndSeq;

void write(YAML::Emitter& out, const std::string& key, double value) { out << Key << key << shortest(value); }

void write_vectors(YAML::Emitter& out, const char* key, const std::array<Vector, leg_count>& vectors) {
    out << Key << key << BeginSeq;
    for (const Vector& v : vectors)
        out << Flow << BeginSeq << shortest(v.x) << shortest(v.y) << shortest(v.z) << EndSeq;
    out << EndSeq;
}

/// One number where all are the same.
void write_per_leg(YAML::Emitter& out, const std::string& key, const PerLeg& values) {
    if (std::all_of(values.begin(), values.end(), [&](double value) { return value == values[0]; })) {
        write(out, key, values[0]);
        return;
    }
    out << Key << key << Flow << BeginSeq;
    for (const double value : values) out << shortest(value);
    out << EndSeq;
}

void write_side(YAML::Emitter& out, const char* key, const SideDescription& side) {
    out << Key << key << BeginMap;
    if (side.pairs) {
        write(out, "radius", side.pairs->radius);
        write(out, "spread", side.pairs->spread);
        write(out, "azimuth", side.pairs->azimuth);
        write(out, "height", side.pairs->height);
    } else {
        write_vectors(out, "joints", side.joints);
    }
    if (side.axis == AxisRule::listed) write_vectors(out, "axis", side.axes);
    if (side.axis == AxisRule::home)
        out << Key << "axis"
            << "home";
    if (side.max_tilt) write_per_leg(out, "max_tilt", *side.max_tilt);
    out << EndMap;
}

}  // namespace

std::string description_text(const MachineDescription& description) {
    YAML::Emitter out;
    out << BeginMap << Key << "name" << YAML::DoubleQuoted << description.name;
    out << Key << "units" << Flow << BeginMap << Key << "length" << description.units.length << Key << "angle"
        << description.units.angle << EndMap;
    write_side(out, "base", description.base);
    write_side(out, "platform", description.platform);
    out << Key << "legs" << BeginMap;
    if (!is_default_kind(description.legs)) out << Key << "kind" << std::string(kind_name(description.legs));
    for_each_number(description.legs,
                    [&](const auto& row, const PerLeg& values) { write_per_leg(out, std::string(row.key), values); });
    out << EndMap;
    if (description.orientation_order != OrientationOrder::zyx)
        out << Key << "orientation_order" << order_name(description.orientation_order);
    if (const auto& home = description.home) {
        out << Key << "home" << Flow << BeginMap;
        write(out, "x", home->x);
        write(out, "y", home->y);
        write(out, "z", home->z);
        write(out, "roll", home->roll);
        write(out, "pitch", home->pitch);
        write(out, "yaw", home->yaw);
        out << EndMap;
    }
    out << EndMap;
    return std::string(out.c_str()) + "\n";
}

}  // namespace hexscan

#include "src/files/description_text.h"

#include <algorithm>
#include <span>

#include <yaml-cpp/yaml.h>

#include "src/base/marks.h"
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

/// Writes one number if all are the same, otherwise six.
void write_per_leg(YAML::Emitter& out, const std::string& key, const PerLeg& values) {
    if (std::all_of(values.begin(), values.end(), [&](double value) { return value == values[0]; })) {
        write(out, key, values[0]);
        return;
    }
    out << Key << key << Flow << BeginSeq;
    for (const double value : values) out << shortest(value);
    out << EndSeq;
}

template <class Numbers>
bool are_alike(const Numbers& numbers, std::span<const LegNumber<Numbers>> rows) {
    return std::all_of(rows.begin(), rows.end(), [&](const auto& row) {
        const PerLeg& values = numbers.*row.values;
        return std::all_of(values.begin(), values.end(), [&](double value) { return value == values[0]; });
    });
}

/// Writes the parts of a key: one list if they are the same for all legs, otherwise six.
template <class Legs>
void write_parts(YAML::Emitter& out, const Legs& legs, std::span<const LegNumber<Legs>> parts) {
    const auto write_leg = [&](std::size_t leg) {
        out << Flow << BeginSeq;
        for (const auto& part : parts) out << shortest((legs.*part.values)[leg]);
        out << EndSeq;
    };
    out << Key << std::string(parts.front().key);
    if (are_alike(legs, parts)) return write_leg(0);
    out << BeginSeq;
    for (std::size_t leg = 0; leg < leg_count; ++leg) write_leg(leg);
    out << EndSeq;
}

void write_universal(YAML::Emitter& out, const UniversalJoints& joints) {
    const auto rows = UniversalJoints::numbers();
    const auto ends = rows.subspan(UniversalJoints::axis_parts);
    const auto write_leg = [&](std::size_t leg) {
        out << Flow << BeginSeq;
        for (std::size_t end = 0; end < ends.size(); end += 2)
            out << Flow << BeginSeq << shortest((joints.*ends[end].values)[leg])
                << shortest((joints.*ends[end + 1].values)[leg]) << EndSeq;
        out << EndSeq;
    };
    out << Key << "universal" << BeginMap;
    write_parts(out, joints, rows.first(UniversalJoints::axis_parts));
    out << Key << std::string(ends.front().key);
    if (are_alike(joints, ends)) {
        write_leg(0);
    } else {
        out << BeginSeq;
        for (std::size_t leg = 0; leg < leg_count; ++leg) write_leg(leg);
        out << EndSeq;
    }
    out << EndMap;
}

void write_side(YAML::Emitter& out, const char* key, const SideDescription& side) {
    out << Key << key << BeginMap;
    if (side.pairs) {
        write(out, "radius", side.pairs->radius);
        write(out, "spread", side.pairs->spread);
        write(out, "azimuth", side.pairs->azimuth);
        write(out, "height", side.pairs->height);
        if (side.pairs->order != PairOrder::not_given)
            out << Key << "order" << (side.pairs->order == PairOrder::left ? "left" : "right");
    } else {
        write_vectors(out, "joints", side.joints);
    }
    if (side.axis == AxisRule::listed) write_vectors(out, "axis", side.axes);
    for (const auto& [word, rule] : axis_words)
        if (side.axis == rule && rule != AxisRule::up) out << Key << "axis" << std::string(word);
    if (side.max_tilt) write_per_leg(out, "max_tilt", *side.max_tilt);
    if (side.max_misalignment) write_per_leg(out, "max_misalignment", *side.max_misalignment);
    if (side.universal) write_universal(out, *side.universal);
    if (side.plate) {
        out << Key << "plate" << Flow << BeginMap;
        write(out, "radius", side.plate->radius);
        write(out, "z", side.plate->middle[2]);
        out << EndMap;
    }
    out << EndMap;
}

void write_point(YAML::Emitter& out, const Point3& point) {
    out << Flow << BeginSeq;
    for (const double coordinate : point) out << shortest(coordinate);
    out << EndSeq;
}

void write_kept_out(YAML::Emitter& out, const KeptOut& thing) {
    out << Flow << BeginMap << Key << (thing.is_capsule ? "capsule" : "sphere");
    if (thing.is_capsule) out << Flow << BeginSeq;
    write_point(out, thing.from);
    if (thing.is_capsule) {
        write_point(out, thing.to);
        out << EndSeq;
    }
    write(out, "radius", thing.radius);
    out << EndMap;
}

void write_components(YAML::Emitter& out, const char* key, const std::array<double, 3>& v) {
    out << Key << key << Flow << BeginSeq << shortest(v[0]) << shortest(v[1]) << shortest(v[2]) << EndSeq;
}

template <class Legs>
void write_word(YAML::Emitter& out, const LegWord<Legs>& row, const PerLegWord& values) {
    const auto is = [&](std::uint8_t word) {
        return std::all_of(values.begin(), values.end(), [&](std::uint8_t value) { return value == word; });
    };
    if (is(0)) return;
    out << Key << std::string(row.key);
    if (is(values[0])) {
        out << std::string(row.allowed[values[0]]);
        return;
    }
    out << Flow << BeginSeq;
    for (const std::uint8_t word : values) out << std::string(row.allowed[word]);
    out << EndSeq;
}

template <class Legs>
void write_legs(YAML::Emitter& out, const Legs& legs) {
    const std::span<const LegNumber<Legs>> rows = Legs::numbers();
    for (std::size_t first = 0; first < rows.size(); first += static_cast<std::size_t>(rows[first].parts)) {
        const LegNumber<Legs>& row = rows[first];
        if (!row.is_given(legs)) continue;
        if (row.parts == 1)
            write_per_leg(out, std::string(row.key), legs.*row.values);
        else
            write_parts(out, legs, rows.subspan(first, static_cast<std::size_t>(row.parts)));
    }
    for (const LegWord<Legs>& row : Legs::words()) write_word(out, row, legs.*row.values);
}

}  // namespace

std::string description_text(const MachineDescription& description) {
    YAML::Emitter out;
    if (has_marks(description.name)) out.SetOutputCharset(YAML::EscapeNonAscii);
    out << BeginMap << Key << "name" << YAML::DoubleQuoted << description.name;
    out << Key << "units" << Flow << BeginMap << Key << "length" << description.units.length << Key << "angle"
        << description.units.angle << EndMap;
    write_side(out, "base", description.base);
    write_side(out, "platform", description.platform);
    out << Key << "legs" << BeginMap;
    if (!is_default_kind(description.legs)) out << Key << "kind" << std::string(kind_name(description.legs));
    std::visit([&](const auto& legs) { write_legs(out, legs); }, description.legs);
    if (const auto& apart = description.legs_apart) {
        write(out, "diameter", apart->diameter);
        write(out, "gap", apart->gap);
        write(out, "free_ends", apart->free_ends);
    }
    if (description.load && description.load->max_force) write_per_leg(out, "max_force", *description.load->max_force);
    if (description.load && description.load->max_torque)
        write_per_leg(out, "max_torque", *description.load->max_torque);
    if (const auto& stiffness = description.stiffness) {
        write_per_leg(out, "stiffness", stiffness->of_legs);
        if (stiffness->limits()) write(out, "min_stiffness", stiffness->least_n_per_m);
    }
    out << EndMap;
    if (!description.keep_out.empty()) {
        out << Key << "keep_out" << BeginSeq;
        for (const KeptOut& thing : description.keep_out) write_kept_out(out, thing);
        out << EndSeq;
    }
    if (description.orientation_order != OrientationOrder::zyx)
        out << Key << "orientation_order" << order_name(description.orientation_order);
    if (const auto& limit = description.singularity) {
        out << Key << "singularity" << Flow << BeginMap << Key << "avoid" << limit->avoid;
        write(out, "min_conditioning", limit->min_conditioning);
        if (limit->length) write(out, "length", *limit->length);
        out << EndMap;
    }
    if (const auto& load = description.load) {
        out << Key << "load" << BeginMap;
        write_components(out, "force", load->force);
        write_components(out, "torque", load->torque);
        write_components(out, "at", load->at);
        out << EndMap;
    }
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
    if (const auto& tool = description.tool) {
        out << Key << "tool" << Flow << BeginMap;
        write(out, "x", tool->x);
        write(out, "y", tool->y);
        write(out, "z", tool->z);
        out << EndMap;
    }
    out << EndMap;
    return std::string(out.c_str()) + "\n";
}

}  // namespace hexscan

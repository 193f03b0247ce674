#include "src/files/machine_json.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "src/base/text.h"
#include "src/machine/description/machine_problem.h"

namespace hexscan {
namespace {

using nlohmann::json;

/// Infinity means "no limit" and becomes null, since JSON has no infinity.
json tilt_json(double radians) { return std::isinf(radians) ? json() : json(radians); }

json joints_json(const JointSet& joints) {
    json result = {{"joints_m", json::array()}, {"axes", json::array()}, {"max_tilt_rad", json::array()}};
    for (std::size_t i = 0; i < leg_count; ++i) {
        result["joints_m"].push_back(vector_json(joints.points_m[i]));
        result["axes"].push_back(vector_json(joints.axes[i]));
        result["max_tilt_rad"].push_back(tilt_json(joints.max_tilt_rad[i]));
    }
    if (joints.max_misalignment_rad != no_joint_limit)
        for (const double radians : joints.max_misalignment_rad)
            result["max_misalignment_rad"].push_back(tilt_json(radians));
    if (joints.universal)
        for (const auto& row : UniversalJoints::numbers())
            for (const double value : *joints.universal.*row.values)
                result["universal"][std::string(row.record)].push_back(tilt_json(value));
    return result;
}

json point_json(const Point3& point) { return {point[0], point[1], point[2]}; }

json obstacles_json(const Obstacles& obstacles) {
    json result = {{"keep_out", json::array()}};
    const auto add_plate = [&](const char* name, const std::optional<Plate>& plate) {
        if (plate) result[name] = {{"radius_m", plate->radius}, {"middle_m", point_json(plate->middle)}};
    };
    add_plate("base_plate", obstacles.base_plate);
    add_plate("platform_plate", obstacles.platform_plate);
    for (const KeptOut& out : obstacles.keep_out)
        result["keep_out"].push_back({{"radius_m", out.radius},
                                      {"from_m", point_json(out.from)},
                                      {"to_m", out.is_capsule ? point_json(out.to) : json()}});
    return result;
}

json home_json(const std::optional<Pose>& home) {
    if (!home) return nullptr;
    return {{"position_m", vector_json(home->position_m)},
            {"roll_rad", home->orientation.roll_rad},
            {"pitch_rad", home->orientation.pitch_rad},
            {"yaw_rad", home->orientation.yaw_rad}};
}

/// The name of a limit's dimension, for programs.
const char* name_of(Dimension dimension) {
    switch (dimension) {
        case Dimension::length: return "length";
        case Dimension::angle: return "angle";
        case Dimension::force: return "force";
        case Dimension::torque: return "torque";
        case Dimension::stiffness: return "stiffness";
        default: return "number";
    }
}

std::string one_of(const JsonField& field, std::initializer_list<const char*> words, const char* what) {
    const std::string text = field.text();
    if (std::find(words.begin(), words.end(), text) == words.end())
        field.fail(fmt::format("is \"{}\", which is not a known {}; must be one of {}", shown(text), what,
                               fmt::join(words, ", ")));
    return text;
}

Units read_units(const JsonField& field) {
    return {one_of(field.at("length"), {"m", "cm", "mm", "in"}, "unit"),
            one_of(field.at("angle"), {"deg", "rad"}, "unit")};
}

/// The six elements of a list, one per leg.
std::vector<JsonField> per_leg(const JsonField& field) {
    std::vector<JsonField> elements = field.elements();
    if (elements.size() != leg_count) field.fail(fmt::format("has {} elements; must have six", elements.size()));
    return elements;
}

Vector read_vector(const JsonField& field) {
    const std::vector<JsonField> xyz = field.elements();
    if (xyz.size() != 3) field.fail(fmt::format("has {} elements; must have three", xyz.size()));
    return {xyz[0].number(), xyz[1].number(), xyz[2].number()};
}

double read_angle(const JsonField& field) {
    const double radians = field.number();
    if (const std::string problem = Units{}.angle_problem(radians); !problem.empty()) field.fail(problem);
    return radians;
}

/// Reads a home and checks it like the home of a machine file.
Pose read_home(const JsonField& field) {
    const JsonField position = field.at("position_m");
    const Vector position_m = read_vector(position);
    for (const double coordinate_m : {position_m.x, position_m.y, position_m.z})
        if (const std::string problem = Units{}.coordinate_problem(coordinate_m); !problem.empty())
            position.fail(problem);
    return {position_m,
            {read_angle(field.at("roll_rad")), read_angle(field.at("pitch_rad")), read_angle(field.at("yaw_rad"))}};
}

double read_tilt(const JsonField& field) {
    return field.is_null() ? std::numeric_limits<double>::infinity() : field.number();
}

Load read_load(const JsonField& record) {
    const auto components = [&](const char* key) -> std::array<double, 3> {
        const Vector v = read_vector(record.at(key));
        return {v.x, v.y, v.z};
    };
    Load load{.force = components("force_n"), .torque = components("torque_nm"), .at = components("at_m")};
    if (const auto most = record.find("max_force_n")) load.max_force = per_leg_from_json(*most);
    if (const auto most = record.find("max_torque_nm")) load.max_torque = per_leg_from_json(*most);
    return load;
}

/// Reads one row of numbers of universal joints. Null means no limit, so a lower end becomes minus infinity.
void read_universal(const JsonField& record, const LegNumber<UniversalJoints>& row, UniversalJoints& joints) {
    const bool lower = row.dimension == Dimension::angle && row.part % 2 == 0;
    const std::vector<JsonField> values = per_leg(record.at(std::string(row.record)));
    for (std::size_t i = 0; i < leg_count; ++i)
        (joints.*row.values)[i] = lower && values[i].is_null() ? -read_tilt(values[i]) : read_tilt(values[i]);
}

JointSet read_joints(const JsonField& field) {
    JointSet joints;
    const std::vector<JsonField> points = per_leg(field.at("joints_m")), axes = per_leg(field.at("axes")),
                                 tilts = per_leg(field.at("max_tilt_rad"));
    for (std::size_t i = 0; i < leg_count; ++i) {
        joints.points_m[i] = read_vector(points[i]);
        joints.axes[i] = read_vector(axes[i]);
        joints.max_tilt_rad[i] = read_tilt(tilts[i]);
    }
    if (const auto bolts = field.find("max_misalignment_rad")) {
        const std::vector<JsonField> angles = per_leg(*bolts);
        std::transform(angles.begin(), angles.end(), joints.max_misalignment_rad.begin(), read_tilt);
    }
    if (const auto universal = field.find("universal")) {
        joints.universal.emplace();
        for (const auto& row : UniversalJoints::numbers()) read_universal(*universal, row, *joints.universal);
    }
    return joints;
}

/// Reads a word per leg.
PerLegWord read_words(const JsonField& field, std::span<const std::string_view> allowed) {
    PerLegWord words{};
    const std::vector<JsonField> elements = per_leg(field);
    for (std::size_t i = 0; i < leg_count; ++i) {
        const std::string word = elements[i].text();
        const auto at = std::find(allowed.begin(), allowed.end(), word);
        if (at == allowed.end())
            elements[i].fail(fmt::format("is \"{}\"; must be {}", shown(word), joined(allowed, " or ")));
        words[i] = static_cast<std::uint8_t>(at - allowed.begin());
    }
    return words;
}

/// Reads the numbers of legs from a record. Optional numbers may be absent.
template <class LegsOfKind>
void read_legs(const JsonField& record, LegsOfKind& legs) {
    for (const auto& row : LegsOfKind::numbers())
        if (row.given != nullptr) legs.*row.given = record.find(std::string(row.record)).has_value();
    for (const auto& row : LegsOfKind::numbers())
        if (row.is_given(legs)) legs.*row.values = per_leg_from_json(record.at(std::string(row.record)));
    for (const auto& row : LegsOfKind::words())
        legs.*row.values = read_words(record.at(std::string(row.record)), row.allowed);
}

Point3 read_point(const JsonField& field) {
    const Vector point = read_vector(field);
    return {point.x, point.y, point.z};
}

Obstacles read_obstacles(const JsonField& field) {
    const auto plate = [&](const char* name) -> std::optional<Plate> {
        const auto given = field.find(name);
        if (!given) return std::nullopt;
        return Plate{given->at("radius_m").number(), read_point(given->at("middle_m"))};
    };
    Obstacles obstacles{plate("base_plate"), plate("platform_plate")};
    for (const JsonField& given : field.at("keep_out").elements()) {
        const JsonField to = given.at("to_m");
        obstacles.keep_out.push_back({!to.is_null(), read_point(given.at("from_m")),
                                      to.is_null() ? Point3{} : read_point(to), given.at("radius_m").number()});
    }
    return obstacles;
}

AnyLegs read_kind(const JsonField& field) {
    const std::optional<AnyLegs> legs = legs_of_kind(field.text());
    if (!legs)
        field.fail(
            fmt::format("is \"{}\"; must be a kind of legs: {}", shown(field.text()), joined(leg_kind_names(), ", ")));
    return *legs;
}

}  // namespace

json vector_json(const Vector& v) { return {v.x, v.y, v.z}; }

json machine_json(const Machine& machine) {
    json record = {{"name", machine.name},
                   {"units", {{"length", machine.units.length}, {"angle", machine.units.angle}}},
                   {"orientation_order", order_name(machine.orientation_order)},
                   {"base", joints_json(machine.base)},
                   {"platform", joints_json(machine.platform)},
                   {"home", home_json(machine.home)}};
    if (!is_default_kind(machine.legs)) record["legs"] = kind_name(machine.legs);
    for_each_number(machine.legs,
                    [&](const auto& row, const PerLeg& values) { record[std::string(row.record)] = values; });
    for_each_word(machine.legs, [&](const auto& row, const PerLegWord& values) {
        for (const std::uint8_t word : values) record[std::string(row.record)].push_back(row.allowed[word]);
    });
    if (const auto& apart = machine.legs_apart)
        record["legs_apart"] = {
            {"diameter_m", apart->diameter}, {"gap_m", apart->gap}, {"free_ends_m", apart->free_ends}};
    if (machine.obstacles.count() > 0) record["obstacles"] = obstacles_json(machine.obstacles);
    if (const auto& limit = machine.singularity)
        record["singularity"] = {{"avoid", limit->avoid},
                                 {"min_conditioning", limit->min_conditioning},
                                 {"length_m", limit->length ? json(*limit->length) : json()}};
    if (const auto& load = machine.load) {
        json& of_load = record["load"] =
            json{{"force_n", load->force}, {"torque_nm", load->torque}, {"at_m", load->at}};
        if (load->max_force) of_load["max_force_n"] = *load->max_force;
        if (load->max_torque) of_load["max_torque_nm"] = *load->max_torque;
    }
    if (const auto& stiffness = machine.stiffness)
        record["stiffness"] = {{"of_legs", stiffness->of_legs}, {"least_n_per_m", stiffness->least_n_per_m}};
    return record;
}

void add_owner(const LimitOwner& owner, json& what) {
    if (owner.other_leg)
        what["legs"] = {*owner.leg + 1, *owner.other_leg + 1};
    else if (owner.leg)
        what["leg"] = *owner.leg + 1;
    if (owner.obstacle) what["obstacle"] = *owner.obstacle + 1;
}

namespace {

/// The message for a violated limit, as violations_text() words it for one leg, with the fields {asked}, {allowed} and
/// {missing}.
std::string violation_form(const Limit& limit) {
    const LimitKind& kind = *limit.kind;
    const std::string owner = limit.owner_text();
    if (kind.violation.empty())
        return fmt::format("{} would {}, by {{missing}} ({}, {} {{allowed}})", owner, kind.fault,
                           kind.dimension == Dimension::length ? std::string("{asked} long")
                                                               : fmt::format("{} {{asked}}", kind.quantity),
                           kind.bound);
    return fmt::format(fmt::runtime(kind.violation), fmt::arg("legs", owner), fmt::arg("owner", owner),
                       fmt::arg("missing", "{missing}"), fmt::arg("asked", "{asked}"),
                       fmt::arg("allowed", "{allowed}"));
}

}  // namespace

json limits_json(const LimitTable& table) {
    json rows = json::array();
    for (const Limit& limit : table.rows()) {
        const LimitKind& kind = *limit.kind;
        json& row = rows.emplace_back(json{{"number", static_cast<int>(limit.id)},
                                           {"name", limit.name()},
                                           {"kind", kind.json},
                                           {"legs", json::array()},
                                           {"side", kind.side},
                                           {"quantity", kind.quantity},
                                           {"dimension", name_of(kind.dimension)},
                                           {"bound", kind.is_least() ? "at_least" : "at_most"},
                                           {"violation", violation_form(limit)},
                                           {"colour", fmt::format("{:06x}", limit.rgb())}});
        for (const auto& leg : {limit.owner.leg, limit.owner.other_leg})
            if (leg) row["legs"].push_back(*leg);
        if (limit.owner.obstacle) row["obstacle"] = *limit.owner.obstacle;
    }
    return rows;
}

Machine machine_from_json(const JsonField& field) {
    Machine machine;
    machine.name = field.at("name").name();
    machine.units = read_units(field.at("units"));
    // Records of earlier versions give no order. It is zyx.
    if (const auto order = field.find("orientation_order"))
        machine.orientation_order = one_of(*order, {"zyx", "xyz"}, "orientation order") == "xyz"
                                        ? OrientationOrder::xyz
                                        : OrientationOrder::zyx;
    machine.base = read_joints(field.at("base"));
    machine.platform = read_joints(field.at("platform"));
    if (const auto kind = field.find("legs")) machine.legs = read_kind(*kind);
    std::visit([&](auto& legs) { read_legs(field, legs); }, machine.legs);
    if (const auto home = field.find("home")) machine.home = read_home(*home);
    if (const auto apart = field.find("legs_apart"))
        machine.legs_apart = LegsApart{
            apart->at("diameter_m").number(), apart->at("gap_m").number(), apart->at("free_ends_m").number(), {}};
    if (const auto obstacles = field.find("obstacles")) machine.obstacles = read_obstacles(*obstacles);
    if (const auto limit = field.find("singularity")) {
        SingularityLimit& read = machine.singularity.emplace();
        read.avoid = limit->at("avoid").flag();
        read.min_conditioning = limit->at("min_conditioning").number();
        if (const JsonField length = limit->at("length_m"); !length.is_null()) read.length = length.number();
    }
    if (const auto load = field.find("load")) machine.load = read_load(*load);
    if (const auto stiffness = field.find("stiffness"))
        machine.stiffness =
            Stiffness{per_leg_from_json(stiffness->at("of_legs")), stiffness->at("least_n_per_m").number()};
    if (const std::string problem = machine_problem(machine); !problem.empty())
        field.fail("is not a valid machine: " + problem);
    return machine;
}

PerLeg per_leg_from_json(const JsonField& field) {
    PerLeg numbers{};
    const std::vector<JsonField> elements = per_leg(field);
    for (std::size_t i = 0; i < leg_count; ++i) numbers[i] = elements[i].number();
    return numbers;
}

}  // namespace hexscan

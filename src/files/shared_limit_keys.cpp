#include "src/files/shared_limit_keys.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/check/carried_mass.h"
#include "src/files/machine_file.h"
#include "src/machine/shared/force_limit.h"

namespace hexscan {
namespace {

Point3 read_point(const Value& value) {
    const Vector point = read_vector(value, "coordinates, [x, y, z]");
    return {point.x, point.y, point.z};
}

std::array<double, 3> read_components(const Section& section, std::string_view key) {
    const auto value = section.find(key);
    if (!value) return {};
    const Vector v = read_vector(*value, "components, [x, y, z]");
    return {v.x, v.y, v.z};
}

/// The maps of a machine file that can hold a limit on legs: `scan`, if there is one, then `legs`. A key in the first
/// overrides the same key in the second.
using Places = std::vector<Value>;

std::optional<Value> found(const Places& places, std::string_view key) {
    for (const Value& place : places)
        if (const auto value = place.find_in_map(key)) return value;
    return std::nullopt;
}

std::optional<LegsApart> read_apart(const Places& legs) {
    const auto diameter = found(legs, "diameter"), gap = found(legs, "gap"), free_ends = found(legs, "free_ends");
    for (const auto& beside : {gap, free_ends})
        if (beside && !diameter) beside->fail("needs leg diameters; give diameter (0: legs are lines)");
    if (!diameter) return std::nullopt;
    return LegsApart{diameter->number(), gap ? gap->number() : 0, free_ends ? free_ends->number() : 0, {}};
}

/// Throws InputError if the legs have no motors. This is reported before any fault of the value.
void check_has_motors(const Value& max_torque, const AnyLegs& legs) {
    Load load;
    load.max_torque.emplace().fill(1);
    if (const auto problem = load_problem(load, legs)) max_torque.fail(problem->text);
}

/// Reads the force in N, or computes it as the weight of a given mass.
std::array<double, 3> read_force(const Section& load) {
    const auto mass = load.find("mass");
    if (!mass) return read_components(load, "force");
    const double mass_kg = mass->number();
    if (load.find("force"))
        mass->fail(
            fmt::format("cannot be combined with force; give one of them: the weight of {} kg is force: [0, 0, {}]",
                        mass_kg, significant(-standard_gravity * mass_kg, 7)));
    if (!(mass_kg > 0)) mass->fail(fmt::format("is {} kg; must be above 0", mass_kg));
    return {0, 0, -standard_gravity * mass_kg};
}

/// Reads the load, and the largest force or torque per leg.
std::optional<Load> read_load(const Places& legs, const std::optional<Value>& value, const AnyLegs& of_kind) {
    const auto max_force = found(legs, "max_force"), max_torque = found(legs, "max_torque");
    if (max_torque) check_has_motors(*max_torque, of_kind);
    for (const auto& most : {max_force, max_torque})
        if (most && !value)
            most->fail(
                "needs a load; give load: {mass: kg} or load: {force: [x, y, z] in N, torque: [x, y, z] in N m, at: "
                "[x, y, z]}");
    if (!value) return std::nullopt;
    const Section section(*value, {"mass", "force", "torque", "at"});
    if (!section.find("mass") && !section.find("force") && !section.find("torque"))
        section.fail(
            "has neither mass, force nor torque; give mass: in kg or force: [x, y, z] in N, torque: [x, y, z] in N m, "
            "or both");
    Load load{.force = read_force(section),
              .torque = read_components(section, "torque"),
              .at = read_components(section, "at")};
    if (max_force) load.max_force = read_per_leg(*max_force);
    if (max_torque) load.max_torque = read_per_leg(*max_torque);
    return load;
}

/// Reads the legs' stiffness and the least stiffness of the platform.
std::optional<Stiffness> read_stiffness(const Places& legs) {
    const auto of_legs = found(legs, "stiffness"), least = found(legs, "min_stiffness");
    if (least && !of_legs)
        least->fail("needs the stiffness of the legs; give stiffness in N/m, or for arms in N m/rad of the motor");
    if (!of_legs) return std::nullopt;
    Stiffness stiffness{read_per_leg(*of_legs)};
    if (!least) return stiffness;
    stiffness.least_n_per_m = least->number();
    if (!stiffness.limits()) least->fail(fmt::format("is {}; must be above 0 N/m", stiffness.least_n_per_m));
    return stiffness;
}

SingularityLimit read_singularity(const Value& value) {
    const Section section(value, {"avoid", "min_conditioning", "length"});
    SingularityLimit limit;
    const auto avoid = section.find("avoid"), least = section.find("min_conditioning"), length = section.find("length");
    if (avoid) limit.avoid = choice(*avoid, {"true", "false"}, "true or false") == "true";
    if (least) limit.min_conditioning = least->number();
    if (length) limit.length = length->number();
    const bool asks_for_nothing = !limit.avoid && limit.min_conditioning == 0 && !length;
    if (asks_for_nothing || (!avoid && !least && !length))
        section.fail("limits nothing; give avoid: true, min_conditioning or both, or leave it out");
    return limit;
}

}  // namespace

void read_shared_limits(const Section& root, MachineDescription& description) {
    const auto scan = root.find("scan");
    Places legs;
    if (scan) legs.push_back(*scan);
    legs.push_back(*root.find("legs"));
    const auto beside = [&](const char* key) {
        const auto value = scan ? scan->find_in_map(key) : std::nullopt;
        return value ? value : root.find(key);
    };
    description.legs_apart = read_apart(legs);
    description.load = read_load(legs, beside("load"), description.legs);
    description.stiffness = read_stiffness(legs);
    if (const auto singularity = beside("singularity")) description.singularity = read_singularity(*singularity);
}

std::vector<std::string_view> keys_of_shared_limits() {
    return {"diameter",  "gap",           "free_ends", "max_force",  "max_torque",
            "stiffness", "min_stiffness", "load",      "singularity"};
}

Plate read_plate(const Value& value) {
    const Section section(value, {"radius", "z"});
    return {section.require("radius", "must be the plate's radius").number(), {0, 0, number_or_zero(section, "z")}};
}

std::vector<KeptOut> read_keep_out(const Section& root) {
    const auto list = root.find("keep_out");
    if (!list) return {};
    std::vector<KeptOut> all;
    for (const Value& value : list->items("spheres and capsules")) {
        const Section section(value, {"sphere", "capsule", "radius"});
        const auto sphere = section.find("sphere"), capsule = section.find("capsule");
        if (sphere.has_value() == capsule.has_value())
            section.fail("must be {sphere: [x, y, z], radius: r} or {capsule: [[x, y, z], [x, y, z]], radius: r}");
        KeptOut& out = all.emplace_back();
        out.radius = section.require("radius", "must be a length").number();
        out.is_capsule = capsule.has_value();
        if (sphere) out.from = read_point(*sphere);
        if (!capsule) continue;
        const auto ends = capsule->items(2, "ends, each [x, y, z]");
        out.from = read_point(ends[0]);
        out.to = read_point(ends[1]);
    }
    if (all.size() > most_kept_out)
        list->fail(fmt::format("has {} spheres and capsules; at most {} are allowed", all.size(), most_kept_out));
    return all;
}

}  // namespace hexscan

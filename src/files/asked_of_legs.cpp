#include "src/files/asked_of_legs.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "src/files/machine_file.h"

namespace hexscan {
namespace {

Point3 read_point(const Value& value) {
    const Vector point = read_vector(value, "coordinates, [x, y, z]");
    return {point.x, point.y, point.z};
}

std::array<double, 3> read_components(const Value& value) {
    const Vector v = read_vector(value, "components, [x, y, z]");
    return {v.x, v.y, v.z};
}

void read_apart(const Value& legs, std::optional<LegsApart>& apart) {
    const auto diameter = legs.find_in_map("diameter"), gap = legs.find_in_map("gap"),
               free_ends = legs.find_in_map("free_ends");
    for (const auto& beside : {gap, free_ends})
        if (beside && !diameter && !apart)
            beside->fail("needs the legs' thickness; give diameter beside it, 0 for legs that are lines");
    if (!diameter && !gap && !free_ends) return;
    if (!apart) apart.emplace();
    if (diameter) apart->diameter = diameter->number();
    if (gap) apart->gap = gap->number();
    if (free_ends) apart->free_ends = free_ends->number();
}

/// What the platform carries.
void read_wrench(const Value& value, Load& load) {
    const Section section(value, {"force", "torque", "at"});
    const auto force = section.find("force"), torque = section.find("torque"), at = section.find("at");
    if (!force && !torque) section.fail("is none; give force: [x, y, z] in N, torque: [x, y, z] in N m, or both");
    load.force = force ? read_components(*force) : std::array<double, 3>{};
    load.torque = torque ? read_components(*torque) : std::array<double, 3>{};
    load.at = at ? read_components(*at) : std::array<double, 3>{};
}

/// And what the keys of the legs say that each may carry of it.
void read_load(const Value& legs, const std::optional<Value>& value, std::optional<Load>& load) {
    const auto max_force = legs.find_in_map("max_force"), max_torque = legs.find_in_map("max_torque");
    for (const auto& most : {max_force, max_torque})
        if (most && !value && !load)
            most->fail(
                "needs what the legs carry; give load: {force: [x, y, z] in N, torque: [x, y, z] in N m, at: "
                "[x, y, z]}");
    if (value) read_wrench(*value, load ? *load : load.emplace());
    if (max_force) load->max_force = read_per_leg(*max_force);
    if (max_torque) load->max_torque = read_per_leg(*max_torque);
}

SingularityLimit read_singularity(const Value& value) {
    const Section section(value, {"avoid", "min_conditioning", "length"});
    SingularityLimit limit;
    const auto avoid = section.find("avoid"), least = section.find("min_conditioning"), length = section.find("length");
    if (avoid) limit.avoid = choice(*avoid, {"true", "false"}, "true or false") == "true";
    if (least) limit.min_conditioning = least->number();
    if (length) limit.length = length->number();
    if ((!avoid && !least && !length) || (!limit.avoid && limit.min_conditioning == 0))
        section.fail("asks for nothing; give avoid: true, min_conditioning or both, or leave it out");
    return limit;
}

}  // namespace

void read_asked_of_legs(const Value& legs, const std::optional<Value>& load, const std::optional<Value>& singularity,
                        MachineDescription& description) {
    read_apart(legs, description.legs_apart);
    read_load(legs, load, description.load);
    if (singularity) description.singularity = read_singularity(*singularity);
}

void read_asked_in_scan(const Value& scan, MachineDescription& description) {
    read_asked_of_legs(scan, scan.find_in_map("load"), scan.find_in_map("singularity"), description);
}

std::vector<std::string_view> keys_asked_of_legs() {
    return {"diameter", "gap", "free_ends", "max_force", "max_torque", "load", "singularity"};
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
        list->fail(fmt::format("has {} spheres and capsules; at most {} are possible", all.size(), most_kept_out));
    return all;
}

}  // namespace hexscan

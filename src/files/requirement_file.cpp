#include "src/files/requirement_file.h"

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/files/machine_file.h"
#include "src/files/requirement_kind.h"

namespace hexscan {
namespace {

std::vector<std::string_view> known_keys() {
    std::vector<std::string_view> known{"name", "clearance"};
    for_each_key_of_legs([&](const auto& key) { known.push_back(key.key); });
    for (const RequirementKind& kind : requirement_kinds())
        for (const auto* const keys : {&kind.keys, &kind.further_keys})
            known.insert(known.end(), keys->begin(), keys->end());
    return known;
}

/// Text such as "requirements, each {name, x, y, z, roll, pitch, yaw} or {name, poses}".
std::string item_names() {
    std::vector<std::string> forms;
    for (const RequirementKind& kind : requirement_kinds())
        forms.push_back(fmt::format("{{name, {}}}", fmt::join(kind.keys, ", ")));
    return fmt::format("requirements, each {}", fmt::join(forms, " or "));
}

/// The kind to which the keys of a requirement belong.
const RequirementKind& kind_of(const Section& section) {
    const RequirementKind* asked = nullptr;
    std::vector<std::string_view> all_keys;
    std::string_view by;
    for (const RequirementKind& kind : requirement_kinds())
        for (const std::string_view key : kind.keys) {
            all_keys.push_back(key);
            const auto value = section.find(key);
            if (!value) continue;
            if (asked && asked != &kind)
                value->fail(fmt::format("cannot be combined with {}; a requirement is either {}", by,
                                        listed_requirement_kinds("or")));
            asked = &kind;
            by = key;
        }
    if (!asked) section.fail(fmt::format("has none of {}; give at least one of them", fmt::join(all_keys, ", ")));
    for (const RequirementKind& kind : requirement_kinds())
        for (const std::string_view key : kind.further_keys)
            if (const auto value = section.find(key); value && asked != &kind)
                value->fail(fmt::format("goes with {} only", fmt::join(kind.keys, ", ")));
    return *asked;
}

void read_number(const Value& value, Dimension dimension, const Units& units, std::optional<double>& number) {
    number = units.to_si(value.number(), dimension);
}

void read_number(const Value& value, Dimension, const Units&, std::optional<PerLeg>& numbers) {
    numbers = read_per_leg(value);
}

RequiredOfLegs read_of_legs(const Section& section, const Units& units, const Machine& machine) {
    RequiredOfLegs required;
    for_each_key_of_legs([&](const auto& key) {
        if (const auto value = section.find(key.key)) read_number(*value, key.dimension, units, required.*key.value);
    });
    if (const auto problem = required_problem(required, machine)) section.nearest(problem->key).fail(problem->text);
    return required;
}

Requirement read_requirement(const Value& value, std::size_t index, const PlatformDocument& document,
                             const Machine& machine, const std::shared_ptr<PoseFiles>& files) {
    const Section section(value, known_keys());
    Requirement requirement;
    const auto name = section.find("name");
    requirement.name = name ? name->text() : fmt::format("requirement {}", index + 1);
    if (const auto clearance = section.find("clearance"))
        requirement.clearance_m = document.units().length_m(*clearance);
    requirement.of_legs = read_of_legs(section, document.units().units(), machine);
    requirement.poses = kind_of(section).read(section, document, files);
    return at_home_of(machine, std::move(requirement));
}

}  // namespace

std::vector<Requirement> read_requirements(const PlatformDocument& document, const Machine& machine) {
    std::vector<Requirement> requirements;
    const auto list = document.root().find("requirements");
    if (!list) return requirements;
    const auto files = std::make_shared<PoseFiles>(machine.orientation_order);
    for (const Value& value : list->items(item_names()))
        requirements.push_back(read_requirement(value, requirements.size(), document, machine, files));
    share_poses(requirements);
    return requirements;
}

}  // namespace hexscan

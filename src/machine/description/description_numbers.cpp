#include "src/machine/description/description_numbers.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace hexscan {
namespace {

using Of = NumberPlace::Of;

/// Appends one number for each leg.
void append_per_leg(const std::string& key, Dimension dimension, NumberPlace first,
                    std::vector<DescriptionNumber>& numbers) {
    for (std::size_t i = 0; i < leg_count; ++i)
        numbers.push_back({fmt::format("{}[{}]", key, i), dimension, {first.of, first.of_base, i}, key});
}

/// Names of the parts of a pair and of a vector.
constexpr std::array<std::string_view, 2> end_names{"from", "to"};
constexpr std::array<std::string_view, 3> component_names{"x", "y", "z"};

std::string_view part_name(std::size_t part, std::size_t parts) {
    return parts == end_names.size() ? end_names.at(part) : component_names.at(part);
}

/// Appends keys such as "axis[2][0]" and "ranges[2][0][1]". The parts of one leg's axis are consecutive, and so are
/// those of its two ranges.
void append_universal(const std::string& side, bool is_base, std::vector<DescriptionNumber>& numbers) {
    const auto rows = UniversalJoints::numbers();
    for (const bool axis : {true, false})
        for (std::size_t leg = 0; leg < leg_count; ++leg)
            for (std::size_t row = 0; row < rows.size(); ++row) {
                if ((row < UniversalJoints::axis_parts) != axis) continue;
                const auto part = static_cast<std::size_t>(rows[row].part);
                const std::string key = fmt::format("{}.universal.{}", side, rows[row].key);
                const std::string place =
                    axis ? fmt::format("[{}]", part) : fmt::format("[{}][{}]", part / 2, part % 2);
                const std::string name =
                    axis ? std::string(component_names.at(part))
                         : fmt::format("{}.{}", part < 2 ? "fixed" : "carried", end_names.at(part % 2));
                numbers.push_back({fmt::format("{}[{}]{}", key, leg, place),
                                   rows[row].dimension,
                                   {Of::universal, is_base, row * leg_count + leg},
                                   fmt::format("{}.{}", key, name)});
            }
}

void append_side(const SideDescription& side, bool is_base, std::vector<DescriptionNumber>& numbers) {
    const std::string key = is_base ? "base" : "platform";
    if (side.pairs) {
        numbers.push_back({key + ".radius", Dimension::length, {Of::radius, is_base, 0}});
        numbers.push_back({key + ".spread", Dimension::angle, {Of::spread, is_base, 0}});
        numbers.push_back({key + ".azimuth", Dimension::angle, {Of::azimuth, is_base, 0}});
        numbers.push_back({key + ".height", Dimension::length, {Of::height, is_base, 0}});
    } else {
        for (std::size_t i = 0; i < 3 * leg_count; ++i)
            numbers.push_back(
                {fmt::format("{}.joints[{}][{}]", key, i / 3, i % 3), Dimension::length, {Of::joints, is_base, i}});
    }
    if (side.max_tilt) append_per_leg(key + ".max_tilt", Dimension::angle, {Of::max_tilt, is_base, 0}, numbers);
    if (side.max_misalignment)
        append_per_leg(key + ".max_misalignment", Dimension::angle, {Of::max_misalignment, is_base, 0}, numbers);
    if (side.universal) append_universal(key, is_base, numbers);
}

void append_legs(const AnyLegs& legs, std::vector<DescriptionNumber>& numbers) {
    std::visit(
        [&](const auto& of_kind) {
            const auto rows = of_kind.numbers();
            // All parts of a pair or a vector of one leg come before the next leg.
            for (std::size_t first = 0; first < rows.size(); first += static_cast<std::size_t>(rows[first].parts)) {
                if (!rows[first].is_given(of_kind)) continue;
                for (std::size_t leg = 0; leg < leg_count; ++leg)
                    for (std::size_t part = 0; part < static_cast<std::size_t>(rows[first].parts); ++part) {
                        const auto& row = rows[first + part];
                        const auto parts = static_cast<std::size_t>(row.parts);
                        numbers.push_back({parts > 1 ? fmt::format("legs.{}[{}][{}]", row.key, leg, part)
                                                     : fmt::format("legs.{}[{}]", row.key, leg),
                                           row.dimension,
                                           {Of::legs, false, (first + part) * leg_count + leg},
                                           parts > 1 ? fmt::format("legs.{}.{}", row.key, part_name(part, parts))
                                                     : fmt::format("legs.{}", row.key)});
                    }
            }
        },
        legs);
}

void append_tool(std::vector<DescriptionNumber>& numbers) {
    constexpr std::array keys{"tool.x", "tool.y", "tool.z"};
    for (std::size_t i = 0; i < keys.size(); ++i) numbers.push_back({keys[i], Dimension::length, {Of::tool, false, i}});
}

void append_home(std::vector<DescriptionNumber>& numbers) {
    constexpr std::array keys{"home.x", "home.y", "home.z", "home.roll", "home.pitch", "home.yaw"};
    for (std::size_t i = 0; i < keys.size(); ++i)
        numbers.push_back({keys[i], i < 3 ? Dimension::length : Dimension::angle, {Of::home, false, i}});
}

void append_apart(std::vector<DescriptionNumber>& numbers) {
    constexpr std::array keys{"legs.diameter", "legs.gap", "legs.free_ends"};
    for (std::size_t i = 0; i < keys.size(); ++i)
        numbers.push_back({keys[i], Dimension::length, {Of::legs_apart, false, i}});
}

void append_load(const Load& load, std::vector<DescriptionNumber>& numbers) {
    constexpr std::array keys{"load.force", "load.torque", "load.at"};
    constexpr std::array dimensions{Dimension::force, Dimension::torque, Dimension::length};
    for (std::size_t i = 0; i < 3 * keys.size(); ++i)
        numbers.push_back({fmt::format("{}[{}]", keys[i / 3], i % 3), dimensions[i / 3], {Of::load, false, i}});
    if (load.max_force) append_per_leg("legs.max_force", Dimension::force, {Of::max_force, false, 0}, numbers);
    if (load.max_torque) append_per_leg("legs.max_torque", Dimension::torque, {Of::max_torque, false, 0}, numbers);
}

void append_plate(const SideDescription& side, bool is_base, std::vector<DescriptionNumber>& numbers) {
    if (!side.plate) return;
    const std::string key = is_base ? "base.plate" : "platform.plate";
    numbers.push_back({key + ".radius", Dimension::length, {Of::plate, is_base, 0}});
    numbers.push_back({key + ".z", Dimension::length, {Of::plate, is_base, 1}});
}

constexpr std::size_t numbers_of_kept_out = 7;

void append_kept_out(const KeptOut& out, std::size_t k, std::vector<DescriptionNumber>& numbers) {
    const auto append = [&](const std::string& key, std::size_t index) {
        numbers.push_back({fmt::format("keep_out[{}].{}", k, key),
                           Dimension::length,
                           {Of::keep_out, false, numbers_of_kept_out * k + index}});
    };
    append("radius", 0);
    const std::string from = out.is_capsule ? "capsule[0]" : "sphere";
    for (std::size_t i = 0; i < 3; ++i) append(fmt::format("{}[{}]", from, i), 1 + i);
    if (!out.is_capsule) return;
    for (std::size_t i = 0; i < 3; ++i) append(fmt::format("capsule[1][{}]", i), 4 + i);
}

std::vector<DescriptionNumber> all_numbers(const MachineDescription& description) {
    std::vector<DescriptionNumber> numbers;
    append_side(description.base, true, numbers);
    append_side(description.platform, false, numbers);
    append_legs(description.legs, numbers);
    if (description.legs_apart) append_apart(numbers);
    append_plate(description.base, true, numbers);
    append_plate(description.platform, false, numbers);
    for (std::size_t k = 0; k < description.keep_out.size(); ++k) append_kept_out(description.keep_out[k], k, numbers);
    if (description.singularity)
        numbers.push_back({"singularity.min_conditioning", Dimension::number, {Of::min_conditioning, false, 0}});
    if (description.load) append_load(*description.load, numbers);
    if (description.stiffness) {
        append_per_leg("legs.stiffness", dimension_of_stiffness(description.legs), {Of::stiffness, false, 0}, numbers);
        numbers.push_back({"legs.min_stiffness", Dimension::stiffness, {Of::min_stiffness, false, 0}});
    }
    if (description.home) append_home(numbers);
    if (description.tool) append_tool(numbers);
    return numbers;
}

/// True if `key` is the full key itself or the key of a list that contains the number.
bool names(std::string_view key, std::string_view full_key) {
    return full_key.starts_with(key) && (full_key.size() == key.size() || full_key[key.size()] == '[');
}

double& home_number(HomeDescription& home, std::size_t index) {
    const std::array numbers{&home.x, &home.y, &home.z, &home.roll, &home.pitch, &home.yaw};
    return *numbers.at(index);
}

double& tool_number(ToolDescription& tool, std::size_t index) {
    return index == 0 ? tool.x : index == 1 ? tool.y : tool.z;
}

double& apart_number(LegsApart& apart, std::size_t index) {
    return index == 0 ? apart.diameter : index == 1 ? apart.gap : apart.free_ends;
}

double& load_number(Load& load, std::size_t index) {
    const std::array parts{&load.force, &load.torque, &load.at};
    return parts.at(index / 3)->at(index % 3);
}

double& kept_out_number(KeptOut& out, std::size_t index) {
    return index == 0 ? out.radius : index < 4 ? out.from.at(index - 1) : out.to.at(index - 4);
}

double& component(Vector& v, std::size_t index) { return index == 0 ? v.x : index == 1 ? v.y : v.z; }

double& leg_number(AnyLegs& legs, std::size_t index) {
    return std::visit(
        [&](auto& of_kind) -> double& {
            const auto& row = of_kind.numbers()[index / leg_count];
            return (of_kind.*row.values).at(index % leg_count);
        },
        legs);
}

}  // namespace

std::optional<std::size_t> leg_of_joint_value(const MachineDescription& description, const NumberPlace& place) {
    if (place.of != Of::legs) return std::nullopt;
    const bool bounds_it = std::visit(
        [&](const auto& legs) { return legs.numbers()[place.index / leg_count].of_joint_value; }, description.legs);
    return bounds_it ? std::optional(place.index % leg_count) : std::nullopt;
}

double& number_at(MachineDescription& description, const NumberPlace& place) {
    SideDescription& side = place.of_base ? description.base : description.platform;
    switch (place.of) {
        case Of::radius: return side.pairs.value().radius;
        case Of::spread: return side.pairs.value().spread;
        case Of::azimuth: return side.pairs.value().azimuth;
        case Of::height: return side.pairs.value().height;
        case Of::joints: return component(side.joints.at(place.index / 3), place.index % 3);
        case Of::max_tilt: return side.max_tilt.value().at(place.index);
        case Of::max_misalignment: return side.max_misalignment.value().at(place.index);
        case Of::universal:
            return (side.universal.value().*UniversalJoints::numbers()[place.index / leg_count].values)
                .at(place.index % leg_count);
        case Of::legs: return leg_number(description.legs, place.index);
        case Of::tool: return tool_number(description.tool.value(), place.index);
        case Of::legs_apart: return apart_number(description.legs_apart.value(), place.index);
        case Of::plate: return place.index == 0 ? side.plate.value().radius : side.plate.value().middle[2];
        case Of::keep_out:
            return kept_out_number(description.keep_out.at(place.index / numbers_of_kept_out),
                                   place.index % numbers_of_kept_out);
        case Of::min_conditioning: return description.singularity.value().min_conditioning;
        case Of::load: return load_number(description.load.value(), place.index);
        case Of::max_force: return description.load.value().max_force.value().at(place.index);
        case Of::max_torque: return description.load.value().max_torque.value().at(place.index);
        case Of::stiffness: return description.stiffness.value().of_legs.at(place.index);
        case Of::min_stiffness: return description.stiffness.value().least_n_per_m;
        case Of::home: break;
    }
    return home_number(description.home.value(), place.index);
}

std::vector<DescriptionNumber> numbers_of(const MachineDescription& description, std::string_view key) {
    std::vector<DescriptionNumber> named;
    if (key.empty()) return named;
    for (DescriptionNumber& number : all_numbers(description))
        if (names(key, number.key) || key == number.of_every_leg) named.push_back(std::move(number));
    return named;
}

std::vector<std::string> keys_of_every_leg(const std::vector<DescriptionNumber>& numbers) {
    std::vector<std::string> keys;
    for (const DescriptionNumber& number : numbers) {
        if (number.of_every_leg.empty()) return {};
        if (std::ranges::find(keys, number.of_every_leg) == keys.end()) keys.push_back(number.of_every_leg);
    }
    return keys;
}

bool may_be_the_same(const std::vector<DescriptionNumber>& numbers) {
    return numbers.size() == 1 || keys_of_every_leg(numbers).size() == 1;
}

std::vector<std::string> number_keys(const MachineDescription& description) {
    std::vector<std::string> keys;
    for (const DescriptionNumber& number : all_numbers(description)) {
        for (const std::string& key : {number.key.substr(0, number.key.find('[')), number.of_every_leg})
            if (!key.empty() && std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
    }
    return keys;
}

}  // namespace hexscan

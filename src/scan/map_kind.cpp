#include "src/scan/map_kind.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "src/scan/plan_fields.h"

namespace hexscan {

#define HEXSCAN_MAP(map) MapDefinition map##_map();
#include "src/scan/maps/maps.def"
#undef HEXSCAN_MAP

std::span<const MapKind> all_maps() {
    static constexpr std::array maps{
#define HEXSCAN_MAP(map) MapKind::map,
#include "src/scan/maps/maps.def"
#undef HEXSCAN_MAP
    };
    return maps;
}

const MapDefinition& definition_of(MapKind map) {
    static const std::array definitions{
#define HEXSCAN_MAP(kind) kind##_map(),
#include "src/scan/maps/maps.def"
#undef HEXSCAN_MAP
    };
    return definitions[static_cast<std::size_t>(map)];
}

bool is_lower_bound(MapKind map, const Machine& machine) {
    const MapDefinition& definition = definition_of(map);
    return definition.is_lower_bound && definition.is_lower_bound(machine);
}

std::string title_of(MapKind map, const Machine& machine) {
    return std::string(definition_of(map).title) + (is_lower_bound(map, machine) ? ", at least" : "");
}

double tolerance_of(MapKind map, const ScanPlan& plan) {
    const MapDefinition& definition = definition_of(map);
    return plan.has_shared_limits() ? std::max(definition.tolerance, definition.tolerance_with_shared_limits)
                                    : definition.tolerance;
}

std::string_view name_of(MapKind map) { return definition_of(map).name; }

std::string_view unit_of(MapKind map, const Machine& machine) {
    const MapDefinition& definition = definition_of(map);
    return definition.unit_of ? definition.unit_of(machine) : definition.unit;
}

std::string_view unit_of(MapKind map, const ScanPlan& plan) {
    const MapDefinition& definition = definition_of(map);
    return definition.unit_of ? definition.unit_of(plan.set->machine()) : definition.unit;
}

std::string unit_for_users(MapKind map, const Machine& machine) {
    const auto display_unit = definition_of(map).display_unit;
    const std::string_view unit = unit_of(map, machine);
    return unit.empty() && display_unit ? display_unit(machine) : std::string(unit);
}

std::string shown_unit(MapKind map, const Machine& machine) {
    const std::string unit = unit_for_users(map, machine);
    return unit.empty() && definition_of(map).in_percent ? "%" : unit;
}

std::optional<MapKind> map_kind(std::string_view name) {
    const auto maps = all_maps();
    const auto found = std::find_if(maps.begin(), maps.end(), [&](MapKind map) { return name_of(map) == name; });
    return found == maps.end() ? std::nullopt : std::optional(*found);
}

std::vector<std::string_view> map_names() {
    std::vector<std::string_view> names;
    for (const MapKind map : all_maps()) names.push_back(name_of(map));
    return names;
}

std::string listed_maps(std::string_view last_joint) {
    const std::vector<std::string_view> names = map_names();
    std::string list(names.front());
    for (std::size_t i = 1; i < names.size(); ++i)
        list += i + 1 == names.size() ? fmt::format(" {} {}", last_joint, names[i]) : fmt::format(", {}", names[i]);
    return list;
}

std::span<float> float_row(const ScanPlan& plan, MapKind map, int row, std::vector<SliceField>& fields) {
    const auto columns = static_cast<std::size_t>(plan.columns());
    return std::span(float_values(fields, map)).subspan(static_cast<std::size_t>(row) * columns, columns);
}

}  // namespace hexscan

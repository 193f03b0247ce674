#include "src/scan/plan_fields.h"

#include <algorithm>

#include "src/scan/map_kind.h"

namespace hexscan {
namespace {

template <class Number>
std::vector<Number>& values_of(std::vector<SliceField>& fields, MapKind map) {
    const auto field =
        std::find_if(fields.begin(), fields.end(), [&](const SliceField& f) { return f.name == name_of(map); });
    return std::get<std::vector<Number>>(field->values);
}

}  // namespace

std::int64_t field_bytes_per_slice(const ScanPlan& plan) {
    std::int64_t bytes = 0;
    for (const MapKind map : plan.maps) bytes += definition_of(map).is_codes ? 1 : 4;
    return bytes * plan.points_per_slice();
}

std::vector<SliceField> empty_fields(const ScanPlan& plan) {
    const auto points = static_cast<std::size_t>(plan.points_per_slice());
    std::vector<SliceField> fields;
    for (const MapKind map : all_maps()) {
        if (!plan.asks_for(map)) continue;
        const MapDefinition& definition = definition_of(map);
        SliceField field{std::string(definition.name), std::string(unit_of(map, plan)), {}};
        if (definition.is_codes)
            field.values = std::vector<std::uint8_t>(points);
        else
            field.values = std::vector<float>(points);
        fields.push_back(std::move(field));
    }
    return fields;
}

std::vector<float>& float_values(std::vector<SliceField>& fields, MapKind map) { return values_of<float>(fields, map); }
std::vector<std::uint8_t>& byte_values(std::vector<SliceField>& fields, MapKind map) {
    return values_of<std::uint8_t>(fields, map);
}

void put_tilts(const ScanPlan& plan, std::span<const std::uint8_t> rings, std::span<float> tilts) {
    std::ranges::transform(rings, tilts.begin(), [&](std::uint8_t n) { return tilt_of(*plan.set, n); });
}
void put_shares(const ScanPlan& plan, std::span<const std::int32_t> reached, std::span<float> shares) {
    std::ranges::transform(reached, shares.begin(), [&](std::int32_t n) { return share_of(n, plan.set->count()); });
}

}  // namespace hexscan

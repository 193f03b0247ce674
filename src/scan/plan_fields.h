#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/scan/field.h"
#include "src/scan/plan.h"

/// Creates and fills the fields of slices for a plan's maps.
namespace hexscan {

/// Bytes that all requested maps of a slice take when they are delivered.
std::int64_t field_bytes_per_slice(const ScanPlan& plan);

/// Fields of one slice with the names and units of the plan's maps, in the order of `all_maps()`, all values 0.
std::vector<SliceField> empty_fields(const ScanPlan& plan);

/// The values of the map's field. The plan must request the map.
std::vector<float>& float_values(std::vector<SliceField>& fields, MapKind map);
std::vector<std::uint8_t>& byte_values(std::vector<SliceField>& fields, MapKind map);

/// Sets the values of the tilt map from each point's number of reachable rings, or those of the share map from its
/// number of reachable orientations.
void put_tilts(const ScanPlan& plan, std::span<const std::uint8_t> rings, std::span<float> tilts);
void put_shares(const ScanPlan& plan, std::span<const std::int32_t> reached, std::span<float> shares);

}  // namespace hexscan

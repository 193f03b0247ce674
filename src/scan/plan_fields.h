#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/scan/field.h"
#include "src/scan/plan.h"

/// The fields of slices that a plan's maps ask for.
namespace hexscan {

/// Bytes of all maps that a plan asks for, per slice, as they are handed over.
std::int64_t field_bytes_per_slice(const ScanPlan& plan);

/// Fields of one slice with the names and units of the plan's maps, in the order of `all_maps()`, all values 0.
std::vector<SliceField> empty_fields(const ScanPlan& plan);

/// The values of the field of that map; the plan must ask for it.
std::vector<float>& float_values(std::vector<SliceField>& fields, MapKind map);
std::vector<std::uint8_t>& byte_values(std::vector<SliceField>& fields, MapKind map);

/// What the maps tilt and share hold where so many rings of a cone, or orientations of a set, are reachable.
void put_tilts(const ScanPlan& plan, std::span<const std::uint8_t> rings, std::span<float> tilts);
void put_shares(const ScanPlan& plan, std::span<const std::int32_t> reached, std::span<float> shares);

}  // namespace hexscan

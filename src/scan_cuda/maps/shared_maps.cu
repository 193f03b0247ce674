#include "src/scan_cuda/maps/shared_maps.h"

#include <algorithm>
#include <iterator>

#include "kernels/warp.h"
#include "src/scan/map_kind.h"
#include "src/scan_cuda/maps/shared_map_makers.h"

namespace hexscan {
namespace {

/// A map with kernels, and the function that makes it.
struct SharedMap {
    MapKind map;
    std::unique_ptr<SetMap> (*make)(const ScanPlan& plan);
};

constexpr SharedMap shared_maps[]{
    {MapKind::gap, make_gap_map},
    {MapKind::conditioning, make_conditioning_map},
    {MapKind::effort, make_effort_map},
    {MapKind::force, make_force_map},
    {MapKind::torque, make_torque_map},
    {MapKind::error, make_error_map},
    {MapKind::rate, make_rate_map},
    {MapKind::turn_rate, make_turn_rate_map},
    {MapKind::stiffness, make_stiffness_map},
    {MapKind::displacement, make_displacement_map},
};

/// The entry that makes a map. Returns null if the device has no kernel for this map of the plan. Each row is a block
/// along y of the launch, so the number of rows is limited.
const SharedMap* shared_map(const ScanPlan& plan, MapKind map) {
    const SharedMap* const found = std::ranges::find(shared_maps, map, &SharedMap::map);
    if (found == std::end(shared_maps) || plan.rows() > max_blocks_yz) return nullptr;
    return found;
}

}  // namespace

bool is_shared_map_of_device(const ScanPlan& plan, MapKind map) { return shared_map(plan, map) != nullptr; }

bool has_shared_maps(const ScanPlan& plan) {
    return std::ranges::all_of(plan.maps, [&](MapKind map) { return is_shared_map_of_device(plan, map); });
}

std::vector<std::unique_ptr<SetMap>> make_shared_maps(const ScanPlan& plan) {
    std::vector<std::unique_ptr<SetMap>> maps;
    for (const MapKind map : plan.maps)
        if (const SharedMap* const found = shared_map(plan, map)) maps.push_back(found->make(plan));
    return maps;
}

MemoryUse shared_map_bytes_per_slice(const ScanPlan& plan) {
    const auto maps = std::ranges::count_if(plan.maps, [&](MapKind map) { return is_shared_map_of_device(plan, map); });
    const MemoryUse each = figure_map_bytes_per_slice(plan);
    return {maps * each.host_bytes, maps * each.device_bytes};
}

}  // namespace hexscan

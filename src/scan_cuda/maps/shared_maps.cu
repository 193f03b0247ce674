#include "src/scan_cuda/maps/shared_maps.h"

#include <algorithm>
#include <iterator>

#include "kernels/warp.h"
#include "src/scan/map_kind.h"
#include "src/scan_cuda/maps/shared_map_makers.h"

namespace hexscan {
namespace {

/// Each row is a block along y of the launch, so the number of rows is limited.
bool has_few_rows(const ScanPlan& plan) { return plan.rows() <= max_blocks_yz; }

/// A map with kernels, and the functions for it. If two maps have the same function `make`, one call makes both.
struct SharedMap {
    MapKind map;
    std::unique_ptr<SetMap> (*make)(const ScanPlan& plan);
    bool (*supports)(const ScanPlan& plan) = has_few_rows;
    MemoryUse (*bytes_per_slice)(const ScanPlan& plan) = figure_map_bytes_per_slice;
};

constexpr SharedMap shared_maps[]{
    {MapKind::clearance, make_shared_clearance_map, has_shared_clearance_map, shared_clearance_bytes_per_slice},
    {MapKind::limit, make_shared_clearance_map, has_shared_clearance_map, shared_clearance_bytes_per_slice},
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

/// The entry that makes a map. Returns null if the device has no kernel for this map of the plan.
const SharedMap* shared_map(const ScanPlan& plan, MapKind map) {
    const SharedMap* const found = std::ranges::find(shared_maps, map, &SharedMap::map);
    return found != std::end(shared_maps) && found->supports(plan) ? found : nullptr;
}

/// Calls visit(entry) for each function that makes requested maps.
template <class Visit>
void for_each_maker(const ScanPlan& plan, Visit visit) {
    decltype(SharedMap::make) made = nullptr;
    for (const SharedMap& map : shared_maps) {
        if (!plan.asks_for(map.map) || map.make == made || !map.supports(plan)) continue;
        visit(map);
        made = map.make;
    }
}

}  // namespace

bool is_shared_map_of_device(const ScanPlan& plan, MapKind map) { return shared_map(plan, map) != nullptr; }

bool has_shared_maps(const ScanPlan& plan) {
    return std::ranges::all_of(plan.maps, [&](MapKind map) { return is_shared_map_of_device(plan, map); });
}

std::vector<std::unique_ptr<SetMap>> make_shared_maps(const ScanPlan& plan) {
    std::vector<std::unique_ptr<SetMap>> maps;
    for_each_maker(plan, [&](const SharedMap& map) { maps.push_back(map.make(plan)); });
    return maps;
}

MemoryUse shared_map_bytes_per_slice(const ScanPlan& plan) {
    MemoryUse all{0, 0};
    for_each_maker(plan, [&](const SharedMap& map) {
        const MemoryUse use = map.bytes_per_slice(plan);
        all.host_bytes += use.host_bytes;
        all.device_bytes += use.device_bytes;
    });
    return all;
}

}  // namespace hexscan

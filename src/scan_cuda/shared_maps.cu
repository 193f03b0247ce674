#include "src/scan_cuda/shared_maps.h"

#include <algorithm>

#include "src/scan/map_kind.h"
#include "src/scan_cuda/shared_map_makers.h"

namespace hexscan {

bool is_shared_map_of_device(const ScanPlan& plan, MapKind map) {
    // Blocks along y of one grid: a kernel takes a row each.
    constexpr int most_rows = 65535;
    if (!plan.is_single() || plan.rows() > most_rows || !definition_of(map).asks_the_machine) return false;
    if (!plan.set->machine().is_telescopic()) return false;
    switch (map) {
        case MapKind::gap: return has_gap_kernel(plan);
        case MapKind::conditioning:
        case MapKind::effort:
        case MapKind::force:
        case MapKind::error:
        case MapKind::rate:
        case MapKind::turn_rate: return true;
        default: return false;
    }
}

bool has_shared_maps(const ScanPlan& plan) {
    return std::ranges::all_of(plan.maps, [&](MapKind map) { return is_shared_map_of_device(plan, map); });
}

std::vector<std::unique_ptr<SetMap>> make_shared_maps(const ScanPlan& plan) {
    std::vector<std::unique_ptr<SetMap>> maps;
    for (const MapKind map : plan.maps) {
        if (!is_shared_map_of_device(plan, map)) continue;
        if (map == MapKind::gap) maps.push_back(make_gap_map(plan));
        if (map == MapKind::conditioning) maps.push_back(make_conditioning_map(plan));
        if (map == MapKind::effort) maps.push_back(make_effort_map(plan));
        if (map == MapKind::force) maps.push_back(make_force_map(plan));
        if (map == MapKind::error) maps.push_back(make_error_map(plan));
        if (map == MapKind::rate) maps.push_back(make_rate_map(plan));
        if (map == MapKind::turn_rate) maps.push_back(make_turn_rate_map(plan));
    }
    return maps;
}

MemoryUse shared_map_bytes_per_slice(const ScanPlan& plan) {
    const auto maps = std::ranges::count_if(plan.maps, [&](MapKind map) { return is_shared_map_of_device(plan, map); });
    const MemoryUse each = figure_map_bytes_per_slice(plan);
    return {maps * each.host_bytes, maps * each.device_bytes};
}

}  // namespace hexscan

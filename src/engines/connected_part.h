#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/engines/delivery.h"
#include "src/machine/rotation.h"

/// What of a workspace hangs together with home: what a machine gets to without leaving it, as far as grid points tell.
namespace hexscan {

/// Reachable grid points that are next to each other along x, y or z are of the same part.
struct ConnectedPart {
    Workspace runs;                         ///< of the part that has the reachable grid point nearest to home
    std::vector<std::int64_t> part_points;  ///< of all parts: of that one, then of the others, the largest first
};

/// `workspace` are all slices of the grid. Nothing is in it: no part.
ConnectedPart part_connected_with(const Vector& home_m, const Workspace& workspace, const ScanGrid& grid);

/// deliver(), but that consumers get that part alone; maps stay as they are. The whole workspace is scanned before the
/// first slice is handed over. Of a certified plan it is not asked.
Delivery deliver_connected(const Engine& engine, const ScanPlan& plan, const Vector& home_m,
                           std::span<Consumer* const> consumers, const DeliveryOptions& options, ConnectedPart& part);

}  // namespace hexscan

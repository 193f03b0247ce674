#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/engines/delivery.h"
#include "src/machine/rotation.h"

/// Finds the part of a workspace that is connected to home. As far as grid points can show, the machine can move from
/// home to every position of this part without leaving the workspace.
namespace hexscan {

/// Reachable grid points that are neighbours along x, y or z belong to the same part.
struct ConnectedPart {
    Workspace runs;                         ///< the runs of the part that contains the reachable grid point nearest to
                                            ///< home
    std::vector<std::int64_t> part_points;  ///< the number of points of that part, then of each other part, the largest
                                            ///< first
};

/// `workspace` has all slices of the grid. If it is empty, there is no part.
ConnectedPart part_connected_with(const Vector& home_m, const Workspace& workspace, const ScanGrid& grid);

/// Like deliver(), but consumers get only the connected part. Maps are unchanged. The whole workspace is scanned before
/// the first slice is delivered. The plan must not be certified.
Delivery deliver_connected(const Engine& engine, const ScanPlan& plan, const Vector& home_m,
                           std::span<Consumer* const> consumers, const DeliveryOptions& options, ConnectedPart& part);

}  // namespace hexscan

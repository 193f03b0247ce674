#pragma once

#include <optional>
#include <vector>

#include "hexscan/observer.h"
#include "src/base/effort.h"
#include "src/machine/finding.h"
#include "src/scan/platform.h"
#include "src/scan/searches/reach.h"

namespace hexscan {

/// What a look at all positions at the scan's orientation tells.
struct WorkspaceState {
    /// As exact as a search of so many steps tells; nothing: no position is reachable.
    std::optional<ReachableBox> reachable;
    /// empty-workspace, with the limits without which alone it would not be empty; grid-misses: what of the reachable
    /// box the scan's ranges leave out; and level-scan: home is turned, but the scan is not.
    std::vector<Finding> findings;
};
/// Tells `observer` of its steps.
WorkspaceState look_at_workspace(const Platform& platform, Observer& observer = nobody(), Effort effort = {});

/// The short form of everything, for standard error before a scan: faults and warnings, each a line; and whether the
/// home pose is outside the scan's grid, or the region that the scan asks of goes on beyond it.
std::vector<std::string> scan_warnings(const Platform& platform);

}  // namespace hexscan

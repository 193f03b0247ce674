#pragma once

#include <optional>
#include <vector>

#include "hexscan/observer.h"
#include "src/base/effort.h"
#include "src/machine/finding.h"
#include "src/scan/platform.h"
#include "src/scan/searches/reach.h"

namespace hexscan {

/// The result of a search over all positions at the scan's orientation.
struct WorkspaceState {
    /// The box of all reachable positions, as tight as the number of steps allows. Nullopt: no position is reachable.
    std::optional<ReachableBox> reachable;
    /// Findings with three possible codes. "empty-workspace" names the limits whose removal makes positions reachable.
    /// "grid-misses" names the part of the reachable box outside the scan's ranges. "level-scan" says that home is
    /// turned, but the scan is not.
    std::vector<Finding> findings;
};
/// Examines the workspace. Reports its steps to `observer`.
WorkspaceState examine_workspace(const Platform& platform, Observer& observer = silent_observer(), Effort effort = {});

/// The warnings before a scan, one line each. They cover faults and warnings of the machine and an empty workspace.
/// They also cover a home that is turned while the scan is not, a home outside the scan's grid, and a region of the
/// scan that continues beyond the grid.
std::vector<std::string> scan_warnings(const Platform& platform);

}  // namespace hexscan

#include "src/engines/axis_verdicts.h"

#include <algorithm>
#include <iterator>

#include "kernels/kinematics.h"
#include "src/engines/fastest_engine.h"
#include "src/engines/rod_engine.h"
#include "src/engines/set_engine.h"

namespace hexscan {
namespace {

std::vector<bool> verdicts_of(const Workspace& single_points) {
    std::vector<bool> verdicts;
    std::transform(single_points.begin(), single_points.end(), std::back_inserter(verdicts),
                   [](const WorkspaceSlice& slice) { return slice.reachable_points() > 0; });
    return verdicts;
}

}  // namespace

AxisVerdicts axis_verdicts(const ScanPlan& plan) {
    ScanPlan axis = plan;
    axis.x = axis.y = {0, 0, 0, 1, 0, 1};
    axis.maps.clear();
    if (axis.has_shared_limits()) return {verdicts_of(scan_on_host(axis)), {}};
    if (axis.has_rods()) {
        const ScanResult result = scan_rods(axis);
        return {verdicts_of(result.workspace), verdicts_of(result.proved)};
    }
    if (!axis.is_single()) {
        const ScanResult result = answer_on_cpu(axis);
        return {verdicts_of(result.workspace), verdicts_of(result.proved)};
    }
    AxisVerdicts verdicts;
    const ScanGeometry<double> geometry = axis.oriented().geometry;
    for (int slice = 0; slice < axis.slices(); ++slice)
        verdicts.reachable.push_back(exact_reachable(geometry, 0, 0, grid_coordinate(geometry.z, slice)));
    if (axis.is_certified()) verdicts.proved = verdicts.reachable;
    return verdicts;
}

}  // namespace hexscan

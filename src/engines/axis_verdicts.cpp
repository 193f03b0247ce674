#include "src/engines/axis_verdicts.h"

#include <algorithm>
#include <iterator>

#include "kernels/kinematics.h"
#include "src/engines/host_engines.h"

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
    if (!axis.is_plain()) {
        const ScanResult found = answer_on_host(axis);
        return {verdicts_of(found.workspace), verdicts_of(found.proved)};
    }
    AxisVerdicts verdicts;
    const ScanGeometry<double> geometry = axis.oriented().geometry;
    for (int slice = 0; slice < axis.slices(); ++slice)
        verdicts.reachable.push_back(exact_reachable(geometry, 0, 0, grid_coordinate(geometry.z, slice)));
    if (axis.is_certified()) verdicts.proved = verdicts.reachable;
    return verdicts;
}

}  // namespace hexscan

#include "kernels/sets/grid_cells.h"
#include "src/engines/connected_part.h"
#include "src/engines/fastest_engine.h"
#include "src/sweep/measure_kind.h"
#include "src/sweep/meters/machine_measures.h"

namespace hexscan {
namespace {

std::string connected_problem(const SweepFile& sweep, const Measure&) {
    if (!sweep.machine.home) return "needs home; give home in the machine file";
    return flat_grid_problem(sweep.scan);
}

double connected_figure(const Machine& machine, const ScanPlan& plan, const SweepFile&, const Measure&) {
    const ConnectedPart part = part_connected_with(machine.home->position_m, scan_on_host(plan), plan);
    CountedCells counted;
    int slice = 0;
    for (const WorkspaceSlice& runs : part.runs) counted.add(plan, slice++, runs);
    return volume_m3(counted.eighth_cells, plan);
}

}  // namespace

/// The volume of the part of the scan's workspace that is connected to home.
MeasureDefinition connected_volume_measure() {
    return {.name = "connected_volume",
            .column_unit = "_m3",
            .length_power = 3,
            .problem = connected_problem,
            .figure = connected_figure};
}

}  // namespace hexscan

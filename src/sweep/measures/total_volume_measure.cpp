#include "src/sweep/measure_kind.h"
#include "src/sweep/meters/machine_measures.h"

namespace hexscan {
namespace {

double total_volume_value(const MachineFigures& figures, const ScanRequest& scan) {
    return volume_m3(figures.total_eighth_cells, scan_grid(scan));
}

std::string total_volume_problem(const SweepFile& sweep, const Measure&) {
    if (std::string problem = flat_grid_problem(sweep.scan); !problem.empty()) return problem;
    if (!sweep.scan.orientations.is_single()) return "";
    return "needs a set of orientations; give one in the machine file's scan, with workspace: total";
}

}  // namespace

/// The volume of the total workspace of the scan's set of orientations.
MeasureDefinition total_volume_measure() {
    return {.name = "total_volume",
            .column_unit = "_m3",
            .length_power = 3,
            .problem = total_volume_problem,
            .value = total_volume_value};
}

}  // namespace hexscan

#include "src/sweep/measure_kind.h"
#include "src/sweep/meters/machine_measures.h"

namespace hexscan {
namespace {

double volume_value(const MachineFigures& figures, const ScanRequest& scan) {
    return volume_m3(figures.eighth_cells, scan_grid(scan));
}

std::string volume_problem(const SweepFile& sweep, const Measure&) { return flat_grid_problem(sweep.scan); }

}  // namespace

/// The volume of the scan's workspace, for its orientation or its set.
MeasureDefinition volume_measure() {
    return {
        .name = "volume", .column_unit = "_m3", .length_power = 3, .problem = volume_problem, .value = volume_value};
}

}  // namespace hexscan

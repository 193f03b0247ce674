#include "src/engines/connected_part.h"
#include "src/engines/fastest_engine.h"
#include "src/sweep/measure_kind.h"

namespace hexscan {
namespace {

std::string parts_problem(const SweepFile& sweep, const Measure&) {
    return sweep.machine.home ? "" : "needs home; give home in the machine file";
}

double parts_figure(const Machine& machine, const ScanPlan& plan, const SweepFile&, const Measure&) {
    return static_cast<double>(
        part_connected_with(machine.home->position_m, scan_on_host(plan), plan).part_points.size());
}

}  // namespace

/// The number of connected parts of the scan's workspace.
MeasureDefinition parts_measure() {
    return {.name = "parts", .less_is_better = true, .problem = parts_problem, .figure = parts_figure};
}

}  // namespace hexscan

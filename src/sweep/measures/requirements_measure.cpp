#include "src/sweep/measure_kind.h"
#include "src/sweep/meters/machine_measures.h"

namespace hexscan {
namespace {

void set_requirements_met(const Machine& machine, const ScanPlan&, const SweepFile& sweep, MachineFigures& figures) {
    const auto [met, gave_up] = requirements_met(machine, sweep.requirements, sweep.effort);
    figures.requirements_met = met;
    figures.requirements_gave_up = gave_up ? 1 : 0;
}

double requirements_value(const MachineFigures& figures, const ScanRequest&) { return figures.requirements_met; }

std::string requirements_problem(const SweepFile& sweep, const Measure&) {
    return sweep.requirements.empty() ? "needs requirements; the machine file has none" : "";
}

}  // namespace

/// The number of proved requirements of the machine file.
MeasureDefinition requirements_measure() {
    return {.name = "requirements",
            .column_unit = "_met",
            .problem = requirements_problem,
            .set = set_requirements_met,
            .value = requirements_value,
            .gave_up = &MachineFigures::requirements_gave_up};
}

}  // namespace hexscan

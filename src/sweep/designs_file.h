#pragma once

#include <filesystem>

#include "src/sweep/meters/measured_machines.h"
#include "src/sweep/report/pareto_front.h"

namespace hexscan {

/// Whether machines are compared with each other: not where each is one of many samples of the same design.
inline bool has_front(const SweepFile& sweep) { return sweep.samples_per_design() == 1; }

/// "base.radius_mm": a varied number's column, in the file's unit.
std::string column_of(const VariedNumber& number, const Units& units);
/// A measure's column, in quotes where a requirement's name needs them.
std::string csv_column(const Measure& measure);

/// designs.csv: one line per machine, in order: its number, what was varied, whether it is a machine, whether the grid
/// cuts its workspace off (where the volume is measured), the measures, whether it is on the front, and the reason
/// where it is none. Throws OutputError.
void write_designs(const MeasuredMachines& machines, const ParetoFront& front, const std::filesystem::path& file);

}  // namespace hexscan

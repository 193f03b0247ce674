#pragma once

#include <filesystem>

#include "src/sweep/meters/measured_machines.h"
#include "src/sweep/report/pareto_front.h"

namespace hexscan {

/// True if the machines of a sweep are compared with each other. They are not compared if each is a sample of the same
/// design.
inline bool has_front(const SweepFile& sweep) { return sweep.samples_per_design() == 1; }

/// The column of a varied number with the file's unit, such as "base.radius_mm".
std::string column_of(const VariedNumber& number, const Units& units);
/// A measure's column. It is quoted if a requirement's name needs that.
std::string csv_column(const Measure& measure);

/// Writes designs.csv with one line per machine, in order. A line has the machine's number, its varied numbers, whether
/// it can be built, and whether the grid cuts off its workspace. Then follow its measures, whether it is on the front,
/// and the reason if it cannot be built. The cut-off is empty if the volume is not measured. Throws OutputError.
void write_designs(const MeasuredMachines& machines, const ParetoFront& front, const std::filesystem::path& file);

}  // namespace hexscan

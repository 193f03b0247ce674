#pragma once

#include <filesystem>

#include "src/sweep/meters/measured_machines.h"
#include "src/sweep/report/pareto_front.h"

namespace hexscan {

/// True if machines are compared with each other. They are not if each is one of several samples of the same design.
inline bool has_front(const SweepFile& sweep) { return sweep.samples_per_design() == 1; }

/// The column of a varied number with the file's unit, such as "base.radius_mm".
std::string column_of(const VariedNumber& number, const Units& units);
/// A measure's column. It is quoted if a requirement's name needs that.
std::string csv_column(const Measure& measure);

/// Writes designs.csv with one line per machine, in order. Its columns are the number, the varied numbers, whether it
/// is a machine and whether the grid cuts off its workspace. The measures follow, then whether it is on the front, and
/// the reason if it is no machine. Cut-off is empty if the volume is not measured. Throws OutputError.
void write_designs(const MeasuredMachines& machines, const ParetoFront& front, const std::filesystem::path& file);

}  // namespace hexscan

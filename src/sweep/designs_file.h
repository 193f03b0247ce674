#pragma once

#include <filesystem>

#include "src/sweep/meters/measured_machines.h"
#include "src/sweep/report/pareto_front.h"

namespace hexscan {

/// True if a sweep builds each design once and so can compare its machines. With several samples of a design, chance
/// would decide.
inline bool has_front(const SweepFile& sweep) { return sweep.samples_per_design() == 1; }

/// The column name of a varied number, with the file's unit, such as "base.radius_mm".
std::string column_of(const VariedNumber& number, const Units& units);
/// The column name of a measure. It is quoted if the name of a requirement in it requires quotes.
std::string csv_column(const Measure& measure);

/// Writes designs.csv with one line per machine, in order. A line has the machine's number, its design if designs are
/// built several times, its varied numbers, whether it can be built, and whether the grid cuts off its workspace. Then
/// follow its measures, whether it is on the front, why it cannot be built, and the measures whose searches gave up.
/// The field about the grid is empty if the machine cannot be built or no volume is measured. Throws OutputError.
void write_designs(const MeasuredMachines& machines, const ParetoFront& front, const std::filesystem::path& file);

}  // namespace hexscan

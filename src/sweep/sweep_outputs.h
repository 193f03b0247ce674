#pragma once

#include "src/results/output_folder.h"
#include "src/sweep/report/sweep_report.h"

namespace hexscan {

/// The outputs of a sweep in addition to its tables.
struct SweepOutputs {
    bool page = true;    ///< index.html
    bool images = true;  ///< images of the machines' common reach
};

/// Throws OutputError if a file that the sweep may write, now or later, belongs to the user or another command.
void require_free_for_sweep(const SweepFile& sweep, const SweepOutputs& wanted, const OutputFolder& folder);

/// Removes the results of an earlier run of the same sweep. Announces those files that this run is already known to
/// write. Throws OutputError if a file of the user or of another command has one of these names.
void begin_sweep(const SweepFile& sweep, const SweepOutputs& wanted, OutputFolder& folder);

/// Writes all results of a finished sweep into its folder and replaces the results of an earlier run. The record
/// sweep.json is removed first and written last. `reach` has the counts of count_reach(), or is null if the sweep has
/// none. Adds the common reach to `results`. Throws OutputError.
void write_sweep(const MeasuredMachines& machines, const BlockFile* reach, const SweepOutputs& wanted,
                 const SweepRun& run, OutputFolder& folder, SweepResults& results);

}  // namespace hexscan

#pragma once

#include "src/results/output_folder.h"
#include "src/sweep/report/sweep_report.h"

namespace hexscan {

/// What a sweep writes beside its tables.
struct SweepOutputs {
    bool page = true;    ///< index.html
    bool images = true;  ///< of the machines' common reach
};

/// Throws OutputError where a file that the sweep may write, now or once its machines are measured, is somebody else's.
void require_free_for_sweep(const SweepFile& sweep, const SweepOutputs& wanted, const OutputFolder& folder);

/// Removes what an earlier run of the same sweep left and announces what this one will write, as far as it is known
/// before machines are measured. A file of somebody else's in the way is an OutputError.
void begin_sweep(const SweepFile& sweep, const SweepOutputs& wanted, OutputFolder& folder);

/// Writes everything that a finished sweep leaves into its folder, in place of what an earlier run of the same sweep
/// left: the record sweep.json goes first and comes last. `reach` holds the counts where the sweep has them. Puts the
/// common reach into `results`. Throws OutputError.
void write_sweep(const MeasuredMachines& machines, const BlockFile* reach, const SweepOutputs& wanted,
                 const SweepRun& run, OutputFolder& folder, SweepResults& results);

}  // namespace hexscan

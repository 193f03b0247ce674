#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "hexscan/observer.h"
#include "src/ranks/ranks.h"
#include "src/sweep/sweep_outputs.h"
#include "src/sweep/sweep_run.h"

namespace hexscan {

/// A sweep, and what a rank measures it with. The sweep's scan ranges must all be set (close_sweep()).
struct SweepWork {
    const SweepFile& sweep;
    Meters meters;  ///< measure the machines on this rank's devices
    Ranks& ranks;
    std::vector<std::string> devices;       ///< names on all ranks, see SweepRun
    std::vector<std::string> command_line;  ///< for the record
};

/// The folder for results, and the options for its files.
struct SweepPlace {
    std::filesystem::path folder;
    SweepOutputs wanted;
    bool restart = false;
};

/// The result of a sweep.
struct SweptFolder {
    std::filesystem::path folder;
    std::int64_t measured = 0;                                 ///< machines measured in this run
    std::vector<std::pair<std::string, std::string>> summary;  ///< label and text
};

/// Measures a sweep and writes its results. Does the part of rank 0. Keeps what an earlier run measured, measures the
/// rest together with the other ranks, and writes the results. Throws UsageError if the folder holds another sweep.
/// Also throws OutputError and the errors of meters.
SweptFolder sweep_into(const SweepPlace& place, const SweepWork& work, Observer& observer);

/// Does the part of every other rank in sweep_into().
void sweep_with_first_rank(const SweepWork& work);

/// Reads a sweep from a file. Informs the user about the ranges that were found, and warns if the machine is probably
/// not what the user intended. Every rank calls it.
SweepFile opened_sweep(const std::filesystem::path& file, Effort effort, Ranks& ranks, Observer& observer);

/// Two meters for each CUDA device: while the device works for one meter, the other prepares its machines. The result
/// is empty if there are no devices, or if devices cannot measure the sweep.
std::vector<std::unique_ptr<Meter>> device_meters(const SweepFile& sweep, const Designs& designs,
                                                  const std::vector<int>& devices);
/// One meter per core of the host. A block of the sweep can have fewer machines than the host has cores. So several
/// blocks are measured at once, which keeps all cores busy.
std::vector<std::unique_ptr<Meter>> host_meters(const SweepFile& sweep, const Designs& designs);

/// This host and the names of its rank's meters, such as "HOST: cpu".
std::string device_names(Meters meters, const Ranks& ranks);

}  // namespace hexscan

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

/// A sweep with the file that it was read from closed, measured on some meters into a folder.
struct SweepWork {
    const SweepFile& sweep;
    Meters meters;
    Ranks& ranks;
    std::vector<std::string> devices;       ///< of all ranks, see SweepRun
    std::vector<std::string> command_line;  ///< for the record
};

/// Where and how it is left.
struct SweepPlace {
    std::filesystem::path folder;
    SweepOutputs wanted;
    bool restart = false;
};

/// What a sweep came to.
struct SweptFolder {
    std::filesystem::path folder;
    std::int64_t measured = 0;                                 ///< machines, in this run
    std::vector<std::pair<std::string, std::string>> summary;  ///< label and text
};

/// Rank 0's part: keeps what was measured, measures the rest with the other ranks and writes the results. Throws
/// UsageError where another sweep was begun in the folder, OutputError, what meters throw.
SweptFolder sweep_into(const SweepPlace& place, const SweepWork& work, Observer& observer);

/// Every other rank's part.
void sweep_with_first_rank(const SweepWork& work);

/// The sweep of a file, told what should be known of it: ranges found, a machine that cannot be right. Every rank calls
/// it.
SweepFile opened_sweep(const std::filesystem::path& file, Effort effort, Ranks& ranks, Observer& observer);

/// Two meters for each CUDA device, so that one prepares machines while the other one's are on the device; none of no
/// device.
std::vector<std::unique_ptr<Meter>> device_meters(const SweepFile& sweep, const Designs& designs,
                                                  const std::vector<int>& devices);
/// As many as the host has cores: a block may have fewer machines than that, and several are measured side by side.
std::vector<std::unique_ptr<Meter>> host_meters(const SweepFile& sweep, const Designs& designs);

/// "HOST: cpu", or this rank's CUDA devices.
std::string device_names(Meters meters, const Ranks& ranks);

}  // namespace hexscan

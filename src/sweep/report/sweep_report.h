#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "src/results/output_folder.h"
#include "src/sweep/designs_file.h"
#include "src/sweep/report/nearest_machine.h"
#include "src/sweep/report/tolerance_results.h"

namespace hexscan {

/// The facts about a sweep that differ from run to run.
struct SweepRun {
    std::vector<std::string> command_line;
    std::vector<std::string> devices;  ///< Devices of all ranks, such as "HOST: cpu".
    std::int64_t measured = 0;         ///< Machines measured in this run; an earlier run may have measured others.
    double seconds = 0;                ///< Time to measure them.
};

/// The workspace that a share of at least reach_share of the machines reaches.
struct CommonReach {
    std::int64_t points = 0;
    double volume_m3 = 0;
    nlohmann::json slice{};  ///< the middle slice with its share map, for the page
};

/// The results of a finished sweep, for files and summaries.
struct SweepResults {
    /// The numbers of machines that can be built, that the grid cuts off, and that are on the front.
    std::int64_t valid = 0, cut_off = 0, on_front = 0;
    std::vector<std::int64_t> gave_up;  ///< For each measure, the number of machines whose search for it ended early.
    bool reaches_nothing = false;       ///< True if volumes are measured and all are 0.
    ParetoFront front;                  ///< Empty if machines are not compared.
    std::vector<std::int64_t> best;     ///< Machines of the front, by the first objective, best first.
    std::vector<bool> best_cut_off;     ///< True for each machine in `best` whose workspace the grid cuts off.
    std::int64_t tied = 0;              ///< Number of machines of the front that equal the best one in the first
                                        ///< objective.
    std::optional<MeetsAll> meets_all;  ///< Nothing unless requirements are measured.
    std::int64_t front_meets_all = 0;   ///< Number of machines of the front that meet every requirement, if
                                        ///< requirements are measured.
    std::optional<ToleranceResults> tolerance;
    std::optional<CommonReach> reach;
};

/// The largest number of machines of the front for which a machine file is written.
inline constexpr std::size_t most_best = 20;

/// Computes the results of a sweep from the figures of all machines.
SweepResults sum_up(const MeasuredMachines& machines);

/// The names of a sweep's machine files. Every machine has a name, but only the files of the best machines are written.
AnnouncedFiles design_files(const SweepFile& sweep);
/// The name of a machine's file, such as "design_000017.yaml".
std::string design_file_name(const SweepFile& sweep, std::int64_t machine);

/// The content of sweep.json.
nlohmann::json sweep_json(const MeasuredMachines& machines, const SweepResults& results, const SweepRun& run);

/// The summary for people, as lines of label and text.
std::vector<std::pair<std::string, std::string>> sweep_summary(const MeasuredMachines& machines,
                                                               const SweepResults& results, const SweepRun& run);

}  // namespace hexscan

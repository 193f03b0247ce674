#include "src/sweep/sweep_folder.h"

#include <memory>
#include <optional>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/machine/machine_diagnosis.h"
#include "src/results/output_folder.h"
#include "src/scan/searches/found_ranges.h"
#include "src/sweep/sweep_file/sweep_identity.h"
#include "src/sweep/sweep_on_ranks.h"
#include "src/system/atomic_file.h"
#include "src/system/stopwatch.h"
#include "src/system/threads.h"

namespace hexscan {
namespace {

constexpr const char* machines_file = "sweep.blocks";
constexpr const char* reach_file = "reach.blocks";

/// Keeps the earlier work in the folder, or removes it if the sweep restarts. Throws UsageError if the work belongs to
/// another sweep, and OutputError if a file is not hexscan's. If it throws, nothing was removed.
void keep_or_remove_work(const SweepFile& sweep, const std::filesystem::path& folder, bool restart) {
    require_blocks_or_nothing(folder / machines_file);
    if (sweep.is_of_one_design()) require_blocks_or_nothing(folder / reach_file);
    for (const char* const name : {machines_file, reach_file}) {
        const std::filesystem::path file = folder / name;
        const auto identity = identity_in(file);
        std::error_code error;
        if (restart ? !std::filesystem::exists(file, error) : !identity || *identity == sweep.identity) continue;
        if (!restart)
            throw UsageError(fmt::format("{} is not the sweep that was started in {}: {}; restart to remove those "
                                         "results, or choose another folder",
                                         escaped(sweep.sweep_source), escaped(folder.string()),
                                         difference_of(*identity, sweep.identity)),
                             of_folder());
        if (!std::filesystem::remove(file, error))
            throw output_error(fmt::format("cannot remove {}", escaped(file.string())), error.value());
    }
}

}  // namespace

SweptFolder sweep_into(const SweepPlace& place, const SweepWork& work, Observer& observer) {
    const auto& [sweep, meters, ranks, devices, command_line] = work;
    OutputFolder folder(place.folder, "sweep", observer);
    require_free_for_sweep(sweep, place.wanted, folder);
    keep_or_remove_work(sweep, folder.path(), place.restart);
    const Designs designs(sweep);
    const MachineBlocks blocks(sweep);
    BlockFile measured(folder.path() / machines_file, sweep.identity, blocks.count(), blocks.bytes());
    // The file is opened before measuring, so that a file that cannot be written is reported at once.
    std::unique_ptr<BlockFile> reach;
    if (sweep.is_of_one_design())
        reach = std::make_unique<BlockFile>(folder.path() / reach_file, sweep.identity, sweep.scan.z.count,
                                            reach_bytes(sweep));
    std::int64_t missing = 0;
    for (std::int64_t b = 0; b < blocks.count(); ++b) missing += measured.has(b) ? 0 : blocks.size(b);
    if (measured.finished() > 0)
        observer.note(fmt::format("continues an earlier run: {} of {} machines are already measured",
                                  sweep.machines() - missing, sweep.machines()));
    begin_sweep(sweep, place.wanted, folder);
    const Stopwatch watch;
    measure_machines(sweep, meters, ranks, &measured, observer);
    const SweepRun run{command_line, devices, missing, watch.seconds()};
    if (reach) count_reach(sweep, meters, ranks, reach.get(), observer);
    const MeasuredMachines machines(sweep, designs, measured);
    SweepResults results = sum_up(machines);
    write_sweep(machines, reach.get(), place.wanted, run, folder, results);
    if (results.valid == 0)
        observer.warn(
            fmt::format("no machine of the sweep can be built (machine 0: {}); designs.csv gives the reason for each",
                        designs.build_problem(0)));
    if (results.reaches_nothing)
        observer.warn(
            "no machine of the sweep reaches a point of the grid; check the machine file to see where its machine can "
            "reach");
    if (results.cut_off > 0)
        observer.warn(fmt::format(
            "{} of {} machines reach the border of the grid, which cuts their workspaces off; give x, y and z "
            "wider ranges under scan",
            results.cut_off, sweep.machines()));
    return {folder.path(), missing, sweep_summary(machines, results, run)};
}

void sweep_with_first_rank(const SweepWork& work) {
    measure_machines(work.sweep, work.meters, work.ranks, nullptr, silent_observer());
    if (work.sweep.is_of_one_design()) count_reach(work.sweep, work.meters, work.ranks, nullptr, silent_observer());
}

SweepFile opened_sweep(const std::filesystem::path& file, Effort effort, Ranks& ranks, Observer& observer) {
    std::string found;
    SweepFile sweep = sweep_of_ranks(file, effort, ranks, found);
    if (ranks.rank() != 0) return sweep;
    if (!found.empty()) {
        observer.note(fmt::format("ranges found from the machines: {}", found));
        if (const std::string warning = both_sides_warning({build_machine(sweep.machine), sweep.scan});
            !warning.empty())
            observer.warn(warning);
    }
    for (const Finding& finding : machine_findings(build_machine(sweep.machine)))
        if (finding.code == "singular-everywhere" || finding.code == "unlikely-size")
            observer.warn("the sweep's machine: " + finding.text);
    return sweep;
}

std::vector<std::unique_ptr<Meter>> device_meters(const SweepFile& sweep, const Designs& designs,
                                                  const std::vector<int>& devices) {
    std::vector<std::unique_ptr<Meter>> meters;
    if (!devices_measure(sweep)) return meters;
    for (const int index : devices)
        for (int i = 0; i < 2; ++i) meters.push_back(make_cuda_meter(sweep, designs, index));
    return meters;
}

std::vector<std::unique_ptr<Meter>> host_meters(const SweepFile& sweep, const Designs& designs) {
    return make_host_meters(sweep, designs, computing_threads());
}

std::string device_names(Meters meters, const Ranks& ranks) {
    std::vector<std::string> names;
    for (const auto& meter : meters)
        if (names.empty() || names.back() != meter->name()) names.push_back(meter->name());
    return fmt::format("{}: {}", ranks.host(), joined(names, " and "));
}

}  // namespace hexscan

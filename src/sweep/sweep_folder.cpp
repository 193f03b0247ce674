#include "src/sweep/sweep_folder.h"

#include <memory>
#include <optional>

#include <fmt/format.h>
#include <tbb/task_arena.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/machine/machine_diagnosis.h"
#include "src/results/output_folder.h"
#include "src/scan/searches/found_ranges.h"
#include "src/sweep/study_on_ranks.h"
#include "src/sweep/sweep_file/study_identity.h"
#include "src/system/atomic_file.h"
#include "src/system/stopwatch.h"

namespace hexscan {
namespace {

constexpr const char* machines_file = "sweep.blocks";
constexpr const char* reach_file = "reach.blocks";

/// Removes the work that is in the folder where it is to be begun anew. Throws UsageError where it is another study's,
/// and OutputError, with nothing removed, where it is not hexscan's.
void keep_or_remove_work(const SweepStudy& study, const std::filesystem::path& folder, bool restart) {
    require_blocks_or_nothing(folder / machines_file);
    if (study.is_of_one_design()) require_blocks_or_nothing(folder / reach_file);
    for (const char* const name : {machines_file, reach_file}) {
        const std::filesystem::path file = folder / name;
        const auto identity = identity_in(file);
        if (!identity || (!restart && *identity == study.identity)) continue;
        if (!restart)
            throw UsageError(fmt::format(
                "{} is another study than the one that was begun in {}: {}; --restart removes what that one left and "
                "begins anew, --output names another folder",
                escaped(study.study_source), escaped(folder.string()), difference_of(*identity, study.identity)));
        std::error_code error;
        if (!std::filesystem::remove(file, error))
            throw OutputError(output_problem(fmt::format("cannot remove {}", escaped(file.string())), error.value()));
    }
}

}  // namespace

SweptFolder sweep_into(const SweepPlace& place, const SweepWork& work, Observer& observer) {
    const auto& [study, meters, ranks, devices, command_line] = work;
    OutputFolder folder(place.folder, "sweep", observer);
    require_free_for_sweep(study, place.wanted, folder);
    keep_or_remove_work(study, folder.path(), place.restart);
    const Designs designs(study);
    const MachineBlocks blocks(study);
    BlockFile measured(folder.path() / machines_file, study.identity, blocks.count(), blocks.bytes());
    // Opened before anything is measured: what keeps it from being written shows now.
    std::unique_ptr<BlockFile> reach;
    if (study.is_of_one_design())
        reach = std::make_unique<BlockFile>(folder.path() / reach_file, study.identity, study.scan.z.count,
                                            reach_bytes(study));
    std::int64_t missing = 0;
    for (std::int64_t b = 0; b < blocks.count(); ++b) missing += measured.has(b) ? 0 : blocks.size(b);
    if (measured.finished() > 0)
        observer.note(fmt::format("goes on where an earlier run ended: {} of {} machines are measured",
                                  study.machines() - missing, study.machines()));
    begin_sweep(study, place.wanted, folder);
    const Stopwatch watch;
    measure_machines(study, meters, ranks, &measured, observer);
    const SweepRun run{command_line, devices, missing, watch.seconds()};
    if (reach) count_reach(study, meters, ranks, reach.get(), observer);
    const MeasuredMachines machines(study, designs, measured);
    SweepResults results = sum_up(machines);
    write_sweep(machines, reach.get(), place.wanted, run, folder, results);
    if (results.valid == 0)
        observer.warn(
            fmt::format("no machine of the study can be built, the first because {}; designs.csv says why of each",
                        designs.why_none(0)));
    if (results.reaches_nothing)
        observer.warn(
            "no machine of the study reaches a point of the grid; hexscan check tells where a machine reaches "
            "anything");
    if (results.cut_off > 0)
        observer.warn(fmt::format(
            "{} of {} machines reach the border of the grid, which cuts their workspaces off; give x, y and z "
            "wider ranges",
            results.cut_off, study.machines()));
    return {folder.path(), missing, sweep_summary(machines, results, run)};
}

void sweep_with_first_rank(const SweepWork& work) {
    measure_machines(work.study, work.meters, work.ranks, nullptr, nobody());
    if (work.study.is_of_one_design()) count_reach(work.study, work.meters, work.ranks, nullptr, nobody());
}

SweepStudy opened_study(const std::filesystem::path& file, Ranks& ranks, Observer& observer) {
    std::string found;
    SweepStudy study = study_of_ranks(file, ranks, found);
    if (ranks.rank() != 0) return study;
    if (!found.empty()) {
        observer.note(fmt::format("ranges found from the machines: {}", found));
        if (const std::string warning = both_sides_warning({build_machine(study.machine), study.scan});
            !warning.empty())
            observer.warn(warning);
    }
    for (const Finding& finding : machine_findings(build_machine(study.machine)))
        if (finding.code == "singular-everywhere" || finding.code == "unlikely-size")
            observer.warn("the study's machine: " + finding.text);
    return study;
}

std::vector<std::unique_ptr<Meter>> device_meters(const SweepStudy& study, const Designs& designs,
                                                  const std::vector<int>& devices) {
    std::vector<std::unique_ptr<Meter>> meters;
    if (!devices_measure(study)) return meters;
    for (const int index : devices)
        for (int i = 0; i < 2; ++i) meters.push_back(make_cuda_meter(study, designs, index));
    return meters;
}

std::vector<std::unique_ptr<Meter>> host_meters(const SweepStudy& study, const Designs& designs) {
    std::vector<std::unique_ptr<Meter>> meters;
    for (int i = 0; i < tbb::this_task_arena::max_concurrency(); ++i) meters.push_back(make_host_meter(study, designs));
    return meters;
}

std::string device_names(Meters meters, const Ranks& ranks) {
    std::vector<std::string> names;
    for (const auto& meter : meters)
        if (names.empty() || names.back() != meter->name()) names.push_back(meter->name());
    return fmt::format("{}: {}", ranks.host(), joined(names, " and "));
}

}  // namespace hexscan

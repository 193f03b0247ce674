#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "src/base/atomic_file.h"
#include "src/base/console.h"
#include "src/base/errors.h"
#include "src/base/stopwatch.h"
#include "src/base/text.h"
#include "src/commands/command.h"
#include "src/commands/option_values.h"
#include "src/commands/sweep_devices.h"
#include "src/machine/machine_diagnosis.h"
#include "src/ranks/rank_messages.h"
#include "src/results/output_folder.h"
#include "src/scan/found_ranges.h"
#include "src/sweep/export.h"
#include "src/sweep/study_identity.h"
#include "src/sweep/study_on_ranks.h"
#include "src/sweep/sweep_outputs.h"
#include "src/sweep/sweep_run.h"

namespace hexscan {
namespace {

constexpr const char* machines_file = "sweep.blocks";
constexpr const char* reach_file = "reach.blocks";

struct SweepOptions {
    std::filesystem::path output;
    SweepOutputs wanted;
    bool restart = false, quiet = false;
};

SweepOptions read_options(const Arguments& arguments, const std::string& study) {
    SweepOptions options;
    options.output = arguments.parsed("output", [](const std::string& text) { return parse_path("--output", text); })
                         .value_or(std::filesystem::path("output") / ("sweep-" + study));
    options.wanted.page = arguments.parsed("page", parse_page).value_or(true);
    options.wanted.images = arguments.parsed("image", parse_sweep_images).value_or(true);
    options.restart = arguments.on("restart");
    options.quiet = arguments.on("quiet");
    return options;
}

std::filesystem::path study_path(const Arguments& arguments) {
    if (!arguments.word())
        throw UsageError("hexscan sweep: needs a study file, as in hexscan sweep study.yaml; docs/sweeps.md shows one");
    return parse_path("the study's name", *arguments.word());
}

int export_machine(const Arguments& arguments, const SweepStudy& study) {
    const auto number = parse_number<std::int64_t>(*arguments.text("export"));
    if (!number || *number < 0 || *number >= study.machines())
        reject_value("--export", *arguments.text("export"),
                     fmt::format("must be a machine of the study, 0 to {}", study.machines() - 1));
    try {
        fmt::print("{}", platform_file_of(study, Designs(study), *number));
    } catch (const DescriptionError& error) {
        throw InputError(fmt::format("machine {} is none: {}: {}", *number, error.key(), error.what()));
    }
    return exit_code::done;
}

/// "HOST: cpu", or this rank's CUDA devices.
std::string device_names(Meters meters, const Ranks& ranks) {
    std::vector<std::string> names;
    for (const auto& meter : meters)
        if (names.empty() || names.back() != meter->name()) names.push_back(meter->name());
    return fmt::format("{}: {}", ranks.host(), joined(names, " and "));
}

/// Removes the work that is in the folder where it is to be begun anew. Throws UsageError where it is another study's, and
/// OutputError, with nothing removed, where it is not hexscan's.
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

/// Rank 0's part: reads, keeps, writes and speaks.
void sweep_first(const Arguments& arguments, const SweepStudy& study, Meters meters, Ranks& ranks,
                 const std::vector<std::string>& devices) {
    const SweepOptions options = read_options(arguments, study.name);
    OutputFolder folder(options.output, "sweep");
    require_free_for_sweep(study, options.wanted, folder);
    keep_or_remove_work(study, folder.path(), options.restart);
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
    if (measured.finished() > 0 && !options.quiet)
        report(fmt::format("goes on where an earlier run ended: {} of {} machines are measured",
                           study.machines() - missing, study.machines()));
    begin_sweep(study, options.wanted, folder);
    const Stopwatch watch;
    measure_machines(study, meters, ranks, &measured, !options.quiet);
    const SweepRun run{arguments.command_line(), devices, missing, watch.seconds()};
    if (reach) count_reach(study, meters, ranks, reach.get(), !options.quiet);
    const MeasuredMachines machines(study, designs, measured);
    SweepResults results = sum_up(machines);
    write_sweep(machines, reach.get(), options.wanted, run, folder, results);
    if (results.reaches_nothing)
        warn(
            "no machine of the study reaches a point of the grid; hexscan check tells where a machine reaches "
            "anything");
    if (results.cut_off > 0)
        warn(fmt::format(
            "{} of {} machines reach the border of the grid, which cuts their workspaces off; give x, y and z "
            "wider ranges",
            results.cut_off, study.machines()));
    if (options.quiet) return;
    for (const auto& [label, text] : sweep_summary(machines, results, run))
        fmt::print("  {:<16}{}\n", label, escaped(text));
    fmt::print("  {:<16}{}\n", "results", escaped(folder.path().string()));
}

int run_sweep(const Arguments& arguments) {
    Ranks& ranks = process_ranks();
    std::string found;
    const SweepStudy study = study_of_ranks(study_path(arguments), ranks, found);
    if (arguments.text("export")) return export_machine(arguments, study);
    if (!found.empty() && ranks.rank() == 0) {
        report(fmt::format("ranges found from the machines: {}", found));
        if (const std::string warning = both_sides_warning({build_machine(study.machine), study.scan});
            !warning.empty())
            warn(warning);
    }
    if (ranks.rank() == 0)
        for (const Finding& finding : machine_findings(build_machine(study.machine)))
            if (finding.code == "singular-everywhere" || finding.code == "unlikely-size")
                warn("the study's machine: " + finding.text);
    const Designs designs(study);
    const std::vector<std::unique_ptr<Meter>> meters = sweep_meters(arguments, study, designs, ranks);
    const std::vector<std::string> devices = gather(ranks, device_names(meters, ranks));
    if (ranks.rank() == 0) {
        sweep_first(arguments, study, meters, ranks, devices);
        return exit_code::done;
    }
    measure_machines(study, meters, ranks, nullptr, false);
    if (study.is_of_one_design()) count_reach(study, meters, ranks, nullptr, false);
    return exit_code::done;
}

}  // namespace

Command sweep_command() {
    Command command;
    command.name = "sweep";
    command.purpose = "many machines: which one to build, and how exactly";
    command.word = "STUDY";
    command.explanation =
        "Measures every machine of a study: a platform file whose numbers are varied (a design study), or that is\n"
        "built many times with manufacturing scatter (a tolerance study). Leaves designs.csv, sweep.json,\n"
        "index.html and more (docs/sweeps.md). Ended at any moment, the same command goes on where it was.\n";
    OptionGroup how = option_group("How");
    add_option(how, "device", "D",
               "auto, cpu, cuda, cuda:all, or devices as in cuda:0,cuda:1; default: auto, all there are");
    OptionGroup results = option_group("Results");
    add_option(results, "output", "DIR", "folder for results; default: output/sweep-STUDY");
    add_switch(results, "restart",
               "begin anew: removes what an earlier sweep, also of another study, left in the folder");
    add_option(results, "export", "N", "print machine N as a platform file and do nothing else");
    add_option(results, "image", "png|none",
               "what a tolerance study's machines reach, an image per slice; default: png");
    add_option(results, "page", "html|none", "index.html, the study as one page for a browser; default: html");
    add_switch(results, "quiet", "no progress bar, no summary");
    command.groups.push_back(how);
    command.groups.push_back(results);
    command.examples =
        "  hexscan sweep study.yaml                 all machines, on all cores or GPUs\n"
        "  mpirun -n 4 hexscan sweep study.yaml     shared by four processes, one GPU each\n"
        "  hexscan sweep study.yaml --export 17     machine 17 as a platform file\n";
    command.run = run_sweep;
    command.shares_work = true;
    return command;
}

}  // namespace hexscan

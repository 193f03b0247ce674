#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/commands/command.h"
#include "src/commands/option_values.h"
#include "src/console/console_observer.h"
#include "src/console/exit_codes.h"
#include "src/ranks/rank_messages.h"
#include "src/sweep/commands/sweep_devices.h"
#include "src/sweep/report/export.h"
#include "src/sweep/sweep_folder.h"

namespace hexscan {
namespace {

SweepPlace read_place(const Arguments& arguments, const std::string& sweep) {
    SweepPlace place;
    place.folder = arguments.parsed("output", [](const std::string& text) { return parse_path("--output", text); })
                       .value_or(std::filesystem::path("output") / ("sweep-" + sweep));
    place.wanted.page = arguments.parsed("page", parse_page).value_or(true);
    place.wanted.images = arguments.parsed("image", parse_sweep_images).value_or(true);
    place.restart = arguments.on("restart");
    return place;
}

std::filesystem::path sweep_path(const Arguments& arguments) {
    if (!arguments.word())
        throw UsageError(
            "hexscan sweep: needs a sweep file, as in hexscan sweep machines.yaml; docs/how-to/compare-machines.md "
            "shows one");
    return parse_path("the sweep file's name", *arguments.word());
}

int export_machine(const Arguments& arguments, const SweepFile& sweep) {
    const auto number = parse_number<std::int64_t>(*arguments.text("export"));
    if (!number || *number < 0 || *number >= sweep.machines())
        reject_value("--export", *arguments.text("export"),
                     fmt::format("must be a machine of the sweep, 0 to {}", sweep.machines() - 1));
    try {
        fmt::print("{}", platform_file_of(sweep, Designs(sweep), *number));
    } catch (const DescriptionError& error) {
        throw InputError(fmt::format("machine {} cannot be built: {}", *number, error.what()));
    }
    return exit_code::done;
}

int run_sweep(const Arguments& arguments) {
    Ranks& ranks = process_ranks();
    // An export prints only the machine's file, without warnings or notes about the sweep.
    ConsoleObserver observer, console(!arguments.on("quiet"));
    const bool exports = arguments.text("export").has_value();
    const SweepFile sweep =
        opened_sweep(sweep_path(arguments), effort_given(arguments), ranks, exports ? silent_observer() : observer);
    if (exports) return export_machine(arguments, sweep);
    const Designs designs(sweep);
    const std::vector<std::unique_ptr<Meter>> meters = sweep_meters(arguments, sweep, designs, ranks);
    const SweepWork work{sweep, meters, ranks, gather(ranks, device_names(meters, ranks)), arguments.command_line()};
    if (ranks.rank() != 0) {
        sweep_with_first_rank(work);
        return exit_code::done;
    }
    const SweptFolder swept = sweep_into(read_place(arguments, sweep.name), work, console);
    if (arguments.on("quiet")) return exit_code::done;
    auto lines = swept.summary;
    lines.emplace_back("results", swept.folder.string());
    std::size_t width = 15;
    for (const auto& [label, text] : lines) width = std::max(width, label.size());
    for (const auto& [label, text] : lines) fmt::print("  {:<{}} {}\n", escaped(label), width, escaped(text));
    return exit_code::done;
}

}  // namespace

Command sweep_command() {
    Command command;
    command.name = "sweep";
    command.purpose = "compare many machines, or one with manufacturing scatter";
    command.word = "FILE";
    command.explanation =
        "Measures every machine of a sweep. A design sweep varies numbers of a machine file; a tolerance sweep builds\n"
        "the same machine many times with manufacturing scatter. Writes designs.csv, sweep.json, index.html and more\n"
        "(docs/reference/sweeps.md). After an interruption the same command continues the sweep.\n";
    OptionGroup how = option_group("How to run");
    add_option(how, "device", "D",
               "auto, cpu, cuda, cuda:all, or a list such as cuda:0,cuda:1; default: auto, which takes all GPUs, "
               "or without one the CPU");
    add_effort_option(how);
    OptionGroup results = option_group("Results");
    add_option(results, "output", "DIR", "folder for results; default: output/sweep-FILE");
    add_switch(results, "restart",
               "start again: remove the results of an earlier sweep from the folder, even those of another file");
    add_option(results, "export", "N", "only print machine N as a machine file");
    add_option(results, "image", "png|none",
               "images of a tolerance sweep: the share of machines that reach a point; default: png");
    add_option(results, "page", "html|none", "write index.html, the sweep as a page for a browser; default: html");
    add_switch(results, "quiet,q", "print neither progress nor summary");
    command.groups.push_back(how);
    command.groups.push_back(results);
    command.examples =
        "  hexscan sweep machines.yaml                 all machines, on all cores or GPUs\n"
        "  mpirun -n 4 hexscan sweep machines.yaml     the same sweep by four processes, one GPU each\n"
        "  hexscan sweep machines.yaml --export 17     machine 17 as a machine file\n";
    command.run = run_sweep;
    command.shares_work = true;
    return command;
}

}  // namespace hexscan

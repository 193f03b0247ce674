#include "src/study/ladder.h"

#include <algorithm>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/commands/command.h"
#include "src/commands/engine_choice.h"
#include "src/commands/option_values.h"
#include "src/commands/platform_options.h"
#include "src/console/console.h"
#include "src/console/console_observer.h"
#include "src/console/exit_codes.h"
#include "src/files/json_fields.h"
#include "src/scan/plan.h"
#include "src/study/case_study_files.h"
#include "src/study/case_study_tables.h"
#include "src/study/charts/roofline.h"
#include "src/study/host_ladder.h"
#include "src/study/recorded_studies.h"
#include "src/system/atomic_file.h"

namespace hexscan {
namespace {

constexpr int ladder_repeats = 10;

bool all_verified(const CaseStudy& study) {
    return std::all_of(study.stages.begin(), study.stages.end(),
                       [](const StageRecord& stage) { return stage.verification.passed; });
}

/// The input of one run of the ladder.
struct Climb {
    const ScanPlan& plan;
    const std::string& machine;
    int repeats;
    std::filesystem::path folder;
    bool quiet;
};

/// Runs the ladder on a GPU. Returns true if every stage passed its verification.
bool climb_on_device(const Climb& climb, const DeviceInfo& device, ConsoleObserver& console) {
    OutputFolder folder(climb.folder, "ladder", console);
    folder.begin_run(case_study_file_names());
    const CaseStudy study = measure_ladder(climb.plan, climb.machine, climb.repeats, device, console);
    write_case_study(study, folder);
    if (!climb.quiet) fmt::print("{}Tables and chart: {}\n", stage_table(study), escaped(folder.path().string()));
    return all_verified(study);
}

/// Runs the ladder on the CPU, then prints the recorded ladder of a GPU. Returns true if every stage passed its
/// verification on the CPU.
bool climb_on_host(const Climb& climb, const std::string& problem, ConsoleObserver& console) {
    report(fmt::format("no CUDA device: {}; the stages run on this CPU", problem));
    OutputFolder folder(climb.folder, "ladder", console);
    folder.begin_run({{.name = "cpu.json"}, {.name = "cpu.txt"}});
    const HostLadder ladder = measure_host_ladder(climb.plan, climb.machine, climb.repeats, console);
    write_whole_file(folder.path() / "cpu.txt", host_ladder_text(ladder));
    write_whole_file(folder.path() / "cpu.json", json_text(host_ladder_json(ladder)));
    if (!climb.quiet)
        fmt::print("{}\nRecorded on a GPU (hexscan report prints all its tables)\n{}The CPU's table: {}\n",
                   host_ladder_text(ladder), time_table_text(recorded_case_study()), escaped(folder.path().string()));
    return ladder.all_verified();
}

std::filesystem::path folder_of_results(const Arguments& arguments) {
    return arguments.parsed("output", [](const std::string& text) { return parse_path("--output", text); })
        .value_or("output/ladder");
}

/// Writes the roofline of the recorded ladder, and prints its table. Measures nothing.
int write_roofline(const Arguments& arguments) {
    const bool quiet = arguments.on("quiet");
    ConsoleObserver console(!quiet);
    OutputFolder folder(folder_of_results(arguments), "roofline", console);
    folder.begin_run({{.name = "roofline.svg"}, {.name = "roofline.html"}});
    const Roofline roofline = recorded_roofline();
    write_whole_file(folder.path() / "roofline.svg", roofline_svg(roofline));
    write_whole_file(folder.path() / "roofline.html", roofline_page(roofline));
    if (!quiet) fmt::print("{}Picture and page: {}\n", roofline_text(roofline), escaped(folder.path().string()));
    return exit_code::done;
}

int run_ladder(const Arguments& arguments) {
    if (arguments.on("roofline")) return write_roofline(arguments);
    const Platform platform = requested_platform(arguments, requested_document(arguments), FileMaps::left_out);
    if (!platform.scan.orientations.is_single())
        throw UsageError("hexscan ladder: times scans of one orientation; give --orientation R,P,Y, three numbers");
    const ScanPlan plan = make_scan_plan(platform);
    if (plan.has_rods())
        throw UsageError(
            "hexscan ladder: the stages support only telescopic legs whose joints have tilt limits; name another "
            "machine, or scan this one with hexscan scan");
    if (plan.has_shared_limits())
        throw UsageError(
            "hexscan ladder: the stages do not support limits on several legs together; leave legs.diameter (with gap, "
            "free_ends, plates and keep_out), legs.max_force and singularity out of the file");
    const int repeats = arguments.parsed("repeat", parse_repeat).value_or(ladder_repeats);
    const bool quiet = arguments.on("quiet");
    const MeasuredDevice measured = device_to_measure(arguments, "ladder");
    ConsoleObserver console(!quiet);
    const Climb climb{plan, platform.machine.name, repeats, folder_of_results(arguments), quiet};
    const bool verified = measured.device ? climb_on_device(climb, *measured.device, console)
                                          : climb_on_host(climb, measured.problem, console);
    if (verified) return exit_code::done;
    report(fmt::format("verification failed for a stage; see the table in {}", escaped(climb.folder.string())));
    return exit_code::verification_failed;
}

}  // namespace

Command ladder_command() {
    Command command;
    command.name = "ladder";
    command.purpose = "verify and time every stage: the speed-up table";
    command.word = "[PLATFORM]";
    command.explanation =
        "Runs, verifies and times every stage. With a CUDA device it prints the tables of the case study beside the\n"
        "published figures and writes them with a chart. Without such a device, or with --device cpu, the stages "
        "run\non this CPU, and the recorded table of a GPU follows. hexscan --stage all does the same.\n";
    OptionGroup how = option_group("How to run");
    add_device_option(how);
    add_option(how, "repeat", "N", "timed repeats after a warm-up; default: 10");
    OptionGroup results = option_group("Results");
    add_option(results, "output", "DIR", "folder for results; default: output/ladder");
    add_switch(results, "quiet,q", "no progress bar, no tables");
    add_switch(results, "roofline",
               "measure nothing; draw a chart (SVG and page) of what limits each stage of the recorded ladder");
    command.groups.push_back(platform_options());
    command.groups.push_back(how);
    command.groups.push_back(results);
    command.examples = "  hexscan ladder --repeat 50          as the committed results were measured\n";
    command.run = run_ladder;
    return command;
}

}  // namespace hexscan

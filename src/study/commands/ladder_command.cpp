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
#include "src/scan/plan.h"
#include "src/study/case_study_files.h"
#include "src/study/case_study_tables.h"

namespace hexscan {
namespace {

constexpr int ladder_repeats = 10;

bool all_verified(const CaseStudy& study) {
    return std::all_of(study.stages.begin(), study.stages.end(),
                       [](const StageRecord& stage) { return stage.verification.passed; });
}

int run_ladder(const Arguments& arguments) {
    const Platform platform = requested_platform(arguments, requested_document(arguments), FileMaps::left_out);
    if (!platform.scan.orientations.is_single())
        throw UsageError("hexscan ladder: times scans of one orientation; give --orientation R,P,Y, three numbers");
    const ScanPlan plan = make_scan_plan(platform);
    if (!plan.has_closed_form())
        throw UsageError(
            "hexscan ladder: times scans of telescopic legs whose joints tilt and that share no limit; leave "
            "legs.diameter, max_force, max_torque and singularity out of the file");
    const int repeats = arguments.parsed("repeat", parse_repeat).value_or(ladder_repeats);
    const auto output =
        arguments.parsed("output", [](const std::string& text) { return parse_path("--output", text); });
    const bool quiet = arguments.on("quiet");
    const DeviceInfo device =
        required_device(arguments, "ladder",
                        "; hexscan report output/case-study/stages.json shows the tables of a recorded run, and "
                        "hexscan occupancy what the "
                        "compiler makes of every stage (cmake --preset release, some minutes, needs nvcc and no GPU)");
    ConsoleObserver console(!quiet);
    OutputFolder folder(output.value_or("output/ladder"), "ladder", console);
    folder.begin_run(case_study_file_names());
    const CaseStudy study = measure_ladder(plan, platform.machine.name, repeats, device, console);
    write_case_study(study, folder);
    if (!quiet) fmt::print("{}Tables and chart: {}\n", stage_table(study), escaped(folder.path().string()));
    if (all_verified(study)) return exit_code::done;
    report("verification failed for a stage; see the table");
    return exit_code::verification_failed;
}

}  // namespace

Command ladder_command() {
    Command command;
    command.name = "ladder";
    command.purpose = "verify and time every stage: the speed-up table of this GPU";
    command.word = "[PLATFORM]";
    command.explanation =
        "Runs every stage: verified, timed, verified again. Prints the tables of the case study beside the\n"
        "published figures and leaves them with a chart. hexscan --stage all is the same.\n";
    OptionGroup how = option_group("How");
    add_device_option(how);
    add_option(how, "repeat", "N", "timed repeats after a warm-up; default: 10");
    OptionGroup results = option_group("Results");
    add_option(results, "output", "DIR", "folder for results; default: output/ladder");
    add_switch(results, "quiet", "no progress bar, no tables");
    command.groups.push_back(platform_options());
    command.groups.push_back(how);
    command.groups.push_back(results);
    command.examples = "  hexscan ladder --repeat 50          as the committed results were measured\n";
    command.run = run_ladder;
    return command;
}

}  // namespace hexscan

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/commands/command.h"
#include "src/commands/engine_choice.h"
#include "src/commands/option_values.h"
#include "src/console/console.h"
#include "src/console/console_observer.h"
#include "src/console/exit_codes.h"
#include "src/files/json_fields.h"
#include "src/results/output_folder.h"
#include "src/study/intrinsics_price_report.h"
#include "src/study/recorded_studies.h"
#include "src/system/atomic_file.h"

namespace hexscan {
namespace {

constexpr int price_repeats = 10;

int run_intrinsics(const Arguments& arguments) {
    const int repeats = arguments.parsed("repeat", parse_repeat).value_or(price_repeats);
    const auto output =
        arguments.parsed("output", [](const std::string& text) { return parse_path("--output", text); });
    const MeasuredDevice measured = device_to_measure(arguments, "intrinsics");
    if (!measured.device) {
        report(no_measurement_text(measured.problem, "intrinsics"));
        fmt::print("{}", price_table(price_from_json(recorded_intrinsics())));
        return exit_code::done;
    }
    ConsoleObserver console;
    OutputFolder folder(output.value_or("output/intrinsics"), "intrinsics", console);
    folder.begin_run({{.name = "intrinsics.json"}, {.name = "intrinsics.txt"}});
    const IntrinsicsPrice price = measure_intrinsics(measured.device->index, repeats);
    write_whole_file(folder.path() / "intrinsics.txt", price_table(price));
    write_whole_file(folder.path() / "intrinsics.json", json_text(price_json(price)));
    if (!arguments.on("quiet"))
        fmt::print("{}The same as JSON: {}\n", price_table(price),
                   escaped((folder.path() / "intrinsics.json").string()));
    return exit_code::done;
}

}  // namespace

Command intrinsics_command() {
    Command command;
    command.name = "intrinsics";
    command.purpose = "measure the gain and the error of fast intrinsics on a GPU; without a GPU show recorded figures";
    OptionGroup how = option_group("How to run");
    add_device_option(how);
    add_option(how, "repeat", "N", "timed repeats after a warm-up; default: 10");
    OptionGroup results = option_group("Results");
    add_option(results, "output", "DIR", "folder for results; default: output/intrinsics");
    add_switch(results, "quiet,q", "do not print the table");
    command.groups.push_back(how);
    command.groups.push_back(results);
    command.run = run_intrinsics;
    return command;
}

}  // namespace hexscan

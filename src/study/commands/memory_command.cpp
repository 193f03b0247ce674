#include <algorithm>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/commands/command.h"
#include "src/commands/engine_choice.h"
#include "src/commands/option_values.h"
#include "src/console/console.h"
#include "src/console/console_observer.h"
#include "src/console/exit_codes.h"
#include "src/results/output_folder.h"
#include "src/study/commands/memory_files.h"
#include "src/study/memory/memory_report.h"
#include "src/study/memory/memory_study.h"
#include "src/study/recorded_studies.h"

namespace hexscan {
namespace {

constexpr int lesson_repeats = 20;

std::vector<std::string> lesson_keys() {
    std::vector<std::string> keys;
    for (const memory::LessonEntry& entry : memory::lesson_entries()) keys.push_back(entry.key);
    return keys;
}

std::vector<std::string> parse_lessons(const std::string& text) {
    const std::vector<std::string> known = lesson_keys();
    std::vector<std::string> wanted;
    for (const std::string_view word : split(text, ',')) {
        if (std::find(known.begin(), known.end(), word) == known.end())
            reject_value("--lesson", word, fmt::format("must be one or more of {}", joined(known, ", ")));
        if (std::find(wanted.begin(), wanted.end(), word) == wanted.end()) wanted.emplace_back(word);
    }
    return wanted;
}

/// The requested lessons of the record. If none is requested, all lessons.
memory::MemoryStudy recorded_lessons(const std::vector<std::string>& wanted) {
    memory::MemoryStudy study = memory::memory_from_json(recorded_memory());
    if (!wanted.empty())
        std::erase_if(study.lessons, [&](const auto& lesson) {
            return std::find(wanted.begin(), wanted.end(), lesson.key) == wanted.end();
        });
    return study;
}

int run_memory(const Arguments& arguments) {
    const int repeats = arguments.parsed("repeat", parse_repeat).value_or(lesson_repeats);
    const std::vector<std::string> lessons =
        arguments.parsed("lesson", parse_lessons).value_or(std::vector<std::string>{});
    const auto output =
        arguments.parsed("output", [](const std::string& text) { return parse_path("--output", text); });
    const bool quiet = arguments.on("quiet");
    const MeasuredDevice measured = device_to_measure(arguments, "memory");
    if (!measured.device) {
        report(no_measurement_text(measured.problem, "memory"));
        fmt::print("{}", memory_text(recorded_lessons(lessons)));
        return exit_code::done;
    }
    ConsoleObserver console(!quiet);
    OutputFolder folder(output.value_or("output/memory"), "memory", console);
    begin_memory_files(folder);
    const memory::MemoryStudy study = memory::measure_memory(*measured.device, repeats, lessons, console);
    write_memory_files(study, folder);
    if (!quiet)
        fmt::print("{}\nThe same as JSON: {}\n", memory_text(study), escaped((folder.path() / "memory.json").string()));
    return exit_code::done;
}

}  // namespace

Command memory_command() {
    Command command;
    command.name = "memory";
    command.purpose = "measure the memories of a GPU, lesson by lesson; without a GPU show recorded figures";
    command.explanation =
        "Runs small kernels, one lesson each, about global, shared, constant and local memory, host copies and\n"
        "atomics. It verifies every result. Its predictions count sectors, lines and banks. docs/memory/ explains\n"
        "the lessons.\n";
    OptionGroup how = option_group("How to run");
    add_device_option(how);
    add_option(how, "repeat", "N", "timed repeats after a warm-up; default: 20");
    add_option(how, "lesson", "KEY,...", "only these lessons");
    OptionGroup results = option_group("Results");
    add_option(results, "output", "DIR", "folder for results; default: output/memory");
    add_switch(results, "quiet,q", "no progress bar, no tables");
    command.groups.push_back(how);
    command.groups.push_back(results);
    command.examples = "  hexscan memory --lesson banks,transpose\n";
    command.run = run_memory;
    return command;
}

}  // namespace hexscan

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/commands/command.h"
#include "src/commands/option_values.h"
#include "src/console/console_observer.h"
#include "src/console/exit_codes.h"
#include "src/files/json_fields.h"
#include "src/study/case_study_files.h"
#include "src/study/case_study_json.h"
#include "src/study/case_study_tables.h"
#include "src/study/commands/memory_files.h"
#include "src/study/intrinsics_price_report.h"
#include "src/study/memory/memory_report.h"
#include "src/study/recorded_studies.h"
#include "src/study/two_devices.h"
#include "src/system/atomic_file.h"

namespace hexscan {

namespace {

/// A record, and the name that errors use for it.
struct NamedRecord {
    nlohmann::json json;
    std::string name;
};

NamedRecord read_record(std::string_view who, const std::string& file) {
    return {read_json_file(parse_path(who, file)), escaped(file)};
}

void refuse_beside(const Arguments& arguments) {
    if (arguments.text("beside"))
        throw UsageError("--beside: compares only the stages.json files of two devices; leave it out");
}

int report_memory(const nlohmann::json& record, const Arguments& arguments) {
    refuse_beside(arguments);
    const memory::MemoryStudy study = memory::memory_from_json(record);
    if (const auto output = arguments.text("output")) {
        ConsoleObserver console;
        OutputFolder folder(parse_path("--output", *output), "memory", console);
        begin_memory_files(folder);
        write_memory_files(study, folder);
    }
    fmt::print("{}", memory_text(study));
    return exit_code::done;
}

int report_intrinsics(const nlohmann::json& record, const Arguments& arguments) {
    refuse_beside(arguments);
    const std::string table = price_table(price_from_json(record));
    if (const auto output = arguments.text("output")) {
        ConsoleObserver console;
        OutputFolder folder(parse_path("--output", *output), "intrinsics", console);
        folder.begin_run({{.name = "intrinsics.json"}, {.name = "intrinsics.txt"}});
        write_whole_file(folder.path() / "intrinsics.txt", table);
        write_whole_file(folder.path() / "intrinsics.json", json_text(record));
    }
    fmt::print("{}", table);
    return exit_code::done;
}

CaseStudy case_study_of(const NamedRecord& record) { return case_study_from_json(record.json, record.name); }

int report_case_study(const CaseStudy& study, const Arguments& arguments) {
    const auto beside = arguments.parsed(
        "beside", [](const std::string& file) { return case_study_of(read_record("--beside", file)); });
    if (const auto output = arguments.text("output")) {
        std::vector<AnnouncedFiles> files = case_study_file_names();
        if (beside) files.push_back({.name = "beside.md"});
        ConsoleObserver console;
        OutputFolder folder(parse_path("--output", *output), "ladder", console);
        folder.begin_run(files);
        if (beside) write_whole_file(folder.path() / "beside.md", two_devices_markdown(study, *beside));
        write_case_study(study, folder);
    }
    fmt::print("{}", beside ? two_devices_text(study, *beside) : stage_table(study));
    return exit_code::done;
}

int run_report(const Arguments& arguments) {
    if (!arguments.word()) return report_case_study(recorded_case_study(), arguments);
    const NamedRecord record = read_record("hexscan report", *arguments.word());
    if (memory::is_memory_json(record.json)) return report_memory(record.json, arguments);
    if (is_price_json(record.json)) return report_intrinsics(record.json, arguments);
    return report_case_study(case_study_of(record), arguments);
}

}  // namespace

Command report_command() {
    Command command;
    command.name = "report";
    command.purpose = "print the tables of a record again, by default of the case study";
    command.word = "[FILE]";
    command.explanation =
        "Prints the tables of a record again: stages.json of hexscan ladder, memory.json of hexscan memory "
        "or\nintrinsics.json of hexscan intrinsics. It needs no GPU. Without FILE it prints the recorded case study. "
        "With\n--output it also writes all files of the command that made the record.\n";
    OptionGroup results = option_group("Results");
    add_option(results, "beside", "FILE", "stages.json of another device to compare with (writes beside.md)");
    add_option(results, "output", "DIR", "also write the files of the measuring command to this folder");
    command.groups.push_back(results);
    command.examples = "  hexscan report output/ladder/stages.json\n";
    command.run = run_report;
    return command;
}

}  // namespace hexscan

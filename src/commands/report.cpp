#include <fmt/format.h>

#include "src/base/atomic_file.h"
#include "src/base/errors.h"
#include "src/base/json_fields.h"
#include "src/commands/command.h"
#include "src/commands/option_values.h"
#include "src/study/case_study_files.h"
#include "src/study/case_study_json.h"
#include "src/study/case_study_tables.h"
#include "src/study/two_devices.h"

namespace hexscan {

/// The text of output/case-study/stages.json, compiled in.
extern const char* const built_in_case_study_json;

namespace {

CaseStudy read_case_study(std::string_view who, const std::string& file) {
    return case_study_from_json(read_json_file(parse_path(who, file)));
}

int run_report(const Arguments& arguments) {
    const CaseStudy study = arguments.word() ? read_case_study("hexscan report", *arguments.word())
                                             : case_study_from_json(nlohmann::json::parse(built_in_case_study_json));
    const auto beside =
        arguments.parsed("beside", [](const std::string& file) { return read_case_study("--beside", file); });
    if (const auto output = arguments.text("output")) {
        std::vector<AnnouncedFiles> files = case_study_file_names();
        if (beside) files.push_back({.name = "beside.md"});
        OutputFolder folder(parse_path("--output", *output), "ladder");
        folder.begin_run(files);
        if (beside) write_whole_file(folder.path() / "beside.md", two_devices_markdown(study, *beside));
        write_case_study(study, folder);
    }
    fmt::print("{}", beside ? two_devices_text(study, *beside) : stage_table(study));
    return exit_code::done;
}

}  // namespace

Command report_command() {
    Command command;
    command.name = "report";
    command.purpose = "print the tables of an earlier stages.json, or draw its files again";
    command.word = "[FILE]";
    command.explanation =
        "Prints the tables of a stages.json that hexscan ladder wrote, without a GPU; without FILE those of the\n"
        "recorded case study. With --output it also draws all files of the case study from them again.\n";
    OptionGroup results = option_group("Results");
    add_option(results, "beside", "FILE", "the stages.json of another device: the two side by side (beside.md)");
    add_option(results, "output", "DIR", "write stages.json, .csv, .md and .svg, time.md and index.html there");
    command.groups.push_back(results);
    command.examples = "  hexscan report output/ladder/stages.json\n";
    command.run = run_report;
    return command;
}

}  // namespace hexscan

#include <fmt/format.h>

#include "src/base/errors.h"
#include "src/base/json_fields.h"
#include "src/commands/command.h"
#include "src/commands/option_values.h"
#include "src/study/case_study_files.h"
#include "src/study/case_study_json.h"
#include "src/study/case_study_tables.h"

namespace hexscan {

/// The text of output/case-study/stages.json, compiled in.
extern const char* const built_in_case_study_json;

namespace {

int run(const Arguments& arguments) {
    const nlohmann::json json = arguments.word() ? read_json_file(parse_path("hexscan report", *arguments.word()))
                                                 : nlohmann::json::parse(built_in_case_study_json);
    const CaseStudy study = case_study_from_json(json);
    if (const auto output = arguments.text("output")) {
        OutputFolder folder(parse_path("--output", *output), "ladder");
        folder.begin_run(case_study_file_names());
        write_case_study(study, folder);
    }
    fmt::print("{}", stage_table(study));
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
    add_option(results, "output", "DIR", "write stages.json, .csv, .md and .svg there");
    command.groups.push_back(results);
    command.examples = "  hexscan report output/ladder/stages.json\n";
    command.run = run;
    return command;
}

}  // namespace hexscan

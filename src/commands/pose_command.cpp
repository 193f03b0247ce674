#include <algorithm>
#include <system_error>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/commands/command.h"
#include "src/commands/option_values.h"
#include "src/commands/platform_options.h"
#include "src/commands/pose_values.h"
#include "src/console/console.h"
#include "src/console/exit_codes.h"
#include "src/files/joint_value_file.h"
#include "src/files/json_fields.h"
#include "src/files/machine_file.h"
#include "src/files/pose_file.h"
#include "src/proofs/joint_table.h"
#include "src/proofs/pose_rows.h"
#include "src/system/all_cores.h"
#include "src/system/atomic_file.h"

namespace hexscan {
namespace {

bool is_list(const std::string& word) {
    std::error_code error;
    return word.find(',') != std::string::npos && !std::filesystem::exists(word, error);
}

/// The words of the command: a machine, and joint values or the name of their file. One word alone is joint values if
/// it has commas or names a CSV file.
struct PoseWords {
    std::vector<std::string> platform;
    std::optional<std::string> values;
};

PoseWords words_of(const Arguments& arguments) {
    const std::vector<std::string>& words = arguments.words();
    if (words.size() == 2) return {{words[0]}, words[1]};
    if (words.size() == 1 && (is_list(words[0]) || words[0].ends_with(".csv"))) return {{}, words[0]};
    return {words, std::nullopt};
}

/// Prints text, or writes it to the file of --output.
void hand_out(const Arguments& arguments, const std::string& text) {
    const auto file = arguments.parsed("output", [](const std::string& path) { return parse_path("--output", path); });
    if (!file) return fmt::print("{}", text);
    write_whole_file(*file, text);
}

std::uint64_t parse_seed(const std::string& text) {
    const auto seed = parse_number<std::uint64_t>(text);
    if (!seed) reject_value("--seed", text, "must be a whole number from 0 on");
    return *seed;
}

/// Rows of joint values, and whether they are a single row from the command line.
struct AskedRows {
    std::vector<PerLeg> values;
    bool is_listed = false;
};

AskedRows asked_rows(const std::string& word, const Machine& machine) {
    if (is_list(word)) return {parse_joint_values(word, "joint values", machine), true};
    return {read_joint_values(parse_path("the file of joint values", word), machine)};
}

std::vector<PoseAnswer> answers_of(const Arguments& arguments, const Machine& machine,
                                   const std::vector<PerLeg>& rows) {
    const AllPosesRequest request{effort_given(arguments), arguments.parsed("seed", parse_seed).value_or(1)};
    const PoseFinder finder(machine, request);
    const auto given = arguments.text("near");
    const Pose near = given ? pose_given("--near", *given, machine.units) : start_pose(machine);
    if (arguments.on("follow")) return finder.follow(rows, near);
    std::vector<PoseAnswer> answers(rows.size());
    on_all_cores(rows.size(), [&](std::size_t row) {
        answers[row] = arguments.on("all")   ? finder.all(rows[row])
                       : arguments.on("fit") ? finder.fitted(rows[row], near)
                                             : finder.nearest(rows[row], near);
    });
    return answers;
}

int find_poses(const Arguments& arguments, const Machine& machine, const std::string& source, const std::string& word) {
    const AskedRows asked = asked_rows(word, machine);
    const PoseRows rows{source, machine, answers_of(arguments, machine, asked.values), arguments.on("all")};
    const bool as_text = asked.is_listed && !arguments.text("output");
    hand_out(arguments, arguments.on("json") ? json_text(pose_rows_json(rows))
                        : as_text            ? pose_row_text(rows, static_cast<std::size_t>(output_width()))
                                             : pose_rows_csv(rows));
    return rows.all_keep_limits() ? exit_code::done : exit_code::verification_failed;
}

int find_joint_values(const Arguments& arguments, const Machine& machine, const std::string& source,
                      const std::string& file) {
    const std::vector<Pose> poses =
        read_poses(parse_path("--table", file), "--table", machine.units, machine.orientation_order);
    const JointTable table = joint_table(machine, source, poses, on_all_cores);
    hand_out(arguments, arguments.on("json") ? json_text(joint_table_json(table)) : joint_table_csv(table));
    return table.all_reachable() ? exit_code::done : exit_code::verification_failed;
}

/// Throws UsageError if options or words exclude each other.
void require_one_question(const Arguments& arguments, const PoseWords& words) {
    if (arguments.text("table")) {
        if (words.values)
            throw UsageError(fmt::format(
                "{}: --table computes joint values from poses, so it takes no joint values; remove one of them",
                shown(*words.values)));
        for (const char* option : {"near", "seed", "effort"})
            if (arguments.text(option))
                throw UsageError(fmt::format(
                    "--{}: has no effect with --table, which searches for no poses; remove one of them", option));
        for (const char* option : {"all", "follow", "fit"})
            if (arguments.on(option))
                throw UsageError(fmt::format(
                    "--{}: has no effect with --table, which searches for no poses; remove one of them", option));
        return;
    }
    if (!words.values)
        throw UsageError("no joint values; give six, separated by commas, or a CSV file with six on each line");
    if (arguments.on("fit") && (arguments.on("all") || arguments.on("follow")))
        throw UsageError("--fit: gives one pose for each row; leave --all and --follow out");
    if (!arguments.on("all")) return;
    if (arguments.on("follow"))
        throw UsageError("--follow: follows one pose from row to row, but --all finds every pose; remove one of them");
    if (arguments.text("near"))
        throw UsageError("--near: has no effect with --all, which finds all poses; remove one of them");
}

int run_pose(const Arguments& arguments) {
    const PoseWords words = words_of(arguments);
    require_one_question(arguments, words);
    const PlatformDocument document = requested_document(arguments.with_words(words.platform));
    const Machine machine = read_machine(document);
    if (const auto table = arguments.text("table"))
        return find_joint_values(arguments, machine, document.source_name(), *table);
    return find_poses(arguments, machine, document.source_name(), *words.values);
}

}  // namespace

Command pose_command() {
    Command command;
    command.name = "pose";
    command.purpose = "find the poses for joint values, or joint values for poses";
    command.word = "[PLATFORM] VALUES|FILE.csv";
    command.most_words = 2;
    command.takes_numbers = true;
    command.explanation =
        "Finds the pose that a machine has with given joint values: lengths of legs, travels of carriages or angles\n"
        "of arms (forward kinematics). VALUES are six numbers in the machine file's units, separated by commas. A\nCSV "
        "file has six values on each line; its first line may name leg1 ... leg6. A value may be left out if the\n"
        "leg has only one, because both ends of its range are equal. PLATFORM is a machine file (YAML) or the name\n"
        "of a machine that comes with hexscan; default: the built-in case study.\n"
        "\n"
        "For VALUES hexscan prints a text, and for a file one line of CSV for each row. hexscan proves how far "
        "away\nother poses are, and whether a path connects the pose to home.\n"
        "\n"
        "Exit code 0: every row has a pose within the limits; 1: a row has no pose, is lost or violates a limit;\n"
        "2: bad input.\n";
    OptionGroup what = option_group("What to find");
    add_option(what, "near", "X,Y,Z[,ROLL,PITCH,YAW]", "pose where the search starts; default: home");
    add_switch(what, "all", "find all poses, and prove that there are no others unless the search gives up");
    add_switch(what, "follow", "start each row from the pose of the row before, and prove each step");
    add_switch(what, "fit",
               "for noisy values that no pose matches exactly: find the pose with the least squared error");
    add_option(what, "table", "POSES.csv",
               "the reverse: compute joint values, joint tilts, clearance, conditioning and forces of each pose");
    command.groups.push_back(what);
    OptionGroup how = option_group("How long to search");
    add_option(how, "seed", "N", "number that determines the random starts; default: 1");
    add_effort_option(how);
    command.groups.push_back(how);
    OptionGroup results = option_group("Results");
    add_option(results, "output", "FILE", "write CSV or JSON to this file");
    add_switch(results, "json", "print one JSON document in SI units, for programs (docs/reference/pose.md)");
    command.groups.push_back(results);
    command.examples =
        "  hexscan pose my.yaml 561.2,498.1,505,511.2,499.9,500.4        the pose nearest to home\n"
        "  hexscan pose my.yaml 561.2,498.1,505,511.2,499.9,500.4 --all  every assembly\n"
        "  hexscan pose my.yaml lengths.csv --follow --output poses.csv  a path\n"
        "  hexscan pose my.yaml --table poses.csv                        joint values of poses\n";
    command.run = run_pose;
    return command;
}

}  // namespace hexscan

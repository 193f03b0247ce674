#include "src/proofs/check_report.h"

#include <algorithm>
#include <numbers>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/commands/command.h"
#include "src/commands/machine_options.h"
#include "src/commands/option_values.h"
#include "src/commands/platform_options.h"
#include "src/commands/pose_values.h"
#include "src/console/console.h"
#include "src/console/console_observer.h"
#include "src/console/exit_codes.h"
#include "src/files/json_fields.h"
#include "src/files/machine_file.h"
#include "src/proofs/pose_report.h"
#include "src/system/all_cores.h"

namespace hexscan {
namespace {

/// The half widths of --proportions, or nullopt without that option. At least one must be positive.
std::optional<HalfWidths> proportions_given(const Arguments& arguments, const Units& units) {
    const auto text = arguments.text("proportions");
    if (!text) return std::nullopt;
    const HalfWidths widths =
        coordinates_given("--proportions", *text, pose_axes, units, "six half widths x,y,z,roll,pitch,yaw");
    const auto below_0 = [](double width) { return width < 0; };
    if (std::any_of(widths.begin(), widths.end(), below_0) || widths == HalfWidths{})
        throw UsageError(fmt::format(
            "--proportions {}: half widths must be 0 or more, and at least one of them must be above 0", shown(*text)));
    return widths;
}

/// The machine of a file with the limits that options set.
Machine asked_machine(const Arguments& arguments, const PlatformDocument& document) {
    Machine machine = read_machine(document);
    apply_machine_options(arguments, machine);
    return machine;
}

std::size_t columns() { return static_cast<std::size_t>(output_width()); }

int check_pose(const Arguments& arguments, const std::string& at) {
    const PlatformDocument document = requested_document(arguments);
    const PoseReport report = report_pose(asked_machine(arguments, document), document.source_name(),
                                          pose_given("--at", at, document.units().units()));
    fmt::print("{}", arguments.on("json") ? json_text(pose_report_json(report)) : pose_report_text(report, columns()));
    return report.travel ? exit_code::done : exit_code::verification_failed;
}

/// Prints the largest proved box about home as limits of LinuxCNC's axes, in the file's length unit and degrees. Each
/// limit is rounded towards home.
int print_ini_limits(const Arguments& arguments) {
    const PlatformDocument document = requested_document(arguments);
    const Machine machine = asked_machine(arguments, document);
    if (machine.orientation_order != OrientationOrder::zyx)
        throw UsageError(
            "--limits ini: LinuxCNC uses the rotation order R = Rz Ry Rx, but the file has orientation_order: xyz; "
            "give all angles of the file in LinuxCNC's order and remove orientation_order");
    const auto home = home_state(machine);
    if (!home || !home->reachable)
        throw UsageError(
            "--limits ini: needs a home pose that is reachable; hexscan check without --limits shows why "
            "the file has none");
    const ProvenMachine proven(machine);
    const DataSheet sheet = data_sheet(proven, home->pose, proportions_given(arguments, machine.units), on_all_cores,
                                       effort_given(arguments));
    const auto at = coordinates_of(home->pose);
    fmt::print("# hexscan proved that every pose within these limits is reachable. The proof covers: {}.\n",
               subjects_text(proven.subjects()));
    for (std::size_t k = 0; k < at.size(); ++k) {
        const auto in_unit = [&](double value) {
            return k < PoseBox::angles_begin ? machine.units.from_metres(value) : value * 180 / std::numbers::pi;
        };
        fmt::print("[AXIS_{}]\nMIN_LIMIT = {}\nMAX_LIMIT = {}\n", "XYZABC"[k],
                   significant_no_less(in_unit(at[k] - sheet.proved[k]), 6),
                   significant_no_more(in_unit(at[k] + sheet.proved[k]), 6));
    }
    return sheet.growth.kept_to > 0 ? exit_code::done : exit_code::verification_failed;
}

int run_check(const Arguments& arguments) {
    if (const auto form = arguments.text("limits")) {
        if (*form != "ini") reject_value("--limits", *form, "must be ini");
        if (arguments.text("at"))
            throw UsageError("--limits ini: prints limits about home, not about another pose; remove --at");
        if (arguments.on("json"))
            throw UsageError("--limits ini: prints lines of an INI file, not JSON; remove --json");
        return print_ini_limits(arguments);
    }
    if (const auto at = arguments.text("at")) {
        if (arguments.text("proportions"))
            throw UsageError(
                "--at: reports on one pose, but --proportions is for a box about home; remove one of them");
        return check_pose(arguments, *at);
    }
    const PlatformDocument document = requested_document(arguments);
    ConsoleObserver console;
    const CheckReport report = check_platform(
        document, proportions_given(arguments, document.units().units()), console,
        [&](Machine& machine, const std::vector<Requirement>& requirements) {
            apply_machine_options(arguments, machine);
            require_ground(requirements, machine);
        },
        effort_given(arguments));
    const CheckForm form{.columns = columns(), .details = arguments.on("details")};
    fmt::print("{}", arguments.on("json") ? json_text(check_json(report)) : check_text(report, form));
    if (const int times = report.effort.times();
        !arguments.on("json") && !given_up(report).empty() && times < Effort::most)
        fmt::print("--effort {} lets each search test more parts of its box.\n", std::min(10 * times, Effort::most));
    if (!arguments.on("json") && !form.details)
        fmt::print("--details adds each leg at home, the reachable box and tables of the limits needed.\n");
    return report.all_hold() ? exit_code::done : exit_code::verification_failed;
}

}  // namespace

Command check_command() {
    Command command;
    command.name = "check";
    command.purpose = "find faults of a machine; prove or refute its requirements";
    command.word = "[PLATFORM]";
    command.explanation =
        "Reports faults of a machine, such as an unreachable home, joints in a wrong order, singularities or an "
        "empty\nworkspace. Proves or refutes each requirement in its file, for every pose of a box or path. PLATFORM "
        "is a\n"
        "machine file (YAML) or the name of a machine that comes with hexscan; default: the built-in case study.\n"
        "\n"
        "A proof covers strokes, joint angles and, if the file limits them, gaps, singularities, loads, rates "
        "and\nstiffness.\n"
        "A proof has these limits:\n"
        "  legs without a diameter are lines and may collide;\n"
        "  leg twist is not modelled, and poses ignore the deformation that a load causes;\n"
        "  if the proof of the assembly mode gives up, only tested poses are in home's mode (sampled, not proved);\n"
        "  paths are straight in x, y, z, roll, pitch and yaw (R = Rz Ry Rx, or the file's orientation_order).\n"
        "\n"
        "Exit code 0: no fault, all requirements proved; 1: a fault or a requirement not proved; 2: bad input.\n";
    OptionGroup what = option_group("What to report");
    add_option(what, "at", "X,Y,Z[,ROLL,PITCH,YAW]",
               "report on this pose only: how far each axis can move and which limit stops it, or why the pose is "
               "unreachable");
    add_option(what, "proportions", "X,Y,Z,ROLL,PITCH,YAW",
               "shape of the box about home, given as half widths and enlarged as far as it can be proved; default: "
               "proportional to the travels of the axes");
    add_option(what, "limits", "ini",
               "print only the box about home, as [AXIS_X] MIN_LIMIT ... lines for LinuxCNC's INI file");
    command.groups.push_back(what);
    OptionGroup how = option_group("How long to search");
    add_effort_option(how);
    command.groups.push_back(how);
    OptionGroup asked = option_group("Limits that replace those in the file");
    add_machine_options(asked);
    command.groups.push_back(asked);
    OptionGroup results = option_group("Results");
    add_switch(results, "details",
               "also report each leg at home, the reachable box, and the limits that each requirement needs");
    add_switch(results, "json", "print one JSON document in SI units, for programs (docs/reference/check.md)");
    command.groups.push_back(results);
    command.examples =
        "  hexscan check my.yaml                    requirements, faults, travel from home\n"
        "  hexscan check my.yaml --at 0,0,560,0,5,0 how far each axis can move from this pose\n"
        "  hexscan check my.yaml --json | jq .all_hold\n";
    command.run = run_check;
    return command;
}

}  // namespace hexscan

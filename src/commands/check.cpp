#include "src/check/check_report.h"

#include <fmt/format.h>

#include "src/base/errors.h"
#include "src/base/json_fields.h"
#include "src/commands/command.h"
#include "src/commands/platform_options.h"

namespace hexscan {
namespace {

int run(const Arguments& arguments) {
    const CheckReport report = check_platform(requested_document(arguments));
    fmt::print("{}", arguments.on("json") ? json_text(check_json(report)) : check_text(report));
    return report.all_hold() ? exit_code::done : exit_code::verification_failed;
}

}  // namespace

Command check_command() {
    Command command;
    command.name = "check";
    command.purpose = "is the machine right, and does it do the job: proved or refuted";
    command.word = "[PLATFORM]";
    command.explanation =
        "Looks for what is wrong with a machine (legs and joints at its home pose, the order of its joints, axes,\n"
        "singularities, an empty workspace) and proves or refutes the requirements in its file: boxes of poses, and\n"
        "paths. PLATFORM is a YAML file, or the name of a platform that comes with hexscan; default: the built-in\n"
        "case study.\n"
        "Proved are strokes and joint tilts. Not covered: legs are lines and may collide, joints are cones (of a\n"
        "universal joint the one inside its ranges), the assembly mode is asked at single poses, no twist of legs,\n"
        "no loads, rigid parts, paths straight in roll, pitch, yaw. Sines and cosines are taken to be within two\n"
        "units in the last place. Angles are R = Rz Ry Rx about fixed axes, or in the file's orientation_order.\n"
        "Exit code 0: all hold; 1: a fault or a requirement that is not proved; 2: bad input.\n";
    OptionGroup results = option_group("Results");
    add_switch(results, "json", "for programs: one JSON document on standard output, in SI units (docs/check.md)");
    command.groups.push_back(results);
    command.examples =
        "  hexscan check my.yaml                    diagnosis, home table, requirements\n"
        "  hexscan check my.yaml --json | jq .all_hold\n";
    command.run = run;
    return command;
}

}  // namespace hexscan

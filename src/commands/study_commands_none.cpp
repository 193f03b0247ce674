#include "src/commands/study_commands.h"

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/commands/command.h"

/// The commands of the study in a build without it: each says how to get it.
namespace hexscan {
namespace {

Command command_without_study(const char* name) {
    Command command;
    command.name = name;
    command.purpose = "(of the study, which this hexscan is built without)";
    command.missing = without_study(fmt::format("hexscan {}", name)).what();
    return command;
}

}  // namespace

UsageError without_study(const std::string& asked) {
    return UsageError(fmt::format(
        "{}: is part of the study, which this hexscan is built without; build it with cmake -DHEXSCAN_STUDY=ON",
        escaped(asked)));
}

Command ladder_command() { return command_without_study("ladder"); }
Command occupancy_command() { return command_without_study("occupancy"); }
Command intrinsics_command() { return command_without_study("intrinsics"); }
Command memory_command() { return command_without_study("memory"); }
Command report_command() { return command_without_study("report"); }
Command stages_command() { return command_without_study("stages"); }

}  // namespace hexscan

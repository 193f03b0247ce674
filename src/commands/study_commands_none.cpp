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
        "{}: is part of the study, which this hexscan is built without; build it with cmake -DHEXSCAN_STUDY=ON, or ask "
        "scripts/run.sh, which does",
        escaped(asked)));
}

#define HEXSCAN_COMMAND(command)
#define HEXSCAN_STUDY_COMMAND(command) \
    Command command##_command() { return command_without_study(#command); }
#include "src/commands/commands.def"
#undef HEXSCAN_COMMAND

}  // namespace hexscan

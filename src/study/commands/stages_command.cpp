#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/commands/command.h"
#include "src/console/exit_codes.h"
#include "stages/registry.h"

namespace hexscan {
namespace {

int run_stages(const Arguments&) {
    for (const StageEntry& entry : stage_registry())
        fmt::print("{:>3}  {:<18} {}\n", entry.number, entry.name, entry.change);
    return exit_code::done;
}

}  // namespace

Command stages_command() {
    Command command;
    command.name = "stages";
    command.purpose = "list the stages and what each one changes";
    command.run = run_stages;
    return command;
}

}  // namespace hexscan

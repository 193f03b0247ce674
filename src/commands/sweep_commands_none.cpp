#include "src/commands/left_out.h"

/// The commands of sweeps in a build without them.
namespace hexscan {

#define HEXSCAN_COMMAND(command)
#define HEXSCAN_SWEEPS_COMMAND(command) \
    Command command##_command() { return command_without(left_out_sweeps, #command); }
#include "src/commands/commands.def"
#undef HEXSCAN_COMMAND

}  // namespace hexscan

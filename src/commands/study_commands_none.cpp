#include "src/commands/left_out.h"

/// The commands of the study in a build without it.
namespace hexscan {

#define HEXSCAN_COMMAND(command)
#define HEXSCAN_STUDY_COMMAND(command) \
    Command command##_command() { return command_without(left_out_study, #command); }
#include "src/commands/commands.def"
#undef HEXSCAN_COMMAND

}  // namespace hexscan

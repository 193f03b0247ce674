#include <fmt/format.h>

#include "src/base/text_table.h"
#include "src/commands/command.h"
#include "src/console/exit_codes.h"
#include "src/device/devices.h"
#include "src/study/stage_run.h"
#include "stages/registry.h"

namespace hexscan {
namespace {

/// Describes the processors that run the stages on this host.
std::string where_text() {
    const DeviceList list = list_devices();
    const std::string cpu = fmt::format("on this CPU ({})", host_text());
    if (list.devices.empty()) return fmt::format("The stages run {}. No CUDA device: {}.", cpu, list.problem);
    return fmt::format("The stages run on {}, and with --device cpu {}.", list.devices.front().name, cpu);
}

int run_stages(const Arguments&) {
    fmt::print("{}\n", paragraph(where_text()));
    for (const StageEntry& entry : stage_registry())
        fmt::print("{:>3}  {:<18} {}\n", entry.number, entry.name, entry.change);
    return exit_code::done;
}

}  // namespace

Command stages_command() {
    Command command;
    command.name = "stages";
    command.purpose = "list the stages, what each one changes, and where they run here";
    command.run = run_stages;
    return command;
}

}  // namespace hexscan

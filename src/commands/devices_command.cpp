#include "src/device/devices.h"

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/commands/command.h"
#include "src/console/exit_codes.h"
#include "src/study/stage_run.h"

namespace hexscan {
namespace {

int run_devices(const Arguments&) {
    const DeviceList list = list_devices();
    for (const DeviceInfo& device : list.devices)
        fmt::print(
            "cuda:{}  {}, compute capability {}.{}, {} multiprocessors, {:.1f} GB at {:.0f} GB/s, "
            "driver CUDA {}\n",
            device.index, device.name, device.capability_major, device.capability_minor, device.multiprocessors,
            static_cast<double>(device.memory_bytes) / 1e9, device.memory_bandwidth_gb_s, device.driver_version);
    fmt::print("cpu     {}: runs every command and every stage\n", host_text());
    if (!list.problem.empty()) fmt::print("No CUDA device: {}.\n", list.problem);
    return exit_code::done;
}

}  // namespace

Command devices_command() {
    Command command;
    command.name = "devices";
    command.purpose = "list the processor and the GPUs that hexscan can use";
    command.run = run_devices;
    return command;
}

}  // namespace hexscan

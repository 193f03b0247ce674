#include "src/engine_choice.h"

#include <fmt/format.h>

#include "src/cpu_engine.h"
#include "src/device_error.h"

namespace hexscan {
namespace {

std::string known_stages() {
    std::string names;
    for (const StageEntry& entry : stage_registry()) names += fmt::format(" {} {},", entry.number, entry.name);
    return names + " all";
}

const StageEntry& named_stage(const std::string& name) {
    if (const StageEntry* entry = find_stage(name)) return *entry;
    throw UsageError(fmt::format("--stage {}: there is no such stage; there are{}", name, known_stages()));
}

}  // namespace

const StageEntry& default_stage() { return stage_registry().back(); }

std::optional<DeviceInfo> choose_device(const DeviceChoice& choice, std::string& notice) {
    if (choice.kind == DeviceChoice::Kind::cpu) return std::nullopt;
    const DeviceList list = list_devices();
    if (list.devices.empty()) {
        if (choice.kind == DeviceChoice::Kind::cuda)
            throw DeviceError(fmt::format("--device cuda: {}; --device cpu scans without one", list.problem));
        notice = fmt::format("No CUDA device: {}. The CPU engine scans instead, with the same results.", list.problem);
        return std::nullopt;
    }
    const auto index = static_cast<std::size_t>(choice.index);
    if (index >= list.devices.size())
        throw DeviceError(fmt::format("--device cuda:{}: there {} here (see --list-devices)", choice.index,
                                      list.devices.size() == 1 ? "is only cuda:0"
                                                               : fmt::format("are only cuda:0 to cuda:{}",
                                                                             list.devices.size() - 1)));
    return list.devices[index];
}

EngineChoice choose_engine(const Options& options) {
    const StageEntry& entry = options.stage ? named_stage(*options.stage) : default_stage();
    EngineChoice choice;
    choice.device = choose_device(options.device, choice.notice);
    if (!choice.device) {
        choice.engine = &cpu_engine();
        if (options.stage && options.device.kind == DeviceChoice::Kind::cpu)
            choice.notice = fmt::format("Stage {} is a CUDA stage; with --device cpu the CPU engine scans instead.",
                                        entry.number);
        return choice;
    }
    use_device(choice.device->index);
    choice.stage = &entry;
    choice.engine = entry.stage;
    return choice;
}

}  // namespace hexscan

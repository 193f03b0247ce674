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

DeviceInfo cuda_device(int index, const std::string& who, const std::string& cure) {
    const DeviceList list = list_devices();
    if (list.devices.empty()) throw DeviceError(fmt::format("{} needs a CUDA device: {}{}", who, list.problem, cure));
    const int last = static_cast<int>(list.devices.size()) - 1;
    if (index > last)
        throw DeviceError(fmt::format("{}: there is no cuda:{} here, the last is cuda:{} (see --list-devices)", who,
                                      index, last));
    return list.devices[static_cast<std::size_t>(index)];
}

EngineChoice choose_engine(const Options& options) {
    const StageEntry& entry = options.stage ? named_stage(*options.stage) : default_stage();
    EngineChoice choice;
    choice.engine = &cpu_engine();
    const DeviceChoice& wanted = options.device;
    if (wanted.kind == DeviceChoice::Kind::cpu) {
        if (options.stage)
            choice.notice = fmt::format("Stage {} is a CUDA stage; with --device cpu the CPU engine scans instead.",
                                        entry.number);
        return choice;
    }
    if (wanted.kind == DeviceChoice::Kind::cuda) {
        choice.device = cuda_device(wanted.index, fmt::format("--device cuda:{}", wanted.index),
                                    "; --device cpu scans without one");
    } else {
        const DeviceList list = list_devices();
        if (list.devices.empty()) {
            choice.notice = fmt::format("No CUDA device: {}. The CPU engine scans instead{}.", list.problem,
                                        options.stage ? " and gives the exact verdicts" : ", with the same results");
            return choice;
        }
        choice.device = list.devices.front();
    }
    use_device(choice.device->index);
    choice.stage = &entry;
    choice.engine = entry.stage;
    return choice;
}

}  // namespace hexscan

#include "src/commands/engine_choice.h"

#include <fmt/format.h>

#include "src/base/errors.h"
#include "src/base/text.h"
#include "src/commands/option_values.h"
#include "src/scan/cpu_engine.h"
#include "src/scan/reference.h"

namespace hexscan {
namespace {

std::string known_stages() {
    std::string names;
    for (const StageEntry& entry : stage_registry()) names += fmt::format(" {} {},", entry.number, entry.name);
    return names + " all";
}

const StageEntry& named_stage(const std::string& name) {
    if (const StageEntry* entry = find_stage(name)) return *entry;
    throw UsageError(fmt::format("--stage {}: there is no such stage; there are{}", shown(name), known_stages()));
}

/// The fastest engine of the host that supports the plan.
const Engine& host_engine(const ScanPlan& plan) {
    return cpu_engine().supports(plan) ? cpu_engine() : reference_engine();
}

}  // namespace

DeviceChoice parse_device(const std::string& text) {
    if (text == "auto") return {};
    if (text == "cpu") return {DeviceChoice::Kind::cpu, 0};
    if (text == "cuda") return {DeviceChoice::Kind::cuda, 0};
    constexpr std::string_view allowed = "must be auto, cpu, cuda or cuda:N (see hexscan devices)";
    if (!text.starts_with("cuda:")) reject_value("--device", text, allowed);
    const auto index = parse_number<int>(std::string_view(text).substr(5));
    if (!index || *index < 0) reject_value("--device", text, allowed);
    return {DeviceChoice::Kind::cuda, *index};
}

void add_device_option(OptionGroup& group) {
    add_option(group, "device", "D", "auto, cpu, cuda or cuda:N; default: auto");
}

DeviceChoice requested_device(const Arguments& arguments) {
    return arguments.parsed("device", parse_device).value_or(DeviceChoice{});
}

DeviceInfo cuda_device(int index, const std::string& who, const std::string& cure) {
    const DeviceList list = list_devices();
    if (list.devices.empty()) throw DeviceError(fmt::format("{} needs a CUDA device: {}{}", who, list.problem, cure));
    const int last = static_cast<int>(list.devices.size()) - 1;
    if (index > last)
        throw DeviceError(
            fmt::format("{}: there is no cuda:{} here, the last is cuda:{} (see hexscan devices)", who, index, last));
    return list.devices[static_cast<std::size_t>(index)];
}

DeviceInfo required_device(const Arguments& arguments, const std::string& command, const std::string& cure) {
    const DeviceChoice choice = requested_device(arguments);
    if (choice.kind == DeviceChoice::Kind::cpu)
        throw UsageError(fmt::format("hexscan {}: measures a GPU; leave --device cpu out", command));
    const DeviceInfo device = cuda_device(choice.index, "hexscan " + command, cure);
    use_device(device.index);
    return device;
}

EngineChoice choose_engine(const std::optional<std::string>& stage, const DeviceChoice& wanted, const ScanPlan& plan) {
    const StageEntry& entry = stage ? named_stage(*stage) : default_stage();
    EngineChoice choice;
    choice.engine = &host_engine(plan);
    if (wanted.kind == DeviceChoice::Kind::cpu) {
        if (stage)
            choice.notice =
                fmt::format("stage {} is a CUDA stage; with --device cpu the CPU engine scans instead", entry.number);
        return choice;
    }
    if (wanted.kind == DeviceChoice::Kind::cuda) {
        choice.device = cuda_device(wanted.index, fmt::format("--device cuda:{}", wanted.index),
                                    "; --device cpu scans without one");
    } else {
        const DeviceList list = list_devices();
        if (list.devices.empty()) {
            choice.notice = fmt::format("no CUDA device: {}; the CPU engine scans instead{}", list.problem,
                                        stage ? fmt::format(" of stage {} and gives the exact verdicts", entry.number)
                                              : ", with the same results");
            return choice;
        }
        choice.device = list.devices.front();
    }
    if (!entry.stage->supports(plan)) {
        if (stage)
            throw UsageError(fmt::format("--stage {}: cannot answer this scan; leave --stage out", shown(*stage)));
        choice.device.reset();
        return choice;
    }
    use_device(choice.device->index);
    choice.stage = &entry;
    choice.engine = entry.stage;
    return choice;
}

}  // namespace hexscan

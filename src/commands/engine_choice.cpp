#include "src/commands/engine_choice.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/commands/option_values.h"
#include "src/engines/fastest_engine.h"
#include "src/machine/shared/shared_limit.h"
#include "src/ranks/ranks.h"
#include "src/scan/reference.h"
#include "src/scan_cuda/cuda_engines.h"
#include "src/scan_cuda/set_engine_cuda.h"
#include "stages/registry.h"

namespace hexscan {
DeviceChoice parse_device(const std::string& text) {
    if (text == "auto") return {};
    if (text == "cpu") return {DeviceChoice::Kind::cpu};
    if (text == "cuda") return {DeviceChoice::Kind::cuda};
    constexpr std::string_view allowed = "must be auto, cpu, cuda or cuda:N (see hexscan devices)";
    if (!text.starts_with("cuda:")) reject_value("--device", text, allowed);
    const auto index = parse_number<int>(std::string_view(text).substr(5));
    if (!index || *index < 0) reject_value("--device", text, allowed);
    return {DeviceChoice::Kind::cuda, *index};
}

void add_device_option(OptionGroup& group) {
    add_option(group, "device", "auto|cpu|cuda", "where it runs, cuda:N on GPU N; default: auto, the faster one");
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
            fmt::format("{}: there is no cuda:{} here; the last is cuda:{} (see hexscan devices)", who, index, last));
    return list.devices[static_cast<std::size_t>(index)];
}

MeasuredDevice device_to_measure(const Arguments& arguments, const std::string& command) {
    const DeviceChoice choice = requested_device(arguments);
    if (choice.kind == DeviceChoice::Kind::cpu) return {{}, "--device cpu excludes GPUs"};
    const DeviceList list = list_devices();
    if (choice.kind == DeviceChoice::Kind::automatic && list.devices.empty()) return {{}, list.problem};
    const DeviceInfo device = cuda_device(choice.index.value_or(0), "hexscan " + command, "");
    use_device(device.index);
    return {device, {}};
}

namespace {

constexpr std::string_view cpu_engine_instead = "the CPU engine scans instead, with the same results";

/// The device of this rank. The ranks on a host take the devices in turn. 0 if there is none.
int index_by_rank(const DeviceList& list) {
    return process_ranks().local_rank() % std::max(1, static_cast<int>(list.devices.size()));
}

/// Sets the device of the choice: the requested one, or this rank's. Returns the reason if there is none, or an empty
/// string.
std::string find_device(const DeviceChoice& wanted, EngineChoice& choice) {
    const DeviceList list = list_devices();
    const int index = wanted.index.value_or(index_by_rank(list));
    if (wanted.kind == DeviceChoice::Kind::cuda) {
        choice.device = cuda_device(index, fmt::format("--device cuda:{}", index), "; --device cpu scans without one");
        return {};
    }
    if (list.devices.empty()) return list.problem;
    choice.device = list.devices[static_cast<std::size_t>(index)];
    return {};
}

/// The notice for a scan that may use a device but finds none. A build without CUDA gives no notice, because its user
/// knows.
std::string without_device(const std::string& problem) {
    if (HEXSCAN_WITH_CUDA == 0) return {};
    return fmt::format("no CUDA device: {}; {}", problem, cpu_engine_instead);
}

void leave_device(const DeviceError& error, std::string_view instead, EngineChoice& choice) {
    choice.device.reset();
    choice.notice = fmt::format("{}; {}", error.what(), instead);
}

/// Makes the choice's device current and uses its engine if a slice of the plan fits there. If other programs use the
/// device's memory or the device fails, a scan that may use any engine keeps the host's. The notice gives the reason
/// and what runs `instead`. Throws DeviceError if the user requested the device.
bool take_device(const DeviceChoice& wanted, const Engine& on_device, const ScanPlan& plan, std::string_view instead,
                 EngineChoice& choice) {
    try {
        use_device(choice.device->index);
        if (on_device.memory_per_slice(plan).device_bytes > on_device.free_memory().device_bytes)
            throw DeviceFull(full_device_text());
    } catch (const DeviceFull& full) {
        if (wanted.kind == DeviceChoice::Kind::cuda)
            throw DeviceFull(fmt::format("{}; --device cpu scans without it", full.what()));
        leave_device(full, instead, choice);
        return false;
    } catch (const DeviceError& error) {
        if (wanted.kind == DeviceChoice::Kind::cuda) throw;
        leave_device(error, instead, choice);
        return false;
    }
    choice.engine = &on_device;
    return true;
}

/// For a plan that the ladder does not support: with a set, with maps or with rods.
void choose_engine_of_device(const DeviceChoice& wanted, const ScanPlan& plan, EngineChoice& choice) {
    if (wanted.kind == DeviceChoice::Kind::cpu) return;
    const Engine* const engine = cuda_engine_for(plan);
    if (HEXSCAN_WITH_CUDA != 0 && wanted.kind == DeviceChoice::Kind::cuda && engine == nullptr)
        throw UsageError(fmt::format("--device cuda: {}; --device cpu scans it", no_kernel_text));
    if (const std::string problem = find_device(wanted, choice); !problem.empty()) {
        choice.notice = without_device(problem);
        return;
    }
    if (engine == nullptr) {
        choice.device.reset();
        return;
    }
    const Engine* const referee = cuda_brute_force_engine();
    if (take_device(wanted, *engine, plan, cpu_engine_instead, choice) && referee->supports(plan))
        choice.referee = referee;
}

/// True if the user requested neither a device nor timings.
bool is_left_open(const EngineRequest& request) {
    return request.device.kind == DeviceChoice::Kind::automatic && !request.stage && !request.timed;
}

/// The keys of a file for limits that legs share, as a list in words.
std::string keys_that_ask(const Machine& machine) {
    std::vector<std::string_view> keys;
    if (machine.legs_apart) keys.emplace_back("legs.diameter");
    if (machine.load && machine.load->max_force) keys.emplace_back("legs.max_force");
    if (machine.load && machine.load->max_torque) keys.emplace_back("legs.max_torque");
    const auto& singularity = machine.singularity;
    if (singularity && (singularity->avoid || singularity->min_conditioning > 0)) keys.emplace_back("singularity");
    return joined(keys, ", ");
}

const StageEntry& stage_named(const std::string& name) {
    if (const StageEntry* const entry = find_stage(name)) return *entry;
    std::string known;
    for (const StageEntry& entry : stage_registry()) known += fmt::format(" {} {},", entry.number, entry.name);
    throw UsageError(fmt::format("--stage {}: there is no such stage; there are{} all", shown(name), known));
}

/// Throws UsageError if stages cannot scan the plan.
void require_stage_scans(const std::string& stage, const ScanPlan& plan) {
    if (plan.has_rods())
        throw UsageError(
            fmt::format("--stage {}: the stages scan telescopic legs whose joints tilt; leave --stage out to scan "
                        "these with another engine",
                        shown(stage)));
    if (plan.has_shared_limits())
        throw UsageError(
            fmt::format("--stage {}: the stages do not cover limits that legs share ({}); leave --stage out to scan "
                        "with another engine",
                        shown(stage), keys_that_ask(plan.set->machine())));
    if (!plan.is_plain())
        throw UsageError(fmt::format(
            "--stage {}: stages scan one orientation and no maps; leave --stage out, or the file's maps with "
            "--map none",
            shown(stage)));
}

std::string on_this_cpu(const StageEntry& entry) {
    return fmt::format("stage {} {} runs on this CPU instead", entry.number, entry.name);
}

/// Chooses the requested stage: on the device, or in its CPU form if that is requested or no device can run it.
void choose_stage(const DeviceChoice& wanted, const StageEntry& entry, const ScanPlan& plan, EngineChoice& choice) {
    choice.stage = &entry;
    if (wanted.kind != DeviceChoice::Kind::cpu) {
        if (const std::string problem = find_device(wanted, choice); !problem.empty())
            choice.notice = fmt::format("no CUDA device: {}; {}", problem, on_this_cpu(entry));
        else if (!entry.stage->supports(plan))
            throw UsageError(fmt::format("--stage {}: cannot answer this scan; leave --stage out", entry.name));
        else if (take_device(wanted, *entry.stage, plan, on_this_cpu(entry), choice))
            return;
    }
    if (entry.on_host == nullptr)
        throw DeviceError(fmt::format("--stage {}: runs on a CUDA device only{}{}", entry.name,
                                      choice.notice.empty() ? "" : "; ", choice.notice));
    choice.engine = entry.on_host;
}

}  // namespace

bool fall_back_to_host(const DeviceChoice& wanted, const DeviceError& error, EngineChoice& choice) {
    if (wanted.kind != DeviceChoice::Kind::automatic || !choice.stage || !choice.device || !choice.stage->on_host)
        return false;
    leave_device(error, on_this_cpu(*choice.stage), choice);
    choice.engine = choice.stage->on_host;
    return true;
}

EngineChoice choose_engine(const EngineRequest& request, const ScanPlan& plan) {
    const auto& [stage, wanted, timed] = request;
    EngineChoice choice;
    choice.engine = &fastest_host_engine(plan);
    if (stage) {
        const StageEntry& entry = stage_named(*stage);
        require_stage_scans(*stage, plan);
        choose_stage(wanted, entry, plan, choice);
        return choice;
    }
    // Do not search for a device if no kernel can scan the plan.
    const bool without_kernel = (plan.has_rods() || plan.has_shared_limits()) && cuda_engine_for(plan) == nullptr;
    if (HEXSCAN_WITH_CUDA != 0 && without_kernel && wanted.kind != DeviceChoice::Kind::cuda) return choice;
    if (is_left_open(request) && sooner_than_a_device_starts(plan)) {
        if (has_device_files()) choice.reason = "faster than a GPU starts; --device cuda uses one";
        return choice;
    }
    if (!plan.is_plain()) {
        choose_engine_of_device(wanted, plan, choice);
        return choice;
    }
    if (wanted.kind == DeviceChoice::Kind::cpu) return choice;
    if (const std::string problem = find_device(wanted, choice); !problem.empty()) {
        choice.notice = without_device(problem);
        return choice;
    }
    const StageEntry& entry = default_stage();
    if (!entry.stage->supports(plan)) {
        choice.device.reset();
        return choice;
    }
    if (take_device(wanted, *entry.stage, plan, cpu_engine_instead, choice)) choice.stage = &entry;
    return choice;
}

}  // namespace hexscan

#include "src/commands/engine_choice.h"

#include <string_view>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/commands/option_values.h"
#include "src/machine/shared/shared_limit.h"
#include "src/ranks/ranks.h"
#include "src/scan_cuda/cuda_engines.h"
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
    add_option(group, "device", "auto|cpu|cuda", "processor; cuda:N is GPU N; default: auto, the faster processor");
}

DeviceChoice requested_device(const Arguments& arguments) {
    return arguments.parsed("device", parse_device).value_or(DeviceChoice{});
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

/// Lists the keys in a file that set shared limits.
std::string keys_that_ask(const Machine& machine) {
    std::vector<std::string_view> keys;
    if (machine.legs_apart) keys.emplace_back("legs.diameter");
    if (machine.load && machine.load->max_force) keys.emplace_back("legs.max_force");
    if (machine.load && machine.load->max_torque) keys.emplace_back("legs.max_torque");
    if (machine.stiffness && machine.stiffness->limits()) keys.emplace_back("legs.min_stiffness");
    const auto& singularity = machine.singularity;
    if (singularity && (singularity->avoid || singularity->min_conditioning > 0)) keys.emplace_back("singularity");
    return joined(keys, ", ");
}

const StageEntry& stage_named(const std::string& name) {
    if (const StageEntry* const entry = find_stage(name)) return *entry;
    std::string known;
    for (const StageEntry& entry : stage_registry()) known += fmt::format(" {} {},", entry.number, entry.name);
    throw UsageError(fmt::format("--stage {}: there is no such stage; the stages are{} all", shown(name), known));
}

/// Throws UsageError if stages cannot scan the plan.
void require_stage_scans(const std::string& stage, const ScanPlan& plan) {
    if (plan.has_rods())
        throw UsageError(
            fmt::format("--stage {}: the stages support only telescopic legs whose joints have tilt limits; leave "
                        "--stage out to use another engine",
                        shown(stage)));
    if (plan.has_shared_limits())
        throw UsageError(
            fmt::format("--stage {}: the stages do not support limits on several legs together ({}); leave --stage out "
                        "to use another engine",
                        shown(stage), keys_that_ask(plan.set->machine())));
    if (!plan.is_plain())
        throw UsageError(
            fmt::format("--stage {}: stages scan one orientation without maps; leave --stage out, or give --map none "
                        "and one orientation, as in --orientation 0,0,0",
                        shown(stage)));
}

std::string on_this_cpu(const StageEntry& entry) {
    return fmt::format("stage {} {} runs on this CPU instead", entry.number, entry.name);
}

EngineChoice on_stage(const StageEntry& entry, const ScanPlan& plan, EngineRequest wish) {
    const std::string instead = entry.on_host ? on_this_cpu(entry) : "this stage has no form for the CPU";
    wish.on_device = entry.stage;
    wish.on_host = instead;
    wish.takes_device = true;
    EngineChoice choice{choose_engine(plan, wish), &entry};
    if (choice.device && !entry.stage->supports(plan))
        throw UsageError(
            fmt::format("--stage {}: its kernel does not support this scan; leave --stage out", entry.name));
    if (choice.device) return choice;
    if (entry.on_host == nullptr)
        throw DeviceError(fmt::format("--stage {}: runs on a CUDA device only{}{}", entry.name,
                                      choice.notice.empty() ? "" : "; ", choice.notice));
    choice.engine = entry.on_host;
    return choice;
}

}  // namespace

bool fall_back_to_host(const DeviceChoice& wanted, const DeviceError& error, EngineChoice& choice) {
    if (wanted.kind != DeviceChoice::Kind::automatic || !choice.stage || !choice.device || !choice.stage->on_host)
        return false;
    choice.leave_device(error, on_this_cpu(*choice.stage));
    choice.engine = choice.stage->on_host;
    return true;
}

EngineChoice engine_of_run(const RunWish& run, const ScanPlan& plan) {
    EngineRequest wish{.device = run.device, .takes_device = run.timed, .turn = process_ranks().local_rank()};
    wish.option = "--device";
    if (run.stage) {
        const StageEntry& entry = stage_named(*run.stage);
        require_stage_scans(*run.stage, plan);
        return on_stage(entry, plan, wish);
    }
    const StageEntry& entry = default_stage();
    if (entry.stage && entry.stage->supports(plan)) wish.on_device = entry.stage;
    EngineChoice choice{choose_engine(plan, wish)};
    // A user who built hexscan without CUDA needs no message about a missing device.
    if (cuda_engines().empty()) choice.notice.clear();
    if (choice.device && choice.engine == entry.stage) choice.stage = &entry;
    if (choice.device && !choice.stage) choice.referee = cuda_referee_for(plan);
    return choice;
}

}  // namespace hexscan

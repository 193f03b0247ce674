#include "src/scan_cuda/choose_engine.h"

#include <algorithm>

#include <fmt/format.h>

#include "src/engines/host_engines.h"
#include "src/scan_cuda/cuda_engines.h"

namespace hexscan {
namespace {

/// Makes the device current. Throws DeviceError if that fails, or if a slice of the plan does not fit into its memory.
DeviceInUse take_device(const DeviceInfo& device, const Engine& engine, const ScanPlan& plan) {
    DeviceInUse in_use(device.index);
    const auto needed = engine.memory_per_slice(plan).device_bytes;
    if (needed > engine.free_memory().device_bytes)
        throw DeviceFull(
            fmt::format("{}; one slice of this scan needs {} MiB", full_device_text(), (needed >> 20) + 1));
    return in_use;
}

}  // namespace

DeviceInfo cuda_device(int index, std::string_view who, std::string_view cure) {
    const DeviceList list = list_devices();
    if (list.devices.empty()) throw DeviceError(fmt::format("{} needs a CUDA device: {}{}", who, list.problem, cure));
    const int last = static_cast<int>(list.devices.size()) - 1;
    if (index > last)
        throw DeviceError(fmt::format("{}: there is no cuda:{} here; the last is cuda:{}", who, index, last));
    return list.devices[static_cast<std::size_t>(index)];
}

void ChosenEngine::leave_device(const DeviceError& error, std::string_view instead) {
    device.reset();
    in_use.reset();
    left_device = true;
    notice = fmt::format("{}; {}", error.what(), instead);
}

ChosenEngine choose_engine(const ScanPlan& plan, const EngineRequest& wish) {
    ChosenEngine chosen{.engine = &fastest_host_engine(plan)};
    if (wish.device.kind == DeviceChoice::Kind::cpu) return chosen;
    const bool by_name = wish.device.kind == DeviceChoice::Kind::cuda;
    const Engine* const on_device = wish.on_device ? wish.on_device : cuda_engine_for(plan);
    if (on_device == nullptr && !cuda_engines().empty()) {
        if (by_name)
            throw UsageError(fmt::format("{0} cuda: {1}; use {0} cpu for this scan", wish.option, no_kernel_text));
        return chosen;
    }
    if (!by_name && !wish.takes_device && sooner_than_a_device_starts(plan)) {
        if (!cuda_engines().empty() && has_device_files())
            chosen.reason =
                fmt::format("the CPU finishes before a GPU has started; use {} cuda to use a GPU", wish.option);
        return chosen;
    }
    const DeviceList list = list_devices();
    const int index = wish.device.index.value_or(wish.turn % std::max(1, static_cast<int>(list.devices.size())));
    if (list.devices.empty() && !by_name) {
        chosen.notice = fmt::format("no CUDA device: {}; {}", list.problem, wish.on_host);
        return chosen;
    }
    chosen.device = cuda_device(index, fmt::format("{} cuda:{}", wish.option, index),
                                fmt::format("; use {} cpu to scan without a GPU", wish.option));
    try {
        chosen.in_use = take_device(*chosen.device, *on_device, plan);
        chosen.engine = on_device;
    } catch (const DeviceFull& full) {
        if (by_name) throw DeviceFull(fmt::format("{}; use {} cpu to scan without CUDA", full.what(), wish.option));
        chosen.leave_device(full, wish.on_host);
    } catch (const DeviceError& error) {
        if (by_name) throw;
        chosen.leave_device(error, wish.on_host);
    }
    return chosen;
}

}  // namespace hexscan

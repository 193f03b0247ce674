#include "src/sweep/commands/sweep_devices.h"

#include <algorithm>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/commands/engine_choice.h"
#include "src/commands/option_values.h"
#include "src/console/console.h"
#include "src/sweep/sweep_folder.h"
#include "src/system/stopwatch.h"

namespace hexscan {
namespace {

/// Indices of CUDA devices. If the list is empty, the host computes.
using DeviceIndices = std::vector<int>;

DeviceIndices all_devices(const DeviceList& list) {
    DeviceIndices all;
    for (const DeviceInfo& device : list.devices) all.push_back(device.index);
    return all;
}

DeviceIndices parse_devices(const std::string& text) {
    DeviceIndices indices;
    for (const std::string_view part : split(text, ',')) {
        const auto index = part.starts_with("cuda:") ? parse_number<int>(part.substr(5)) : std::nullopt;
        if (!index || *index < 0)
            reject_value("--device", text, "must be auto, cpu, cuda, cuda:all, or devices as in cuda:0,cuda:1");
        if (std::find(indices.begin(), indices.end(), *index) != indices.end())
            reject_value("--device", text, "must name each device once");
        (void)cuda_device(*index, fmt::format("--device {}", text), "; --device cpu measures without one");
        indices.push_back(*index);
    }
    return indices;
}

/// If a host has several ranks, each takes one device.
DeviceIndices own_share(const DeviceIndices& all, const Ranks& ranks) {
    if (ranks.count() == 1 || all.empty()) return all;
    return {all[static_cast<std::size_t>(ranks.local_rank()) % all.size()]};
}

DeviceIndices requested_devices(const Arguments& arguments, const Ranks& ranks) {
    const std::string text = arguments.text("device").value_or("auto");
    if (text == "cpu") return {};
    if (text != "auto" && text != "cuda" && text != "cuda:all") return own_share(parse_devices(text), ranks);
    const DeviceList list = list_devices();
    if (text != "auto" && list.devices.empty())
        (void)cuda_device(0, fmt::format("--device {}", text), "; --device cpu measures without one");
    return own_share(all_devices(list), ranks);
}

/// Estimates the time of the whole sweep on the host from its first machines.
std::string host_time_text(const SweepFile& sweep, const Designs& designs) {
    constexpr std::int64_t judged_by = 16;
    const std::int64_t measured = std::min(judged_by, designs.count());
    const auto meter = make_host_meter(sweep, designs);
    const Stopwatch watch;
    (void)meter->measure(0, measured);
    const double seconds = watch.seconds() * static_cast<double>(designs.count()) / static_cast<double>(measured);
    return fmt::format("{} machines take about {} s", designs.count(), three_digits(seconds));
}

}  // namespace

std::vector<std::unique_ptr<Meter>> sweep_meters(const Arguments& arguments, const SweepFile& sweep,
                                                 const Designs& designs, const Ranks& ranks) {
    try {
        std::vector<std::unique_ptr<Meter>> meters = device_meters(sweep, designs, requested_devices(arguments, ranks));
        if (!meters.empty()) return meters;
    } catch (const DeviceFull& full) {
        if (arguments.text("device").value_or("auto") != "auto")
            throw DeviceFull(fmt::format("{}; --device cpu measures without the GPU", full.what()));
        warn(fmt::format("{}; the CPU measures instead, with the same figures: {}", full.what(),
                         host_time_text(sweep, designs)));
    }
    return host_meters(sweep, designs);
}

}  // namespace hexscan

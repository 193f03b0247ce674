#include <algorithm>
#include <optional>
#include <vector>

#include "src/base/text.h"
#include "src/device/devices.h"
#include "src/system/memory.h"
#include "stages/registry.h"

namespace hexscan {

#if HEXSCAN_WITH_CUDA
#define HEXSCAN_DEVICE_STAGE(number, name, make, change) const Stage& make();
#else
#define HEXSCAN_DEVICE_STAGE(number, name, make, change)
#endif
#define HEXSCAN_STAGE(number, name, make, change)    \
    HEXSCAN_DEVICE_STAGE(number, name, make, change) \
    const HostStage& make##_on_host();
#include "stages/stages.def"
#undef HEXSCAN_STAGE
#undef HEXSCAN_DEVICE_STAGE

#if HEXSCAN_WITH_CUDA
#define HEXSCAN_ON_DEVICE(make) &make()
#else
#define HEXSCAN_ON_DEVICE(make) nullptr
#endif
#define HEXSCAN_STAGE(number, name, make, change) {number, name, change, HEXSCAN_ON_DEVICE(make), &make##_on_host()},
#define HEXSCAN_DEVICE_STAGE(number, name, make, change) {number, name, change, HEXSCAN_ON_DEVICE(make), nullptr},

std::span<const StageEntry> stage_registry() {
    static const std::vector<StageEntry> entries{
#include "stages/stages.def"
    };
    return entries;
}
#undef HEXSCAN_STAGE
#undef HEXSCAN_DEVICE_STAGE
#undef HEXSCAN_ON_DEVICE

const StageEntry* find_stage(const std::string& number_or_name) {
    const bool digits_only =
        std::all_of(number_or_name.begin(), number_or_name.end(), [](char c) { return c >= '0' && c <= '9'; });
    const int number = digits_only ? parse_number<int>(number_or_name).value_or(0) : 0;
    const auto entries = stage_registry();
    const auto found = std::find_if(entries.begin(), entries.end(), [&](const StageEntry& entry) {
        return digits_only ? entry.number == number : entry.name == number_or_name;
    });
    return found == entries.end() ? nullptr : &*found;
}

const StageEntry& default_stage() { return *find_stage(default_stage_name); }

const StageEntry& entry_of(const Engine& engine) {
    const auto entries = stage_registry();
    return *std::find_if(entries.begin(), entries.end(), [&](const StageEntry& entry) {
        return static_cast<const Engine*>(entry.stage) == &engine ||
               static_cast<const Engine*>(entry.on_host) == &engine;
    });
}

std::string_view Stage::name() const { return entry_of(*this).name; }

KernelName kernel_name(std::string_view expression, std::string_view path) {
    std::string name(expression);
    name.erase(std::remove(name.begin(), name.end(), ' '), name.end());
    return {name, std::string(path.substr(path.find_last_of('/') + 1))};
}

MemoryUse Stage::free_memory() const { return {available_host_bytes(), free_device_bytes()}; }

}  // namespace hexscan

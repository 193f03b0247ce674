#include <algorithm>
#include <charconv>
#include <vector>

#include "src/stage.h"

namespace hexscan {

#if HEXSCAN_WITH_CUDA
#define HEXSCAN_STAGE(number, name, make, change) const Stage& make();
#include "stages/stages.def"
#undef HEXSCAN_STAGE
#define HEXSCAN_STAGE(number, name, make, change) {number, name, change, &make()},
#else
#define HEXSCAN_STAGE(number, name, make, change) {number, name, change, nullptr},
#endif

std::span<const StageEntry> stage_registry() {
    static const std::vector<StageEntry> entries{
#include "stages/stages.def"
    };
    return entries;
}
#undef HEXSCAN_STAGE

const StageEntry* find_stage(const std::string& number_or_name) {
    int number = 0;
    const char* const end = number_or_name.data() + number_or_name.size();
    const auto parsed = std::from_chars(number_or_name.data(), end, number);
    const bool is_number = parsed.ec == std::errc{} && parsed.ptr == end;
    const auto entries = stage_registry();
    const auto found = std::find_if(entries.begin(), entries.end(), [&](const StageEntry& entry) {
        return is_number ? entry.number == number : entry.name == number_or_name;
    });
    return found == entries.end() ? nullptr : &*found;
}

}  // namespace hexscan

#include "src/results/output_kinds.h"

#include <algorithm>

#include "src/base/text.h"

namespace hexscan {

#define HEXSCAN_OUTPUT(kind) OutputKind kind();
#include "src/results/outputs.def"
#undef HEXSCAN_OUTPUT

std::span<const OutputKind> output_kinds() {
    static const std::vector<OutputKind> kinds{
#define HEXSCAN_OUTPUT(kind) kind(),
#include "src/results/outputs.def"
#undef HEXSCAN_OUTPUT
    };
    return kinds;
}

std::vector<std::string_view> words_of(const OutputKind& kind) {
    return kind.words.empty() ? std::vector<std::string_view>{"on", no_output} : split(kind.words, '|');
}

std::string_view RequestedOutputs::word(std::string_view option) const {
    if (const auto said = words_.find(option); said != words_.end()) return said->second;
    const auto kinds = output_kinds();
    return std::find_if(kinds.begin(), kinds.end(), [&](const OutputKind& kind) { return kind.option == option; })
        ->standard;
}

}  // namespace hexscan

#include "src/study/plain_stages.h"

#include <span>
#include <string_view>

#include <fmt/format.h>

namespace hexscan {

/// CMake builds this, see CMakeLists.txt.
extern const std::span<const EmbeddedFile> stage_and_kernel_sources;

EmbeddedFile plain_stage(int stage) {
    const std::string prefix = fmt::format("docs/cuda/{:02}_", stage);
    for (const EmbeddedFile& source : stage_and_kernel_sources)
        if (std::string_view(source.path).starts_with(prefix)) return source;
    return {};
}

}  // namespace hexscan

#include "src/files/requirement_kind.h"

#include <array>

#include <fmt/format.h>

namespace hexscan {

#define HEXSCAN_REQUIREMENT(kind) RequirementKind kind##_requirement();
#include "src/files/requirements/requirements.def"
#undef HEXSCAN_REQUIREMENT

std::span<const RequirementKind> requirement_kinds() {
    static const std::array kinds{
#define HEXSCAN_REQUIREMENT(kind) kind##_requirement(),
#include "src/files/requirements/requirements.def"
#undef HEXSCAN_REQUIREMENT
    };
    return kinds;
}

const WrittenPoses& written(const Requirement& requirement) {
    return dynamic_cast<const WrittenPoses&>(*requirement.poses);
}

std::string listed_requirement_kinds(std::string_view last_joint) {
    const std::span<const RequirementKind> kinds = requirement_kinds();
    std::string list = fmt::format("a {}", kinds.front().name);
    for (std::size_t i = 1; i < kinds.size(); ++i)
        list += i + 1 == kinds.size() ? fmt::format(" {} a {}", last_joint, kinds[i].name)
                                      : fmt::format(", a {}", kinds[i].name);
    return list;
}

}  // namespace hexscan

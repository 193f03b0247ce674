#include "src/files/requirement_kind.h"

#include <array>
#include <map>

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

nlohmann::json asked_json(const Requirement& requirement) {
    const WrittenPoses& poses = written(requirement);
    nlohmann::json asked = {{"clearance_m", requirement.clearance_m}, {poses.kind(), poses.json()}};
    for_each_key_of_legs([&](const auto& key) {
        if (const auto& value = requirement.of_legs.*key.value) asked[key.json] = *value;
    });
    return asked;
}

void share_poses(std::vector<Requirement>& requirements) {
    std::map<std::string, std::shared_ptr<const RequiredPoses>> first_that_asks;
    for (Requirement& requirement : requirements)
        if (requirement.poses->file())
            requirement.poses =
                first_that_asks.try_emplace(asked_json(requirement).dump(), requirement.poses).first->second;
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

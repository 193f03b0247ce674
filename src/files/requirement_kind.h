#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "src/check/requirement_check.h"
#include "src/files/json_fields.h"
#include "src/files/platform_document.h"
#include "src/files/pose_file.h"

/// The kinds of poses that a requirement can name. Each is one file of the folder requirements and one line of
/// requirements/requirements.def.
namespace hexscan {

/// Required poses as files and records have them: what every kind of them is.
class WrittenPoses : public RequiredPoses {
public:
    /// The name of the kind, under which records have them.
    virtual std::string_view kind() const = 0;
    /// What a record holds of them, in SI. Where a requirement's record has a `box`, the page draws it.
    virtual nlohmann::json json() const = 0;
    /// Adds to the JSON of a check what is told of this kind only.
    virtual void tell(const RequirementResult& result, nlohmann::json& what) const = 0;
};

/// How a kind is asked for and read back.
struct RequirementKind {
    std::string_view name{};
    std::vector<std::string_view> keys{};          ///< in a platform file: any of them asks for this kind
    std::vector<std::string_view> further_keys{};  ///< may stand beside those
    /// Reads them. `files` reads the poses of files later. Throws InputError naming file, line, key and what is
    /// allowed.
    std::shared_ptr<const RequiredPoses> (*read)(const Section& section, const PlatformDocument& document,
                                                 const std::shared_ptr<PoseFiles>& files) = nullptr;
    /// From what json() wrote. Throws InputError.
    std::shared_ptr<const RequiredPoses> (*from_json)(const JsonField& field,
                                                      const std::shared_ptr<PoseFiles>& files) = nullptr;
};

/// All of them, in the order of messages.
std::span<const RequirementKind> requirement_kinds();

/// The poses of a requirement as they are written.
const WrittenPoses& written(const Requirement& requirement);

/// What a requirement asks, without its name: its clearance, its poses and what it requires of legs.
nlohmann::json asked_json(const Requirement& requirement);

/// Lets requirements that ask the same of the poses of a file share them, so that these are read and proved once.
void share_poses(std::vector<Requirement>& requirements);

/// "a box or a path", with the word for "or".
std::string listed_requirement_kinds(std::string_view last_joint);

}  // namespace hexscan

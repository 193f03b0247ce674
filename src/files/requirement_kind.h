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

/// The kinds of poses that a requirement can name. Each is one file in the folder `requirements` and one line of
/// requirements/requirements.def.
namespace hexscan {

/// Required poses with the functions that write and report them; the base class of all kinds.
class WrittenPoses : public RequiredPoses {
public:
    /// Name of the kind in records.
    virtual std::string_view kind() const = 0;
    /// The poses for a record, in SI. The record has them under the name of the kind. The page draws those of `box`.
    virtual nlohmann::json json() const = 0;
    /// The poses in words and in these units: "x -60 … 60, y 0, z 550 mm; ...".
    virtual std::string text(const Units& units) const = 0;
    /// Adds the results of this kind to the JSON of a check.
    virtual void tell(const RequirementResult& result, nlohmann::json& what) const = 0;
};

/// The keys of a kind, and how it is read.
struct RequirementKind {
    std::string_view name{};                       ///< "box"
    std::vector<std::string_view> keys{};          ///< Keys in a machine file, each of which selects this kind.
    std::vector<std::string_view> further_keys{};  ///< Keys that are also allowed.
    /// Reads the poses from a requirement of a machine file. If a file has the poses, the result reads it later by
    /// `files`. Throws InputError naming file, line, key and what is allowed.
    std::shared_ptr<const RequiredPoses> (*read)(const Section& section, const PlatformDocument& document,
                                                 const std::shared_ptr<PoseFiles>& files) = nullptr;
    /// Reads the poses from the result of json(). Throws InputError.
    std::shared_ptr<const RequiredPoses> (*from_json)(const JsonField& field,
                                                      const std::shared_ptr<PoseFiles>& files) = nullptr;
};

/// All kinds, in the order in which messages list them.
std::span<const RequirementKind> requirement_kinds();

/// The poses of a requirement as WrittenPoses, which they must be.
const WrittenPoses& written(const Requirement& requirement);

/// A requirement as JSON without its name: clearance, poses and limits on legs.
nlohmann::json asked_json(const Requirement& requirement);

/// Lets requirements share the poses of a file if they require the same at these poses. The poses are then read and
/// proved only once.
void share_poses(std::vector<Requirement>& requirements);

/// Text such as "a box or a path"; `last_joint` is the word for "or".
std::string listed_requirement_kinds(std::string_view last_joint);

}  // namespace hexscan

#pragma once

#include <memory>
#include <optional>

#include <nlohmann/json.hpp>

#include "src/check/requirement.h"
#include "src/machine/finding.h"

namespace hexscan {

/// All poses of a box, low <= high throughout.
std::shared_ptr<const RequiredPoses> required_box(const PoseBox& box);

/// The box that these poses are; null where they are of another kind.
const PoseBox* box_of(const RequiredPoses& poses);

/// That a box whose numbers do not count from home does not contain it: a warning where they would contain it if they
/// did, else a note. Nothing of single values elsewhere, of other poses, and of machines without a home.
std::optional<Finding> box_without_home(const Requirement& requirement, const Machine& machine);

/// `kept_to` and `lost_at`, null where even the largest that was tried is proved; null where nothing is to be told.
nlohmann::json growth_json(const std::optional<BoxGrowth>& growth);

}  // namespace hexscan

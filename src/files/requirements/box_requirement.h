#pragma once

#include <memory>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "src/check/requirement.h"
#include "src/machine/finding.h"

namespace hexscan {

/// The poses of a box, with low <= high in every coordinate.
std::shared_ptr<const RequiredPoses> required_box(const PoseBox& box);

/// The box of these poses; null if they are of another kind.
const PoseBox* box_of(const RequiredPoses& poses);

/// The ranges of a box, such as "x -30 … 30, ...". `inwards` rounds the ends into the box.
std::string box_text(const PoseBox& box, const Units& units, bool inwards = false);

/// Reports that a box does not contain home although its numbers do not count from home. It is a warning if the box
/// would contain home when counted from there, otherwise a note. Returns nullopt for single values elsewhere, other
/// poses, and machines without a home.
std::optional<Finding> box_without_home(const Requirement& requirement, const Machine& machine);

/// The growth as JSON: `kept_to`, `lost_at`, `is_open` and `gave_up`. `lost_at` is null if even the largest tried
/// growth is proved. The result is null without a growth.
nlohmann::json growth_json(const std::optional<BoxGrowth>& growth);

}  // namespace hexscan

#pragma once

#include <memory>
#include <vector>

#include "src/check/requirement.h"

namespace hexscan {

/// A path of at least one pose. With `everything_between` it includes the straight way between two consecutive poses,
/// along which all six coordinates change linearly.
std::shared_ptr<const RequiredPoses> required_path(std::vector<Pose> poses, bool everything_between);

}  // namespace hexscan

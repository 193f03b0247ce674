#pragma once

#include <memory>
#include <vector>

#include "src/check/requirement.h"

namespace hexscan {

/// These poses, one at least, and if asked everything between each two that follow one another, all six coordinates
/// going straight.
std::shared_ptr<const RequiredPoses> required_path(std::vector<Pose> poses, bool everything_between);

}  // namespace hexscan

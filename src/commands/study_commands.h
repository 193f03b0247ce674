#pragma once

#include <string>

#include "hexscan/errors.h"

namespace hexscan {

/// What a build without the study answers to what belongs to it.
UsageError without_study(const std::string& asked);

}  // namespace hexscan

#pragma once

#include "src/base/embedded_files.h"

namespace hexscan {

/// The file of docs/cuda/ that is the stage as a program of its own; null pointers for a stage without one.
EmbeddedFile plain_stage(int stage);

}  // namespace hexscan

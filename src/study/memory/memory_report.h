#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "src/study/memory/lesson.h"

namespace hexscan::memory {

/// The lessons as tables for a terminal, each with how to read it.
std::string memory_text(const MemoryStudy& study);

/// The same as JSON: every figure under its column's key.
nlohmann::json memory_json(const MemoryStudy& study);

}  // namespace hexscan::memory

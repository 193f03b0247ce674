#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "src/study/memory/lesson.h"

namespace hexscan::memory {

/// The lessons as tables for a terminal, each with how to read it.
std::string memory_text(const MemoryStudy& study);

/// The same as JSON: every figure under its column's key.
nlohmann::json memory_json(const MemoryStudy& study);

/// Whether this is what memory_json() gives, and not a case study.
bool is_memory_json(const nlohmann::json& json);

/// Reads back what memory_json() gives. Throws InputError naming the field that is missing or has another type.
MemoryStudy memory_from_json(const nlohmann::json& json);

}  // namespace hexscan::memory

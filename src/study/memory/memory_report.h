#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "src/study/memory/lesson.h"

namespace hexscan::memory {

/// The lessons as tables for a terminal, each with its explanation.
std::string memory_text(const MemoryStudy& study);

/// The lessons as JSON, with every figure under its column's key.
nlohmann::json memory_json(const MemoryStudy& study);

/// True if this is a result of memory_json(), and not a case study.
bool is_memory_json(const nlohmann::json& json);

/// Reads a result of memory_json(). If a field is missing or has another type, throws InputError that names the field.
MemoryStudy memory_from_json(const nlohmann::json& json);

}  // namespace hexscan::memory

#pragma once

#include <span>
#include <string>
#include <vector>

#include "hexscan/observer.h"
#include "src/device/devices.h"
#include "src/study/memory/lesson.h"

namespace hexscan::memory {

/// A line of lessons.def.
struct LessonEntry {
    std::string key;
    std::string what;  ///< the content of the lesson
};

/// All lessons, in the order of the tables.
std::span<const LessonEntry> lesson_entries();

/// Measures the lessons with these keys on the current device, and verifies every result. Without keys it measures all
/// lessons. Throws VerificationError, and DeviceError, also in a build without CUDA.
MemoryStudy measure_memory(const DeviceInfo& device, int repeats, std::span<const std::string> keys,
                           Observer& observer);

}  // namespace hexscan::memory

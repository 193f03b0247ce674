#include "src/study/memory/memory_study.h"

#include <algorithm>

#include "src/base/version.h"
#include "src/study/memory/lesson_bench.cuh"
#include "src/system/date.h"

namespace hexscan::memory {
namespace {

using MeasureLesson = Lesson (*)(const LessonBench&);

/// The functions that measure, in the order of lesson_entries().
constexpr MeasureLesson measures[] = {
#define HEXSCAN_MEMORY_LESSON(key, measure, what) measure,
#include "src/study/memory/lessons.def"
#undef HEXSCAN_MEMORY_LESSON
};

}  // namespace

MemoryStudy measure_memory(const DeviceInfo& device, int repeats, std::span<const std::string> keys,
                           Observer& observer) {
    const LessonBench bench{device, multiprocessor_clock_mhz(), repeats};
    MemoryStudy study{version,
                      utc_now(),
                      device.name,
                      device.capability_major,
                      device.capability_minor,
                      device.multiprocessors,
                      device.memory_bandwidth_gb_s,
                      bench.clock_mhz,
                      repeats,
                      {}};
    const auto entries = lesson_entries();
    const std::unique_ptr<Work> progress =
        observer.begin("lessons", static_cast<int>(keys.empty() ? entries.size() : keys.size()));
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (!keys.empty() && std::find(keys.begin(), keys.end(), entries[i].key) == keys.end()) continue;
        Lesson lesson = measures[i](bench);
        lesson.key = entries[i].key;
        lesson.title = entries[i].what;
        study.lessons.push_back(std::move(lesson));
        progress->advance();
    }
    return study;
}

}  // namespace hexscan::memory

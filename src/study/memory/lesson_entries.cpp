#include "src/study/memory/memory_study.h"

namespace hexscan::memory {

std::span<const LessonEntry> lesson_entries() {
    static const std::vector<LessonEntry> entries{
#define HEXSCAN_MEMORY_LESSON(key, measure, what) {key, what},
#include "src/study/memory/lessons.def"
#undef HEXSCAN_MEMORY_LESSON
    };
    return entries;
}

}  // namespace hexscan::memory

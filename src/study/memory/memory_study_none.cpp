#include "hexscan/errors.h"
#include "src/study/memory/memory_study.h"

/// The memory lessons in a build without CUDA.
namespace hexscan::memory {

MemoryStudy measure_memory(const DeviceInfo&, int, std::span<const std::string>, Observer&) {
    throw DeviceError(
        "hexscan memory: this hexscan is built without CUDA, and needs a GPU to measure; hexscan report "
        "output/case-study/memory.json shows what it measured on one");
}

}  // namespace hexscan::memory

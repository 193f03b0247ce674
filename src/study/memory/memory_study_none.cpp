#include "hexscan/errors.h"
#include "src/study/memory/memory_study.h"

/// The memory lessons in a build without CUDA.
namespace hexscan::memory {

MemoryStudy measure_memory(const DeviceInfo&, int, std::span<const std::string>, Observer&) {
    throw DeviceError("hexscan memory: this program has no CUDA code, but the command measures a GPU");
}

}  // namespace hexscan::memory

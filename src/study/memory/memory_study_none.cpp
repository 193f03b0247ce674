#include "hexscan/errors.h"
#include "src/study/memory/memory_study.h"

/// The memory lessons in a build without CUDA.
namespace hexscan::memory {

MemoryStudy measure_memory(const DeviceInfo&, int, std::span<const std::string>, Observer&) {
    throw DeviceError("hexscan memory: measures a GPU, but this hexscan was built without CUDA");
}

}  // namespace hexscan::memory

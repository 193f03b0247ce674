#include "src/base/errors.h"
#include "src/study/memory/memory_study.h"

/// The memory lessons in a build without CUDA.
namespace hexscan::memory {

MemoryStudy measure_memory(const DeviceInfo&, int, std::span<const std::string>, bool) {
    throw DeviceError("hexscan memory: this hexscan is built without CUDA; install the CUDA toolkit and build again");
}

}  // namespace hexscan::memory

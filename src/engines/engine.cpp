#include "src/engines/engine.h"

#include <limits>

#include "src/system/memory.h"

namespace hexscan {

MemoryUse Engine::free_memory() const { return {available_host_bytes(), std::numeric_limits<std::int64_t>::max()}; }

}  // namespace hexscan

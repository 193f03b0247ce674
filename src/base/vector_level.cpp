#include "src/base/vector_level.h"

#include <atomic>

namespace hexscan {
namespace {

std::atomic<VectorLevel>& chosen_level() {
    static std::atomic<VectorLevel> level = highest_vector_level();
    return level;
}

}  // namespace

VectorLevel highest_vector_level() {
#if HEXSCAN_VECTOR_LEVELS == 1
    return VectorLevel::baseline;
#elif __GNUC__ >= 12
    if (__builtin_cpu_supports("x86-64-v4")) return VectorLevel::avx512;
    return __builtin_cpu_supports("x86-64-v3") ? VectorLevel::avx2 : VectorLevel::baseline;
#else
    if (__builtin_cpu_supports("avx512f")) return VectorLevel::avx512;
    return __builtin_cpu_supports("avx2") ? VectorLevel::avx2 : VectorLevel::baseline;
#endif
}

VectorLevel vector_level() { return chosen_level().load(std::memory_order_relaxed); }

void use_vector_level(VectorLevel level) { chosen_level().store(level, std::memory_order_relaxed); }

std::string_view name_of(VectorLevel level) {
#if defined(__x86_64__)
    constexpr std::array names{"x86-64", "x86-64-v3", "x86-64-v4"};
#else
    constexpr std::array names{"baseline"};
#endif
    return names[static_cast<std::size_t>(level)];
}

}  // namespace hexscan

#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace hexscan {

/// Levels of vector instructions for which time-critical functions are compiled, lowest first.
enum class VectorLevel { baseline, avx2, avx512 };

/// The highest level that both this processor and this program support.
VectorLevel highest_vector_level();

/// The level at which functions run: the highest level, unless a test has chosen another.
VectorLevel vector_level();

/// Only for tests: selects a level that the processor supports. Must not be called during a computation.
void use_vector_level(VectorLevel level);

/// The compilers' name of the level, for example "x86-64-v3".
std::string_view name_of(VectorLevel level);

// The level depends on the processor's features, not on its model. GCC knows the levels of x86-64 by name from version
// 12 on. Other compilers and processors use only the baseline.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define HEXSCAN_VECTOR_LEVELS 3
#if __GNUC__ >= 12
#define HEXSCAN_AVX512 "arch=x86-64-v4"
#define HEXSCAN_AVX2 "arch=x86-64-v3"
#else
#define HEXSCAN_AVX512 "avx512f"
#define HEXSCAN_AVX2 "avx2"
#endif
#else
#define HEXSCAN_VECTOR_LEVELS 1
#endif

/// A lambda inside a function of several levels is compiled for the baseline unless it is inlined.
#define HEXSCAN_INLINE_LAMBDA __attribute__((always_inline))

namespace detail {

template <auto function, class Result, class... Arguments>
__attribute__((noinline)) Result at_baseline(Arguments... arguments) {
    return function(arguments...);
}

#if HEXSCAN_VECTOR_LEVELS > 1
template <auto function, class Result, class... Arguments>
__attribute__((noinline, target(HEXSCAN_AVX2))) Result at_avx2(Arguments... arguments) {
    return function(arguments...);
}

template <auto function, class Result, class... Arguments>
__attribute__((noinline, target(HEXSCAN_AVX512))) Result at_avx512(Arguments... arguments) {
    return function(arguments...);
}
#endif

template <auto function, class Result, class... Arguments>
Result call_at(VectorLevel level, Arguments... arguments) {
    constexpr std::array compiled {
        at_baseline<function, Result, Arguments...>,
#if HEXSCAN_VECTOR_LEVELS > 1
            at_avx2<function, Result, Arguments...>, at_avx512<function, Result, Arguments...>
#endif
    };
    return compiled[static_cast<std::size_t>(level)](arguments...);
}

template <auto function, class Type>
struct Levelled;

template <auto function, class Result, class... Arguments>
struct Levelled<function, Result (*)(Arguments...)> {
    Result operator()(Arguments... arguments) const {
        return call_at<function, Result, Arguments...>(vector_level(), arguments...);
    }
};

}  // namespace detail

/// `function`, compiled once per level and called at this process's level. So one portable program uses AVX2 or AVX-512
/// where the processor supports it. The function and everything that it calls must be HEXSCAN_HD_INLINE. The compiler
/// fuses no multiplications with additions, so every level gives the same bits.
template <auto function>
inline constexpr detail::Levelled<function, decltype(function)> at_vector_level;

}  // namespace hexscan

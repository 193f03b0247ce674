#pragma once

/// Compiles a function once per level of vector instructions and picks at load time, by what the processor can and not by
/// its model, so that one portable binary uses AVX2 or AVX-512 where the machine has it. Contraction is off, so every clone
/// gives the same bits. GCC knows the levels of x86-64 from version 12 on. Clang and other processors get the plain
/// function; so do sanitizers, whose runtime is not up yet when the choice is made.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#if __GNUC__ >= 12
#define HEXSCAN_VECTOR_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define HEXSCAN_VECTOR_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#endif
#else
#define HEXSCAN_VECTOR_CLONES
#endif

/// A lambda inside such a function is compiled for the plain processor unless it is inlined.
#define HEXSCAN_INLINE_LAMBDA __attribute__((always_inline))

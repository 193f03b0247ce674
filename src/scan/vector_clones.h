#pragma once

/// Compiles a function once per x86-64 vector extension and picks at load time, so that one portable
/// binary uses AVX2 or AVX-512 where the machine has it. Contraction is off, so every clone gives the
/// same bits. Clang and other processors get the plain function; so do sanitizers, whose runtime is
/// not up yet when the choice is made.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define HEXSCAN_VECTOR_CLONES __attribute__((target_clones("arch=skylake-avx512", "arch=haswell", "default")))
#else
#define HEXSCAN_VECTOR_CLONES
#endif

/// A lambda inside such a function is compiled for the plain processor unless it is inlined.
#define HEXSCAN_INLINE_LAMBDA __attribute__((always_inline))

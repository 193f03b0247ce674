#pragma once

/// Marks a function that is compiled for the host and, by nvcc, for the device too.
/// One formula serves both sides; what must differ lives in a leaf function. Sanitizers see as much in small code,
/// which Clang compiles sooner.
#if defined(__CUDACC__)
#define HEXSCAN_HD __host__ __device__
#define HEXSCAN_HD_INLINE __host__ __device__ __forceinline__
#elif defined(HEXSCAN_SMALL_CODE)
#define HEXSCAN_HD
#define HEXSCAN_HD_INLINE inline
#else
#define HEXSCAN_HD
#define HEXSCAN_HD_INLINE inline __attribute__((always_inline))
#endif

/// In line on the device. On the host the compiler decides, so that what is large stands once, however many call it; a
/// function of several levels of vector instructions (src/scan/rows/vector_level.h) must not call it.
#if defined(__CUDACC__)
#define HEXSCAN_HD_INLINE_ON_DEVICE HEXSCAN_HD_INLINE
#else
#define HEXSCAN_HD_INLINE_ON_DEVICE inline
#endif

/// Keeps a function of device code out of line: kernels that are too large for what caches of instructions there are
/// wait for them. On the host the compiler decides.
#if defined(__CUDA_ARCH__)
#define HEXSCAN_HD_OUTLINE __host__ __device__ __noinline__
#else
#define HEXSCAN_HD_OUTLINE HEXSCAN_HD_INLINE_ON_DEVICE
#endif

/// Unrolls the loop that follows, so that arrays indexed in it stay in registers. nvcc's host pass knows
/// neither spelling; what it compiles of the kernels never runs.
#if defined(__CUDA_ARCH__) || (defined(__clang__) && !defined(HEXSCAN_SMALL_CODE))
#define HEXSCAN_UNROLL _Pragma("unroll")
#elif defined(__CUDACC__) || defined(HEXSCAN_SMALL_CODE)
#define HEXSCAN_UNROLL
#else
#define HEXSCAN_UNROLL _Pragma("GCC unroll 18")
#endif

/// Leaves the loop that follows a loop. Device code that is unrolled over all legs and limits everywhere is hundreds of
/// kilobytes, and a kernel then waits for its instructions: HEXSCAN_LET_LOOPS_UNROLL shows it
/// (docs/orientation-sets.md).
#if defined(__CUDA_ARCH__) && !defined(HEXSCAN_LET_LOOPS_UNROLL)
#define HEXSCAN_ROLLED _Pragma("unroll 1")
#else
#define HEXSCAN_ROLLED
#endif

/// Keeps the loop that follows rolled, on the host and on the device: what a stage of the ladder asks for.
#if defined(__CUDA_ARCH__)
#define HEXSCAN_STAYS_ROLLED _Pragma("unroll 1")
#elif defined(__clang__)
#define HEXSCAN_STAYS_ROLLED _Pragma("clang loop unroll(disable)")
#elif defined(__CUDACC__)
#define HEXSCAN_STAYS_ROLLED
#else
#define HEXSCAN_STAYS_ROLLED _Pragma("GCC unroll 1")
#endif

#pragma once

/// Marks a function that is compiled for the host and, by nvcc, for the device, too. One formula serves both; only the
/// smallest functions contain code that differs. HEXSCAN_SMALL_CODE disables forced inlining: Clang then compiles the
/// code sooner, and sanitizers still find as many errors.
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

/// Inlines the function on the device. On the host the compiler decides, so that a large function exists only once. A
/// function that is compiled for several vector levels (src/base/vector_level.h) must not call it.
#if defined(__CUDACC__)
#define HEXSCAN_HD_INLINE_ON_DEVICE HEXSCAN_HD_INLINE
#else
#define HEXSCAN_HD_INLINE_ON_DEVICE inline
#endif

/// Prevents inlining of a function on the device, because a kernel larger than the instruction cache waits for its
/// instructions. On the host the compiler decides.
#if defined(__CUDA_ARCH__)
#define HEXSCAN_HD_OUTLINE __host__ __device__ __noinline__
#else
#define HEXSCAN_HD_OUTLINE HEXSCAN_HD_INLINE_ON_DEVICE
#endif

/// Unrolls the next loop, so that arrays indexed in it stay in registers. The macro is empty in nvcc's host pass, which
/// accepts neither spelling below. The kernels that this pass compiles never run.
#if defined(__CUDA_ARCH__) || (defined(__clang__) && !defined(HEXSCAN_SMALL_CODE))
#define HEXSCAN_UNROLL _Pragma("unroll")
#elif defined(__CUDACC__) || defined(HEXSCAN_SMALL_CODE)
#define HEXSCAN_UNROLL
#else
#define HEXSCAN_UNROLL _Pragma("GCC unroll 18")
#endif

/// Prevents unrolling of the next loop on the device. Device code that is unrolled over all legs and limits takes
/// hundreds of kilobytes, so a kernel waits for its instructions. The option HEXSCAN_LET_LOOPS_UNROLL allows unrolling,
/// to show the effect (docs/explanation/how-fast.md).
#if defined(__CUDA_ARCH__) && !defined(HEXSCAN_LET_LOOPS_UNROLL)
#define HEXSCAN_ROLLED _Pragma("unroll 1")
#else
#define HEXSCAN_ROLLED
#endif

/// Prevents unrolling of the next loop on host and device, for those stages of the CUDA study (kernels/ladder) that
/// need a loop.
#if defined(__CUDA_ARCH__)
#define HEXSCAN_STAYS_ROLLED _Pragma("unroll 1")
#elif defined(__clang__)
#define HEXSCAN_STAYS_ROLLED _Pragma("clang loop unroll(disable)")
#elif defined(__CUDACC__)
#define HEXSCAN_STAYS_ROLLED
#else
#define HEXSCAN_STAYS_ROLLED _Pragma("GCC unroll 1")
#endif

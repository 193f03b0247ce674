#pragma once

#include <cstdint>
#include <numbers>

#include "kernels/ladder/intrinsic_policy.cuh"

/// The kernels and functions that measure the price of intrinsics (src/study/intrinsics_price.h).
///
/// Each measured function is a type. It has the number of its `operands`, the ends `from` and `to` of each operand's
/// range, and three forms: `ordinary`, `intrinsic` and, in double precision, `reference`. A timed kernel is
/// instantiated with one form, so that two timings differ only in the arithmetic.
namespace hexscan::price {

inline constexpr int block_threads = 256;
inline constexpr int max_operands = 3;

// The arithmetic-bound kernel, evaluate_repeatedly(), evaluates the function `groups * members` times for each value.
// The groups are iterations of a rolled loop; the members of a group are unrolled. So even the code of the slowest
// functions fits into the instruction cache.
inline constexpr int groups = 4;
inline constexpr int members = 8;

/// Masks that select which bits of the operands each evaluation keeps.
///
/// They prevent the compiler from dropping evaluations. The masks are known only at launch, so the compiler can neither
/// prove two evaluations equal nor fold them. All results are combined by XOR, and no rule of floating point lets the
/// compiler remove that.
///
/// The masks clear up to five low bits of the significand. Operands only move towards zero, by less than 32 ulp. All
/// operands are masked; otherwise the reciprocal of a fixed divisor would be computed only once.
struct KeptBits {
    std::uint32_t group[groups];
    std::uint32_t member[members];
};

template <class Function>
struct Ordinary {
    static constexpr int operands = Function::operands;
    static __device__ __forceinline__ float evaluate(float x, float y, float z) { return Function::ordinary(x, y, z); }
};

template <class Function>
struct Intrinsic {
    static constexpr int operands = Function::operands;
    static __device__ __forceinline__ float evaluate(float x, float y, float z) { return Function::intrinsic(x, y, z); }
};

/// The baseline: it reads every operand and computes almost nothing. Its time in evaluate_repeatedly() is a lower bound
/// of the loop's own cost, because its bitwise operations merge with those of the masks.
template <int count>
struct PassThrough {
    static constexpr int operands = count;
    static __device__ __forceinline__ float evaluate(float x, float y, float z) {
        return __uint_as_float(__float_as_uint(x) ^ __float_as_uint(y) ^ __float_as_uint(z));
    }
};

/// The input arrays. A function reads as many of them as it has operands.
struct Inputs {
    const float* x;
    const float* y;
    const float* z;
};

template <int operands>
__device__ __forceinline__ float3 load(const Inputs& inputs, int i) {
    return {inputs.x[i], operands > 1 ? inputs.y[i] : 0.0F, operands > 2 ? inputs.z[i] : 0.0F};
}

/// results[i] = f(inputs[i]): every evaluation reads and writes memory. Grid: count / 256. Block: 256. No shared
/// memory. A thread evaluates one value once.
template <class Form>
__global__ void __launch_bounds__(block_threads) evaluate_once(Inputs inputs, float* results, int count) {
    const int i = static_cast<int>(blockIdx.x * block_threads + threadIdx.x);
    if (i >= count) return;
    const float3 v = load<Form::operands>(inputs, i);
    results[i] = Form::evaluate(v.x, v.y, v.z);
}

__device__ __forceinline__ float keep(float value, std::uint32_t bits) {
    return __uint_as_float(__float_as_uint(value) & bits);
}

/// Evaluates the function 32 times for each value, in registers. Grid: count / 256. Block: 256. No shared memory. A
/// thread has one value.
template <class Form>
__global__ void __launch_bounds__(block_threads)
    evaluate_repeatedly(Inputs inputs, float* results, int count, const __grid_constant__ KeptBits kept) {
    const int i = static_cast<int>(blockIdx.x * block_threads + threadIdx.x);
    if (i >= count) return;
    const float3 v = load<Form::operands>(inputs, i);
    std::uint32_t combined = 0;
#pragma unroll 1
    for (int group = 0; group < groups; ++group) {
        const std::uint32_t group_bits = kept.group[group];
#pragma unroll
        for (int member = 0; member < members; ++member) {
            const std::uint32_t bits = group_bits & kept.member[member];
            combined ^= __float_as_uint(Form::evaluate(keep(v.x, bits), keep(v.y, bits), keep(v.z, bits)));
        }
    }
    results[i] = __uint_as_float(combined);
}

/// Value i of a fixed pseudo-random sequence (the finaliser of splitmix64; Steele, Lea, Flood 2014).
__device__ __forceinline__ std::uint64_t random_bits(std::uint64_t seed, int i) {
    std::uint64_t z = seed + (static_cast<std::uint64_t>(i) + 1) * 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/// Uniformly distributed values of from ... to. The first two values are the ends.
/// Grid: count / 256. Block: 256. No shared memory. A thread writes one value.
static __global__ void __launch_bounds__(block_threads)
    fill_uniform(float* values, int count, std::uint64_t seed, float from, float to) {
    const int i = static_cast<int>(blockIdx.x * block_threads + threadIdx.x);
    if (i >= count) return;
    const double fraction = static_cast<double>(random_bits(seed, i) >> 11) * 0x1p-53;
    const auto value = static_cast<float>(from + fraction * (static_cast<double>(to) - from));
    values[i] = i == 0 ? from : i == 1 ? to : value;
}

/// The largest errors of all results, as bit patterns. Non-negative doubles have the same order as their bit patterns
/// read as integers, so atomicMax can compare them.
struct ErrorTally {
    unsigned long long absolute_bits;
    unsigned long long relative_bits;
    unsigned long long not_finite;  ///< number of results whose error is NaN or infinite
};

__device__ __forceinline__ void raise_to(unsigned long long& bits, double error) {
    atomicMax(&bits, static_cast<unsigned long long>(__double_as_longlong(error)));
}

/// Compares results with the function in double precision.
/// Grid: any. Block: 256. No shared memory. A thread compares every (grid size)-th value.
template <class Function>
__global__ void __launch_bounds__(block_threads)
    tally_errors(Inputs inputs, const float* results, int count, ErrorTally* tally) {
    double absolute = 0;
    double relative = 0;
    const int stride = static_cast<int>(gridDim.x) * block_threads;
    for (int i = static_cast<int>(blockIdx.x * block_threads + threadIdx.x); i < count; i += stride) {
        const float3 v = load<Function::operands>(inputs, i);
        const double reference = Function::reference(v.x, v.y, v.z);
        const double error = fabs(results[i] - reference);
        if (!isfinite(error)) {
            atomicAdd(&tally->not_finite, 1ULL);
            continue;
        }
        absolute = fmax(absolute, error);
        if (reference != 0) relative = fmax(relative, error / fabs(reference));
    }
    raise_to(tally->absolute_bits, absolute);
    raise_to(tally->relative_bits, relative);
}

// The measured functions. Within their ranges every result is finite, and every intrinsic is inside the range that its
// documentation covers, unless the function's comment says otherwise.

struct Cosine {
    static constexpr int operands = 1;
    static constexpr const char* name = "cos";
    static constexpr const char* ordinary_call = "cosf(x)";
    static constexpr const char* intrinsic_call = "__cosf(x)";
    static constexpr float from[] = {-std::numbers::pi_v<float>};
    static constexpr float to[] = {std::numbers::pi_v<float>};
    static __device__ float ordinary(float x, float, float) { return cosf(x); }
    static __device__ float intrinsic(float x, float, float) { return __cosf(x); }
    static __device__ double reference(double x, double, double) { return cos(x); }
};

struct Sine {
    static constexpr int operands = 1;
    static constexpr const char* name = "sin";
    static constexpr const char* ordinary_call = "sinf(x)";
    static constexpr const char* intrinsic_call = "__sinf(x)";
    static constexpr float from[] = {-std::numbers::pi_v<float>};
    static constexpr float to[] = {std::numbers::pi_v<float>};
    static __device__ float ordinary(float x, float, float) { return sinf(x); }
    static __device__ float intrinsic(float x, float, float) { return __sinf(x); }
    static __device__ double reference(double x, double, double) { return sin(x); }
};

struct Exponential10 {
    static constexpr int operands = 1;
    static constexpr const char* name = "exp10";
    static constexpr const char* ordinary_call = "exp10f(x)";
    static constexpr const char* intrinsic_call = "__exp10f(x)";
    static constexpr float from[] = {-4.0F};
    static constexpr float to[] = {4.0F};
    static __device__ float ordinary(float x, float, float) { return exp10f(x); }
    static __device__ float intrinsic(float x, float, float) { return __exp10f(x); }
    static __device__ double reference(double x, double, double) { return exp10(x); }
};

struct Exponential {
    static constexpr int operands = 1;
    static constexpr const char* name = "exp";
    static constexpr const char* ordinary_call = "expf(x)";
    static constexpr const char* intrinsic_call = "__expf(x)";
    static constexpr float from[] = {-10.0F};
    static constexpr float to[] = {10.0F};
    static __device__ float ordinary(float x, float, float) { return expf(x); }
    static __device__ float intrinsic(float x, float, float) { return __expf(x); }
    static __device__ double reference(double x, double, double) { return exp(x); }
};

struct Addition {
    static constexpr int operands = 2;
    static constexpr const char* name = "add";
    static constexpr const char* ordinary_call = "x + y";
    static constexpr const char* intrinsic_call = "__fadd_rn(x, y)";
    static constexpr float from[] = {-1000.0F, -1000.0F};
    static constexpr float to[] = {1000.0F, 1000.0F};
    static __device__ float ordinary(float x, float y, float) { return x + y; }
    static __device__ float intrinsic(float x, float y, float) { return __fadd_rn(x, y); }
    static __device__ double reference(double x, double y, double) { return x + y; }
};

struct Division {
    static constexpr int operands = 2;
    static constexpr const char* name = "divide";
    static constexpr const char* ordinary_call = "x / y";
    static constexpr const char* intrinsic_call = "__fdividef(x, y)";
    static constexpr float from[] = {-1000.0F, 0.1F};
    static constexpr float to[] = {1000.0F, 1000.0F};
    static __device__ float ordinary(float x, float y, float) { return x / y; }
    static __device__ float intrinsic(float x, float y, float) { return __fdividef(x, y); }
    static __device__ double reference(double x, double y, double) { return x / y; }
};

struct FusedMultiplyAdd {
    static constexpr int operands = 3;
    static constexpr const char* name = "fma";
    static constexpr const char* ordinary_call = "fmaf(x, y, z)";
    static constexpr const char* intrinsic_call = "__fmaf_rn(x, y, z)";
    static constexpr float from[] = {-100.0F, -100.0F, -100.0F};
    static constexpr float to[] = {100.0F, 100.0F, 100.0F};
    static __device__ float ordinary(float x, float y, float z) { return fmaf(x, y, z); }
    static __device__ float intrinsic(float x, float y, float z) { return __fmaf_rn(x, y, z); }
    static __device__ double reference(double x, double y, double z) { return fma(x, y, z); }
};

struct Power {
    static constexpr int operands = 2;
    static constexpr const char* name = "pow";
    static constexpr const char* ordinary_call = "powf(x, y)";
    static constexpr const char* intrinsic_call = "__powf(x, y)";
    static constexpr float from[] = {0.1F, -5.0F};
    static constexpr float to[] = {10.0F, 5.0F};
    static __device__ float ordinary(float x, float y, float) { return powf(x, y); }
    static __device__ float intrinsic(float x, float y, float) { return __powf(x, y); }
    static __device__ double reference(double x, double y, double) { return pow(x, y); }
};

struct SquareRoot {
    static constexpr int operands = 1;
    static constexpr const char* name = "sqrt";
    static constexpr const char* ordinary_call = "sqrtf(x)";
    static constexpr const char* intrinsic_call = "__fsqrt_rn(x)";
    static constexpr float from[] = {0.0F};
    static constexpr float to[] = {1000.0F};
    static __device__ float ordinary(float x, float, float) { return sqrtf(x); }
    static __device__ float intrinsic(float x, float, float) { return __fsqrt_rn(x); }
    static __device__ double reference(double x, double, double) { return sqrt(x); }
};

/// __fsqrt_rn rounds as sqrtf does, so SquareRoot compares two equal functions. This type measures the root of stage 7,
/// which is not correctly rounded.
struct ApproximateSquareRoot : SquareRoot {
    static constexpr const char* name = "sqrt, approximate";
    static constexpr const char* intrinsic_call = "sqrt.approx.ftz";
    static __device__ float intrinsic(float x, float, float) { return intrinsic::square_root(x); }
};

struct ReciprocalSquareRoot {
    static constexpr int operands = 1;
    static constexpr const char* name = "reciprocal sqrt";
    static constexpr const char* ordinary_call = "1 / sqrtf(x)";
    static constexpr const char* intrinsic_call = "rsqrt.approx.ftz";
    static constexpr float from[] = {0.001F};
    static constexpr float to[] = {1000.0F};
    static __device__ float ordinary(float x, float, float) { return 1.0F / sqrtf(x); }
    static __device__ float intrinsic(float x, float, float) { return intrinsic::reciprocal_square_root(x); }
    static __device__ double reference(double x, double, double) { return 1.0 / sqrt(x); }
};

struct Arcsine {
    static constexpr int operands = 1;
    static constexpr const char* name = "arcsine";
    static constexpr const char* ordinary_call = "asinf(x)";
    static constexpr const char* intrinsic_call = "polynomial, stage 7";
    static constexpr float from[] = {-1.0F};
    static constexpr float to[] = {1.0F};
    static __device__ float ordinary(float x, float, float) { return asinf(x); }
    static __device__ float intrinsic(float x, float, float) { return IntrinsicMath::arcsine_rad(x); }
    static __device__ double reference(double x, double, double) { return asin(x); }
};

/// Beyond about 1e5, cosf reduces its argument with a product of many words, while __cosf loses most of its digits.
struct LargeCosine : Cosine {
    static constexpr const char* name = "cos, large x";
    static constexpr float from[] = {-1.0e6F};
    static constexpr float to[] = {1.0e6F};
};

struct LargeSine : Sine {
    static constexpr const char* name = "sin, large x";
    static constexpr float from[] = {-1.0e6F};
    static constexpr float to[] = {1.0e6F};
};

}  // namespace hexscan::price

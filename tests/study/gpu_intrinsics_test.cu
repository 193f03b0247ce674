#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "kernels/ladder/intrinsic_policy.cuh"
#include "src/device/cuda_support.h"
#include "src/study/intrinsics_price_report.h"

namespace hexscan {

constexpr int case_blocks = 1024;
constexpr int case_threads = 256;

/// The worst arcsine error, and the number of NaN. The error is stored as bits, because the bits of non-negative
/// doubles have the same order as the doubles.
struct ArcsineCheck {
    unsigned long long worst_bits;
    unsigned long long nan_count;
};

/// Checks the arcsine of every float from -1 to 1: the bit patterns of 0 ... 1, each with both signs.
/// Grid: any. Block: any. No shared memory. A thread checks every (grid size)-th pattern.
__global__ void check_every_arcsine(ArcsineCheck* check) {
    constexpr unsigned one = 0x3f800000U;
    double worst_rad = 0;
    for (unsigned bits = blockIdx.x * blockDim.x + threadIdx.x; bits <= one; bits += gridDim.x * blockDim.x)
        for (const unsigned sign : {0U, 0x80000000U}) {
            const float x = __uint_as_float(bits | sign);
            const double error_rad = fabs(IntrinsicMath::arcsine_rad(x) - asin(static_cast<double>(x)));
            if (isnan(error_rad)) atomicAdd(&check->nan_count, 1ULL);
            worst_rad = fmax(worst_rad, error_rad);
        }
    atomicMax(&check->worst_bits, static_cast<unsigned long long>(__double_as_longlong(worst_rad)));
}

/// The results of IntrinsicMath for one leg with the squared length q = l . l and d = l . n.
struct LegAnswer {
    float length_m;
    float elevation_rad;
};

/// Computes the results for one leg.
/// Grid: 1. Block: 1. No shared memory. The thread computes everything.
__global__ void answer_leg(float q, float d, LegAnswer* answer) {
    const IntrinsicMath::LegLength length = IntrinsicMath::measure(q);
    *answer = {length.length_m, IntrinsicMath::elevation_rad(d, length)};
}

namespace {

template <class T>
T fetch(DeviceBuffer<T>& buffer) {
    T value{};
    HEXSCAN_CUDA_CHECK(cudaMemcpy(&value, buffer.data(), sizeof(T), cudaMemcpyDeviceToHost));
    return value;
}

LegAnswer ask_device(float q, float d) {
    DeviceBuffer<LegAnswer> answer(1);
    answer_leg<<<1, 1>>>(q, d, answer.data());
    HEXSCAN_CUDA_CHECK(cudaGetLastError());
    return fetch(answer);
}

constexpr float quarter_turn_rad = std::numbers::pi_v<float> / 2;

class GpuIntrinsics : public testing::Test {
protected:
    void SetUp() override {
        int devices = 0;
        const cudaError_t status = cudaGetDeviceCount(&devices);
        if (status != cudaSuccess || devices == 0) GTEST_SKIP() << "no CUDA device: " << cudaGetErrorString(status);
    }
};

TEST_F(GpuIntrinsics, EveryArcsineIsWithinItsBound) {
    DeviceBuffer<ArcsineCheck> buffer(1);
    HEXSCAN_CUDA_CHECK(cudaMemset(buffer.data(), 0, sizeof(ArcsineCheck)));
    check_every_arcsine<<<case_blocks, case_threads>>>(buffer.data());
    HEXSCAN_CUDA_CHECK(cudaGetLastError());
    const ArcsineCheck check = fetch(buffer);
    const auto worst_rad = std::bit_cast<double>(check.worst_bits);
    EXPECT_EQ(check.nan_count, 0U);
    EXPECT_LE(worst_rad, IntrinsicMath::arcsine_error_bound_rad);
    EXPECT_GT(worst_rad, 5e-7);  // a smaller error than the polynomial's would mean that nothing was checked
    RecordProperty("worst_arcsine_error_rad", std::to_string(worst_rad * 1e6) + "e-6");
}

TEST_F(GpuIntrinsics, LegOfLengthZeroLiesOnItsAxis) {
    for (const float q : {0.0F, std::numeric_limits<float>::denorm_min()})
        for (const float d : {0.0F, -0.0F}) {
            const LegAnswer answer = ask_device(q, d);
            EXPECT_EQ(answer.length_m, 0.0F);
            EXPECT_FLOAT_EQ(answer.elevation_rad, quarter_turn_rad);
        }
}

TEST_F(GpuIntrinsics, QuotientBeyondOneIsClamped) {
    for (const float sign : {1.0F, -1.0F}) {
        const LegAnswer answer = ask_device(4.0F, sign * 2.0001F);
        EXPECT_FLOAT_EQ(answer.elevation_rad, sign * quarter_turn_rad);
    }
}

TEST_F(GpuIntrinsics, LengthAndElevationAreThoseOfDoublePrecision) {
    for (const float q : {1.0e-6F, 0.3F, 1.0F, 2.25F, 7.0F, 1.0e6F})
        for (const float sine : {-0.9F, -0.5F, 0.0F, 0.1F, 0.7F, 0.95F}) {
            const double length_m = std::sqrt(static_cast<double>(q));
            const auto d = static_cast<float>(sine * length_m);
            const double elevation_rad = std::asin(d / length_m);
            const LegAnswer answer = ask_device(q, d);
            EXPECT_NEAR(answer.length_m, length_m, 3e-7 * length_m);
            // The bound contains the polynomial's error, and the quotient's error times the arcsine's slope, which is
            // at most 3.2 here.
            EXPECT_NEAR(answer.elevation_rad, elevation_rad, 2.5e-6);
        }
}

/// The largest allowed errors. It is infinity if the documentation gives no such bound.
struct ErrorBounds {
    double ordinary_relative;
    double intrinsic_absolute;
    double intrinsic_relative;
};

/// The bounds follow the tables of mathematical functions in the CUDA C++ Programming Guide, on the ranges of the rows.
/// One ulp is at most 2^-23 of the value. Ordinary functions are allowed one ulp more, fast functions the next round
/// number.
std::map<std::string, ErrorBounds> error_bounds() {
    constexpr double ulp = 0x1p-23;
    constexpr double none = std::numeric_limits<double>::infinity();
    return {
        {"cos", {3 * ulp, 0x1p-21, none}},     // 2^-21.19 in -pi ... pi
        {"sin", {3 * ulp, 0x1p-21, none}},     // 2^-21.41 in -pi ... pi
        {"exp10", {3 * ulp, none, 14 * ulp}},  // 2 + floor(2.97 |x|) ulp, |x| <= 4
        {"exp", {3 * ulp, none, 14 * ulp}},    // 2 + floor(1.173 |x|) ulp, |x| <= 10
        {"add", {ulp / 2, none, ulp / 2}},
        {"divide", {ulp / 2, none, 3 * ulp}},  // 2 ulp
        {"fma", {ulp / 2, none, ulp / 2}},
        {"pow", {9 * ulp, none, 1e-5}},  // exp2f(y __log2f(x)): |y| <= 5 times 3 ulp of a logarithm below 3.4
        {"sqrt", {ulp / 2, none, ulp / 2}},
        {"arcsine", {5 * ulp, IntrinsicMath::arcsine_error_bound_rad, none}},
        {"reciprocal sqrt", {2 * ulp, none, 2 * ulp}},    // 2^-22.9
        {"sqrt, approximate", {ulp / 2, none, 2 * ulp}},  // 2^-23
        {"cos, large x", {3 * ulp, 2.1, none}},           // the guide promises no digit
        {"sin, large x", {3 * ulp, 2.1, none}},
    };
}

void expect_times_in_order(const Spread& time) {
    EXPECT_GT(time.min, 0);
    EXPECT_LE(time.min, time.median);
    EXPECT_LE(time.median, time.max);
}

TEST_F(GpuIntrinsics, EveryFunctionIsWithinItsDocumentedError) {
    // measure_intrinsics throws if a result is NaN or infinite.
    const IntrinsicsPrice price = measure_intrinsics(0, 2);
    const std::map<std::string, ErrorBounds> bounds = error_bounds();
    EXPECT_EQ(price.rows.size(), bounds.size());
    for (const PriceRow& row : price.rows) {
        SCOPED_TRACE(row.function);
        const auto bound = bounds.find(row.function);
        ASSERT_NE(bound, bounds.end());
        EXPECT_LE(row.ordinary_error.relative, bound->second.ordinary_relative);
        EXPECT_LE(row.intrinsic_error.absolute, bound->second.intrinsic_absolute);
        EXPECT_LE(row.intrinsic_error.relative, bound->second.intrinsic_relative);
        for (const PriceTimes* times : {&row.single, &row.repeated})
            for (const Spread* time : {&times->ordinary_ms, &times->intrinsic_ms, &times->floor_ms})
                expect_times_in_order(*time);
    }
}

TEST_F(GpuIntrinsics, RepeatsBelowOneAreRefused) { EXPECT_THROW(measure_intrinsics(0, 0), InputError); }

}  // namespace
}  // namespace hexscan

// The lecture's test of cosf against __cosf, as its page prints it. It does not measure what it seems to: the compiler
// moves __cosf out of the loop and leaves cosf in it. The file compiles alone:
//     nvcc -std=c++17 -O3 -arch=native docs/exercises/lecture_loop.cu -o lecture_loop && ./lecture_loop
//     nvcc -std=c++17 -O3 -ptx docs/exercises/lecture_loop.cu -o - | grep -c cos.approx
#include <algorithm>
#include <cstdio>
#include <random>
#include <vector>

constexpr int values = 10'000'000, rounds = 1000, repeats = 5;

/// The lecture's loop with cosf. The lecture declares `a` without a value; here it is 0.
/// Grid: values / 256. Block: 256. No shared memory. A thread has one value.
__global__ void ordinary(const float* b, const float* c, float* sums) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= values) return;
    float a = 0;
#pragma unroll
    for (int n = 0; n < rounds; ++n) a += cosf(b[i]) + cosf(c[i]);
    sums[i] = a;
}
/// The lecture's loop with __cosf.
/// Grid: values / 256. Block: 256. No shared memory. A thread has one value.
__global__ void intrinsic(const float* b, const float* c, float* sums) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= values) return;
    float a = 0;
#pragma unroll
    for (int n = 0; n < rounds; ++n) a += __cosf(b[i]) + __cosf(c[i]);
    sums[i] = a;
}
/// The additions alone.
/// Grid: values / 256. Block: 256. No shared memory. A thread has one value.
__global__ void additions(const float* b, const float* c, float* sums) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= values) return;
    const float both = b[i] + c[i];
    float a = 0;
#pragma unroll
    for (int n = 0; n < rounds; ++n) a += both;
    sums[i] = a;
}
/// A loop whose intrinsic no compiler can move: arguments differ from round to round by a step that only the launch
/// knows.
/// Grid: values / 256. Block: 256. No shared memory. A thread has one value.
__global__ void intrinsic_kept(const float* b, const float* c, float* sums, const unsigned step) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= values) return;
    unsigned x = __float_as_uint(b[i]), y = __float_as_uint(c[i]);
    float a = 0;
#pragma unroll 8
    for (int n = 0; n < rounds; ++n) {
        a += __cosf(__uint_as_float(x)) + __cosf(__uint_as_float(y));
        x += step, y += step;
    }
    sums[i] = a;
}
/// The same loop with cosf.
/// Grid: values / 256. Block: 256. No shared memory. A thread has one value.
__global__ void ordinary_kept(const float* b, const float* c, float* sums, const unsigned step) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= values) return;
    unsigned x = __float_as_uint(b[i]), y = __float_as_uint(c[i]);
    float a = 0;
#pragma unroll 8
    for (int n = 0; n < rounds; ++n) {
        a += cosf(__uint_as_float(x)) + cosf(__uint_as_float(y));
        x += step, y += step;
    }
    sums[i] = a;
}

void check(cudaError_t status) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "lecture_loop: %s\n", cudaGetErrorString(status));
    std::exit(3);
}

template <class Launch>
double median_ms(Launch launch) {
    cudaEvent_t start, stop;
    check(cudaEventCreate(&start));
    check(cudaEventCreate(&stop));
    const auto once_ms = [&] {
        check(cudaEventRecord(start));
        launch();
        check(cudaEventRecord(stop));
        check(cudaGetLastError());
        check(cudaEventSynchronize(stop));
        float ms = 0;
        check(cudaEventElapsedTime(&ms, start, stop));
        return ms;
    };
    for (float warm_ms = 0; warm_ms < 100;) warm_ms += once_ms();
    std::vector<float> times;
    for (int repeat = 0; repeat < repeats; ++repeat) times.push_back(once_ms());
    std::sort(times.begin(), times.end());
    return times[repeats / 2];
}

int main() {
    cudaDeviceProp device{};
    check(cudaGetDeviceProperties(&device, 0));
    float *b, *c, *sums;
    for (float** array : {&b, &c, &sums}) check(cudaMalloc(array, values * sizeof(float)));
    std::printf("The lecture's loop on %s: %d values, %d rounds, median of %d\n\n", device.name, values, rounds,
                repeats);
    std::printf("%-16s%12s%12s%8s%12s%14s%14s%8s%14s\n", "arguments", "ordinary", "intrinsic", "ratio", "additions",
                "ordinary,", "intrinsic,", "ratio", "sum of the");
    std::printf("%-16s%12s%12s%8s%12s%14s%14s%8s%14s\n", "", "ms", "ms", "", "alone ms", "kept ms", "kept ms", "",
                "first value");
    struct Range {
        const char* name;
        float from, to;
    };
    for (const Range range :
         {Range{"0 ... 1", 0, 1}, Range{"-pi ... pi", -3.1415926F, 3.1415926F}, Range{"-1e6 ... 1e6", -1e6F, 1e6F}}) {
        std::mt19937 random(1);
        std::uniform_real_distribution<float> uniform(range.from, range.to);
        std::vector<float> host(values);
        for (float* array : {b, c}) {
            for (float& value : host) value = uniform(random);
            check(cudaMemcpy(array, host.data(), values * sizeof(float), cudaMemcpyHostToDevice));
        }
        const int threads = 256, blocks = (values + threads - 1) / threads;
        const double intrinsic_ms = median_ms([&] { intrinsic<<<blocks, threads>>>(b, c, sums); });
        const double ordinary_ms = median_ms([&] { ordinary<<<blocks, threads>>>(b, c, sums); });
        float first = 0;
        check(cudaMemcpy(&first, sums, sizeof first, cudaMemcpyDeviceToHost));
        const double additions_ms = median_ms([&] { additions<<<blocks, threads>>>(b, c, sums); });
        const double kept_ms = median_ms([&] { ordinary_kept<<<blocks, threads>>>(b, c, sums, 1U); });
        const double intrinsic_kept_ms = median_ms([&] { intrinsic_kept<<<blocks, threads>>>(b, c, sums, 1U); });
        std::printf("%-16s%12.2f%12.3f%8.1f%12.3f%14.2f%14.2f%8.2f%14.2f\n", range.name, ordinary_ms, intrinsic_ms,
                    ordinary_ms / intrinsic_ms, additions_ms, kept_ms, intrinsic_kept_ms, kept_ms / intrinsic_kept_ms,
                    first);
    }
    std::printf(
        "\nordinary: a += cosf(b) + cosf(c); intrinsic: a += __cosf(b) + __cosf(c), of which only the addition stays "
        "in the\n"
        "loop; additions alone: a += d. kept: the arguments change from round to round, so that the call stays too.\n");
}

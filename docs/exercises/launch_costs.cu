// Times a scan's costs besides its arithmetic: launches, waits, copies, stores to mapped memory. Times stage 1 without
// its copies.
//     nvcc -std=c++20 -O3 -arch=native -I. docs/exercises/launch_costs.cu -o launch_costs && ./launch_costs
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "docs/exercises/default_scan.cuh"

namespace {

using namespace hexscan;

struct Stage1 {
    static constexpr LaunchPolicy launch{.block_x = 16, .block_y = 16};
};

/// Grid: any. Block: any. No shared memory. A thread does nothing.
__global__ void nothing() {}

/// Grid: count / block. Block: any. No shared memory. A thread stores 16 bytes.
__global__ void store(uint4* target, int count) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) target[i] = {1, 2, 3, 4};
}

cudaStream_t stream, second_stream;

void print(const std::string& name, std::vector<double> times) {
    std::sort(times.begin(), times.end());
    std::printf("%-48s%12.2f%12.2f%12.2f\n", name.c_str(), times[times.size() / 2], times.front(), times.back());
}

void wait_for_stream() { check(cudaStreamSynchronize(stream)); }

/// Prints the wall-clock time from the call of work() to the end of wait().
template <class Work, class Wait = void (*)()>
void row_of_wall(const std::string& name, Work work, Wait wait = wait_for_stream) {
    std::vector<double> times;
    for (int i = 0; i < 801; ++i) {
        const auto start = std::chrono::steady_clock::now();
        work();
        wait();
        const std::chrono::duration<double, std::micro> taken = std::chrono::steady_clock::now() - start;
        if (i >= 300) times.push_back(taken.count());
        wait_for_stream();
    }
    print(name, times);
}

template <class Work>
double us_between_events(Work work) {
    cudaEvent_t start, stop;
    check(cudaEventCreate(&start));
    check(cudaEventCreate(&stop));
    check(cudaEventRecord(start, stream));
    work();
    check(cudaEventRecord(stop, stream));
    check(cudaStreamSynchronize(stream));
    float ms = 0;
    check(cudaEventElapsedTime(&ms, start, stop));
    check(cudaEventDestroy(start));
    check(cudaEventDestroy(stop));
    return 1000.0 * ms;
}

/// Prints the time of one launch: the time between two events around `launches` of them, divided by their number.
template <class Work>
void row_of_events(const std::string& name, int launches, Work work) {
    std::vector<double> times;
    for (int i = 0; i < 34; ++i) {
        const double us = us_between_events([&] {
            for (int k = 0; k < launches; ++k) work(k);
        });
        if (i >= 3) times.push_back(us / launches);
    }
    print(name, times);
}

template <class Work>
cudaGraphExec_t graph_of(Work work) {
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t started = nullptr;
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    work();
    check(cudaStreamEndCapture(stream, &graph));
    check(cudaGraphInstantiate(&started, graph, 0));
    return started;
}

void rows_of_launches() {
    const auto launch = [](cudaStream_t on) { nothing<<<1, 32, 0, on>>>(); };
    cudaEvent_t fork, join;
    check(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    check(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
    const cudaGraphExec_t one = graph_of([&] { launch(stream); });
    const cudaGraphExec_t in_turn = graph_of([&] {
        launch(stream);
        launch(stream);
    });
    const cudaGraphExec_t side_by_side = graph_of([&] {
        check(cudaEventRecord(fork, stream));
        check(cudaStreamWaitEvent(second_stream, fork));
        launch(stream);
        launch(second_stream);
        check(cudaEventRecord(join, second_stream));
        check(cudaStreamWaitEvent(stream, join));
    });
    row_of_wall("empty kernel", [&] { launch(stream); });
    row_of_wall("graph of one empty kernel", [&] { check(cudaGraphLaunch(one, stream)); });
    row_of_wall("graph of two, one after the other", [&] { check(cudaGraphLaunch(in_turn, stream)); });
    row_of_wall("graph of two, side by side", [&] { check(cudaGraphLaunch(side_by_side, stream)); });
    row_of_events("empty kernel, 50 launches in one bracket", 50, [&](int) { launch(stream); });
    row_of_events("empty kernel, one launch in a bracket", 1, [&](int) { launch(stream); });
}

/// Grid: 1. Block: 1. No shared memory. The thread copies one word to the host's memory.
__global__ void raise_flag(volatile unsigned* flag, unsigned value) { *flag = value; }

/// Grid: 1. Block: 1. No shared memory. The thread answers each ring of the host until the ring is `last`.
__global__ void answer(const volatile unsigned* bell, volatile unsigned* reply, unsigned last) {
    for (unsigned ring = 0; ring != last;) {
        ring = *bell;
        *reply = ring;
    }
}

/// Grid: any. Block: any. No shared memory. A thread waits for the end of the kernel before, and does nothing.
__global__ void nothing_after() {
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
}

/// The host polls a word of its own memory until a kernel has written it.
void rows_of_polling() {
    void* memory = nullptr;
    check(cudaMallocHost(&memory, 256));
    auto* const words = static_cast<volatile unsigned*>(memory);
    words[0] = 0;
    words[32] = 0;
    unsigned count = 0;
    row_of_wall(
        "kernel that raises a flag, polled", [&] { raise_flag<<<1, 1, 0, stream>>>(words, ++count); },
        [&] {
            while (words[0] != count) {
            }
        });
    words[0] = 0;
    constexpr unsigned last = 801;  // as many as row_of_wall() rings
    answer<<<1, 1, 0, second_stream>>>(words, words + 32, last);
    check(cudaGetLastError());
    unsigned ring = 0;
    row_of_wall(
        "persistent kernel, rung and polled", [&] { words[0] = ++ring; },
        [&] {
            while (words[32] != ring) {
            }
        });
    check(cudaStreamSynchronize(second_stream));
}

/// Kernels in turn, first without and then with the permission to launch one before the previous one ends.
void rows_of_dependent_launches() {
    cudaLaunchAttribute early{};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    for (const unsigned attributes : {0U, 1U}) {
        cudaLaunchConfig_t config{};
        config.gridDim = 1;
        config.blockDim = 32;
        config.stream = stream;
        config.attrs = &early;
        config.numAttrs = attributes;
        row_of_events(
            attributes == 0 ? "kernel after kernel, 50 in one bracket" : "the same by programmatic dependent launch",
            50, [&](int) { check(cudaLaunchKernelEx(&config, nothing_after)); });
    }
}

void rows_of_the_bus() {
    constexpr int sizes[] = {430'000, 1'000'000, 1'210'000};
    void *device = nullptr, *host = nullptr;
    check(cudaMalloc(&device, sizes[2]));
    check(cudaMallocHost(&host, sizes[2]));
    for (const int bytes : sizes) {
        row_of_wall("pinned copy of " + std::to_string(bytes) + " bytes",
                    [&] { check(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, stream)); });
        const int vectors = bytes / static_cast<int>(sizeof(uint4));
        for (void* const target : {host, device}) {
            const cudaGraphExec_t graph =
                graph_of([&] { store<<<(vectors + 63) / 64, 64, 0, stream>>>(static_cast<uint4*>(target), vectors); });
            row_of_wall(
                "graph that stores " + std::to_string(bytes) + " bytes, " + (target == host ? "mapped" : "device"),
                [&] { check(cudaGraphLaunch(graph, stream)); });
        }
    }
}

void rows_of_stage_1() {
    std::uint8_t* verdicts = nullptr;
    check(cudaMalloc(&verdicts, std::size_t{columns} * rows * slices));
    const ScanGeometry<float> scan = case_study();
    const dim3 block(16, 16), grid(63, 63);
    const auto launch = [&](int slice, int count) {
        hexapod_slice_kernel_shared_scratch<Stage1>
            <<<dim3(grid.x, grid.y, count), block, 0, stream>>>(scan, SliceWindow{verdicts, columns, 0, slice});
    };
    row_of_events("stage 1, one launch of 350 slices", 1, [&](int) { launch(0, slices); });
    row_of_events("stage 1, 350 launches in one bracket, each", slices, [&](int slice) { launch(slice, 1); });
    std::vector<double> times;
    for (int i = 0; i < 11; ++i) {
        double sum_us = 0;
        for (int slice = 0; slice < slices; ++slice) sum_us += us_between_events([&] { launch(slice, 1); });
        times.push_back(sum_us / slices);
    }
    print("stage 1, a launch in a bracket of its own", times);
    row_of_events("empty kernel of that grid, 350 in one bracket", slices,
                  [&](int) { nothing<<<grid, block, 0, stream>>>(); });
    check(cudaGetLastError());
}

}  // namespace

int main() {
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, 0));
    check(cudaStreamCreate(&stream));
    check(cudaStreamCreate(&second_stream));
    std::printf("Costs of launches on %s, microseconds\n\n%-48s%12s%12s%12s\n", properties.name, "what", "median",
                "least", "most");
    rows_of_launches();
    rows_of_polling();
    rows_of_dependent_launches();
    rows_of_the_bus();
    rows_of_stage_1();
    std::printf(
        "\nin one bracket, in a bracket: between two events, per launch. Other rows: by the wall clock, from the call "
        "to\nthe end of cudaStreamSynchronize, or of the polling.\n");
}

// Times the host memory of a program that scans once: the allocation, the copy into it, and the release. All rows do
// equal work: each ends with the same bytes in the caller's memory. The file compiles alone:
//     nvcc -std=c++17 -O2 docs/exercises/pinning.cu -o pinning && ./pinning
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <sys/mman.h>

constexpr std::size_t bytes = 350'000'000, page = 4096;
constexpr int repeats = 7;

void check(cudaError_t status) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "pinning: %s\n", cudaGetErrorString(status));
    std::exit(3);
}

double now_ms() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Returns new pages. An allocator might return pages that an earlier repeat has touched.
char* fresh() {
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) std::exit(3);
    return static_cast<char*>(memory);
}
void give_back(char* memory) { munmap(memory, bytes); }

template <class Get, class Release>
void row(const char* name, const char* device, Get get, Release release) {
    std::vector<double> times[5];
    for (int repeat = -1; repeat < repeats; ++repeat) {
        const double begin = now_ms();
        char* const memory = get();
        const double got = now_ms();
        check(cudaMemcpy(memory, device, bytes, cudaMemcpyDeviceToHost));
        const double first = now_ms();
        check(cudaMemcpy(memory, device, bytes, cudaMemcpyDeviceToHost));
        const double second = now_ms();
        release(memory);
        const double end = now_ms();
        const double spent[] = {got - begin, first - got, second - first, end - second,
                                (end - begin) - (second - first)};
        for (int k = 0; k < 5 && repeat >= 0; ++k) times[k].push_back(spent[k]);
    }
    std::printf("%-34s", name);
    for (auto& list : times) {
        std::sort(list.begin(), list.end());
        std::printf("%12.1f", list[repeats / 2]);
    }
    std::printf("\n");
}

int main() {
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, 0));
    char* device;
    check(cudaMalloc(&device, bytes));
    check(cudaMemset(device, 1, bytes));
    std::printf("Host memory of %zu MB on the host of %s, milliseconds, median of %d\n\n", bytes / 1'000'000,
                properties.name, repeats);
    std::printf("%-34s%12s%12s%12s%12s%12s\n", "memory", "get", "first copy", "later copy", "give back", "scan once");
    row("pageable, untouched", device, fresh, give_back);
    row(
        "pageable, every page touched", device,
        [] {
            char* const memory = fresh();
            for (std::size_t at = 0; at < bytes; at += page) static_cast<volatile char*>(memory)[at] = 0;
            return memory;
        },
        give_back);
    row(
        "pageable, filled: a vector", device,
        [] {
            char* const memory = fresh();
            std::memset(memory, 0, bytes);
            return memory;
        },
        give_back);
    row(
        "pageable, then registered", device,
        [] {
            char* const memory = fresh();
            check(cudaHostRegister(memory, bytes, cudaHostRegisterDefault));
            return memory;
        },
        [](char* memory) {
            check(cudaHostUnregister(memory));
            give_back(memory);
        });
    row(
        "pinned", device,
        [] {
            void* memory = nullptr;
            check(cudaHostAlloc(&memory, bytes, cudaHostAllocDefault));
            return static_cast<char*>(memory);
        },
        [](char* memory) { check(cudaFreeHost(memory)); });
    std::printf("\nget: until the memory is there; scan once: get, first copy and give back.\n");
}

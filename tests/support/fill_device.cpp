// Takes all free memory of cuda:0, prints "full", and frees it when its standard input ends. Exits with 77 if there is
// no device.

#include <cstddef>
#include <cstdio>

#include <cuda_runtime.h>

int main() {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return 77;
    constexpr std::size_t largest = std::size_t{1} << 36, smallest = std::size_t{1} << 21;
    for (std::size_t bytes = largest; bytes >= smallest;) {
        void* taken = nullptr;  // freed when this process ends
        if (cudaMalloc(&taken, bytes) != cudaSuccess) bytes /= 2;
    }
    std::puts("full");
    std::fflush(stdout);
    while (std::getchar() != EOF) {
    }
}

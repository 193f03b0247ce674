#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include <cuda_runtime.h>

#include "hexscan/errors.h"
#include "src/device/devices.h"

/// RAII and error checks for the CUDA runtime. Only CUDA sources may include this.
namespace hexscan {

inline void throw_on_cuda_error(cudaError_t status, const char* expression, const char* file, int line) {
    if (status == cudaSuccess) return;
    // Clears the pending error so that the next call reports its own.
    (void)cudaGetLastError();
    if (status == cudaErrorMemoryAllocation) throw DeviceFull(full_device_text());
    // Avoids fmt: its version 9 does not compile as C++20 with nvcc.
    throw DeviceError(std::string(file) + ":" + std::to_string(line) + ": " + cudaGetErrorName(status) + " (" +
                      cudaGetErrorString(status) + ") from " + expression);
}

/// Like throw_on_cuda_error(), for destructors: reports the failure and continues.
inline void report_cuda_error(cudaError_t status, const char* expression) noexcept {
    // When the process exits, the driver may already be unloaded. That is not the caller's fault.
    if (status != cudaSuccess && status != cudaErrorCudartUnloading)
        report_lost_device_error(cudaGetErrorName(status), expression);
}

/// Throws DeviceError with file:line, error name and expression unless the call succeeded.
#define HEXSCAN_CUDA_CHECK(expression) ::hexscan::throw_on_cuda_error((expression), #expression, __FILE__, __LINE__)
#define HEXSCAN_CUDA_REPORT(expression) ::hexscan::report_cuda_error((expression), #expression)

namespace detail {

struct DeviceMemory {
    static void* allocate(std::size_t bytes) {
        void* memory = nullptr;
        HEXSCAN_CUDA_CHECK(cudaMalloc(&memory, bytes));
        return memory;
    }
    static void release(void* memory) noexcept { HEXSCAN_CUDA_REPORT(cudaFree(memory)); }
};

inline void* page_locked(std::size_t bytes, unsigned flags) {
    void* memory = nullptr;
    const cudaError_t status = cudaHostAlloc(&memory, bytes, flags);
    if (status == cudaErrorMemoryAllocation) {
        (void)cudaGetLastError();
        throw DeviceError(
            "the host cannot lock " + std::to_string((bytes >> 20) + 1) +
            " MiB of memory for copies to a GPU; close other programs, scan fewer points, or use the CPU");
    }
    HEXSCAN_CUDA_CHECK(status);
    return memory;
}

/// Page-locked host memory. Copies from and to it run asynchronously and at full speed.
struct PinnedMemory {
    static void* allocate(std::size_t bytes) { return page_locked(bytes, cudaHostAllocDefault); }
    static void release(void* memory) noexcept { HEXSCAN_CUDA_REPORT(cudaFreeHost(memory)); }
};

/// Page-locked host memory that kernels write to directly.
struct MappedMemory {
    static void* allocate(std::size_t bytes) { return page_locked(bytes, cudaHostAllocMapped); }
    static void release(void* memory) noexcept { HEXSCAN_CUDA_REPORT(cudaFreeHost(memory)); }
};

/// A move-only array of T in one kind of memory. Elements are not initialised.
template <class T, class Memory>
class CudaBuffer {
public:
    CudaBuffer() = default;
    explicit CudaBuffer(std::size_t count)
        : data_(count == 0 ? nullptr : static_cast<T*>(Memory::allocate(count * sizeof(T)))), count_(count) {}
    CudaBuffer(CudaBuffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
    CudaBuffer& operator=(CudaBuffer&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(count_, other.count_);
        return *this;
    }
    ~CudaBuffer() {
        if (data_) Memory::release(data_);
    }

    T* data() { return data_; }
    const T* data() const { return data_; }
    std::size_t size() const { return count_; }
    std::size_t bytes() const { return count_ * sizeof(T); }

private:
    T* data_ = nullptr;
    std::size_t count_ = 0;
};

}  // namespace detail

/// Arrays in device memory, in pinned host memory, and in host memory that the device writes to directly.
template <class T>
using DeviceBuffer = detail::CudaBuffer<T, detail::DeviceMemory>;
template <class T>
using PinnedBuffer = detail::CudaBuffer<T, detail::PinnedMemory>;
template <class T>
using MappedBuffer = detail::CudaBuffer<T, detail::MappedMemory>;

/// An event in a stream that records the time.
class Event {
public:
    Event() { HEXSCAN_CUDA_CHECK(cudaEventCreate(&event_)); }
    Event(Event&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
    Event& operator=(Event&& other) noexcept {
        std::swap(event_, other.event_);
        return *this;
    }
    ~Event() {
        if (event_) HEXSCAN_CUDA_REPORT(cudaEventDestroy(event_));
    }
    cudaEvent_t get() const { return event_; }

private:
    cudaEvent_t event_ = nullptr;
};

/// A stream that does not wait for the default stream. Its destructor waits for the work in it. So members that the
/// work uses must be declared before the stream, and outlive the work even if an exception ends a scan.
class Stream {
public:
    Stream() { HEXSCAN_CUDA_CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
    Stream(Stream&& other) noexcept : stream_(std::exchange(other.stream_, nullptr)) {}
    Stream& operator=(Stream&& other) noexcept {
        std::swap(stream_, other.stream_);
        return *this;
    }
    ~Stream() {
        if (!stream_) return;
        HEXSCAN_CUDA_REPORT(cudaStreamSynchronize(stream_));
        HEXSCAN_CUDA_REPORT(cudaStreamDestroy(stream_));
    }
    cudaStream_t get() const { return stream_; }
    void synchronize() const { HEXSCAN_CUDA_CHECK(cudaStreamSynchronize(stream_)); }

private:
    cudaStream_t stream_ = nullptr;
};

/// An array of T in device memory. Both its allocation and its release take their turn in a stream, so that neither
/// stalls other streams as cudaMalloc and cudaFree do.
template <class T>
class StreamBuffer {
public:
    StreamBuffer(std::size_t count, cudaStream_t stream) : count_(count), stream_(stream) {
        HEXSCAN_CUDA_CHECK(cudaMallocAsync(reinterpret_cast<void**>(&data_), bytes(), stream));
    }
    StreamBuffer(StreamBuffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), count_(other.count_), stream_(other.stream_) {}
    StreamBuffer& operator=(StreamBuffer&&) = delete;
    ~StreamBuffer() {
        if (data_) HEXSCAN_CUDA_REPORT(cudaFreeAsync(data_, stream_));
    }

    T* data() { return data_; }
    const T* data() const { return data_; }
    std::size_t bytes() const { return count_ * sizeof(T); }

private:
    T* data_ = nullptr;
    std::size_t count_;
    cudaStream_t stream_;
};

/// Milliseconds between two recorded events, both complete.
inline float elapsed_ms(const Event& start, const Event& stop) {
    float milliseconds = 0;
    HEXSCAN_CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start.get(), stop.get()));
    return milliseconds;
}

}  // namespace hexscan

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <random>
#include <vector>

#include "tests/support/cuda_on_host/device_words.h"

#define HEXSCAN_CUDA_ON_HOST

/// A substitute for the CUDA runtime, so that launches, waits and copies are tested without a GPU. Work of a stream is
/// done only when somebody waits for it, and streams proceed in random order. So it reveals data that is read without
/// waiting for it. The include path has it before NVIDIA's header of the same name. Blocks of a kernel run one after
/// the other, so races between them stay hidden.

enum cudaError_t {
    cudaSuccess,
    cudaErrorCudartUnloading,
    cudaErrorInvalidValue,
    cudaErrorNotReady,
    cudaErrorMemoryAllocation
};
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
enum { cudaHostAllocDefault, cudaHostAllocMapped, cudaStreamNonBlocking, cudaStreamCaptureModeThreadLocal };
struct cudaFuncAttributes {
    int numRegs = 0, sharedSizeBytes = 0, localSizeBytes = 0;
};

namespace hexscan_test::cuda_on_host {

/// The next work of a stream, with the condition for its start.
struct Work {
    std::function<bool()> ready;
    std::function<void()> run;
};
using StreamOfWork = std::deque<Work>;

/// Number of times an event was recorded, and the last record that its stream has reached. While a graph is
/// captured, an event only says which streams belong to it.
struct EventRecords {
    long asked = 0, done = 0;
    bool captured = false;
};

/// Launches in the order of their capture.
using Graph = std::vector<std::function<void()>>;

inline StreamOfWork null_stream;
inline std::vector<StreamOfWork*> streams{&null_stream};
inline std::mt19937 dice(1);

/// The graph that is being captured, and its streams.
inline Graph* captured = nullptr;
inline std::vector<StreamOfWork*> captured_streams;
inline bool is_captured(StreamOfWork* stream) {
    return captured && std::ranges::find(captured_streams, stream) != captured_streams.end();
}

/// Sizes of memory blocks by address.
using Allocations = std::map<char*, std::size_t>;
inline Allocations device_memory, host_memory;

/// Lets streams work until `done`. Returns false if no stream can proceed.
template <class Done>
bool work_until(Done done) {
    while (!done()) {
        std::vector<StreamOfWork*> ready;
        for (StreamOfWork* stream : streams)
            if (!stream->empty() && stream->front().ready()) ready.push_back(stream);
        if (ready.empty()) return false;
        StreamOfWork& stream = *ready[dice() % ready.size()];
        const Work work = std::move(stream.front());
        stream.pop_front();
        work.run();
    }
    return true;
}

inline cudaError_t error_unless(bool good) { return good ? cudaSuccess : cudaErrorInvalidValue; }

/// Fills new memory with a pattern, because nobody has written it.
inline cudaError_t allocate(Allocations& memory, void** address, std::size_t bytes) {
    *address = std::malloc(bytes);
    std::memset(*address, 0xCB, bytes);
    memory[static_cast<char*>(*address)] = bytes;
    return cudaSuccess;
}
inline cudaError_t release(Allocations& memory, void* address) {
    const bool known = memory.erase(static_cast<char*>(address)) == 1;
    if (known) std::free(address);
    return error_unless(known);
}
/// Reveals data that a later run takes over from an earlier one.
inline void overwrite_device_memory() {
    for (const auto& [begin, bytes] : device_memory) std::memset(begin, 0xCB, bytes);
}
inline bool holds(const Allocations& memory, const void* first, std::size_t bytes) {
    const auto after = memory.upper_bound(static_cast<char*>(const_cast<void*>(first)));
    if (after == memory.begin()) return false;
    const auto& [begin, size] = *std::prev(after);
    return static_cast<const char*>(first) + bytes <= begin + size;
}

inline void enqueue(
    StreamOfWork* stream, std::function<void()> run, std::function<bool()> ready = [] { return true; }) {
    if (is_captured(stream)) return captured->push_back(std::move(run));
    (stream ? stream : &null_stream)->push_back({std::move(ready), std::move(run)});
}

/// Number of kernels that have run.
inline std::atomic<std::int64_t> kernels_run = 0;

/// The launch configuration between <<< and >>>; see kernel_launches.cmake.
struct Launch {
    dim3 grid, block;
    std::size_t shared_bytes = 0;
    StreamOfWork* stream = nullptr;

    template <class Kernel>
    auto of(Kernel kernel) const {
        return [launch = *this, kernel](auto... values) {
            enqueue(launch.stream, [launch, kernel, values...] {
                ++kernels_run;
                gridDim = launch.grid;
                for (unsigned z = 0; z < launch.grid.z; ++z)
                    for (unsigned y = 0; y < launch.grid.y; ++y)
                        for (unsigned x = 0; x < launch.grid.x; ++x)
                            run_block({x, y, z}, launch.block, [&] { kernel(values...); });
            });
        };
    }
};

}  // namespace hexscan_test::cuda_on_host

using cudaStream_t = hexscan_test::cuda_on_host::StreamOfWork*;
using cudaEvent_t = hexscan_test::cuda_on_host::EventRecords*;
using cudaGraph_t = hexscan_test::cuda_on_host::Graph*;
using cudaGraphExec_t = hexscan_test::cuda_on_host::Graph*;

inline const char* cudaGetErrorName(cudaError_t) { return "an error"; }
inline const char* cudaGetErrorString(cudaError_t) { return "of the stand-in for CUDA"; }
inline cudaError_t cudaGetLastError() { return cudaSuccess; }

inline cudaError_t cudaMalloc(void** address, std::size_t bytes) {
    return hexscan_test::cuda_on_host::allocate(hexscan_test::cuda_on_host::device_memory, address, bytes);
}
inline cudaError_t cudaFree(void* address) {
    return hexscan_test::cuda_on_host::release(hexscan_test::cuda_on_host::device_memory, address);
}
inline cudaError_t cudaHostAlloc(void** address, std::size_t bytes, unsigned) {
    return hexscan_test::cuda_on_host::allocate(hexscan_test::cuda_on_host::host_memory, address, bytes);
}
/// NVIDIA's header has these overloads, too.
template <class T>
cudaError_t cudaMalloc(T** address, std::size_t bytes) {
    return cudaMalloc(reinterpret_cast<void**>(address), bytes);
}
template <class T>
cudaError_t cudaMallocHost(T** address, std::size_t bytes) {
    return cudaHostAlloc(reinterpret_cast<void**>(address), bytes, cudaHostAllocDefault);
}
template <class T>
cudaError_t cudaHostAlloc(T** address, std::size_t bytes, unsigned flags) {
    return cudaHostAlloc(reinterpret_cast<void**>(address), bytes, flags);
}
inline cudaError_t cudaMallocAsync(void** address, std::size_t bytes, cudaStream_t) {
    return cudaMalloc(address, bytes);
}
inline cudaError_t cudaFreeAsync(void* address, cudaStream_t stream) {
    hexscan_test::cuda_on_host::enqueue(stream, [address] { cudaFree(address); });
    return cudaSuccess;
}
inline cudaError_t cudaFreeHost(void* address) {
    return hexscan_test::cuda_on_host::release(hexscan_test::cuda_on_host::host_memory, address);
}

inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
    *stream = new hexscan_test::cuda_on_host::StreamOfWork;
    hexscan_test::cuda_on_host::streams.push_back(*stream);
    return cudaSuccess;
}
inline cudaError_t cudaStreamCreate(cudaStream_t* stream) {
    return cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking);
}
inline cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    const bool idle = stream->empty();
    std::erase(hexscan_test::cuda_on_host::streams, stream);
    delete stream;
    return idle ? cudaSuccess : cudaErrorNotReady;
}
inline cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    using namespace hexscan_test::cuda_on_host;
    if (!stream) stream = &null_stream;
    return error_unless(work_until([stream] { return stream->empty(); }));
}

inline cudaError_t cudaDeviceSynchronize() {
    for (const cudaStream_t stream : hexscan_test::cuda_on_host::streams)
        if (cudaStreamSynchronize(stream) != cudaSuccess) return cudaErrorInvalidValue;
    return cudaSuccess;
}

inline cudaError_t cudaEventCreate(cudaEvent_t* event) {
    *event = new hexscan_test::cuda_on_host::EventRecords;
    return cudaSuccess;
}
inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
    const bool idle = event->asked == event->done;
    delete event;
    return idle ? cudaSuccess : cudaErrorNotReady;
}
inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    event->captured = hexscan_test::cuda_on_host::is_captured(stream);
    if (event->captured) return cudaSuccess;
    hexscan_test::cuda_on_host::enqueue(stream, [event, number = ++event->asked] { event->done = number; });
    return cudaSuccess;
}
inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event) {
    if (event->captured) {
        hexscan_test::cuda_on_host::captured_streams.push_back(stream);
        return cudaSuccess;
    }
    hexscan_test::cuda_on_host::enqueue(
        stream, [] {}, [event, number = event->asked] { return event->done >= number; });
    return cudaSuccess;
}
inline cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    using namespace hexscan_test::cuda_on_host;
    return error_unless(work_until([event, number = event->asked] { return event->done >= number; }));
}
inline cudaError_t cudaEventElapsedTime(float*, cudaEvent_t, cudaEvent_t) { return cudaErrorInvalidValue; }

/// Copies from the device to pinned memory.
inline cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                                     std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
    using namespace hexscan_test::cuda_on_host;
    if (kind != cudaMemcpyDeviceToHost || height == 0 || width > to_pitch || width > from_pitch ||
        !holds(device_memory, from, from_pitch * (height - 1) + width) ||
        !holds(host_memory, to, to_pitch * (height - 1) + width))
        return cudaErrorInvalidValue;
    enqueue(stream, [=] {
        for (std::size_t row = 0; row < height; ++row)
            std::memcpy(static_cast<char*>(to) + row * to_pitch, static_cast<const char*>(from) + row * from_pitch,
                        width);
    });
    return cudaSuccess;
}
/// Copies pageable memory. Data for the device may still be in transit when the call returns.
inline cudaError_t copy_pageable(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                                 cudaStream_t stream) {
    using namespace hexscan_test::cuda_on_host;
    if (kind == cudaMemcpyDeviceToHost) {
        if (!holds(device_memory, from, bytes)) return cudaErrorInvalidValue;
        const cudaError_t waited = cudaStreamSynchronize(stream);
        if (waited == cudaSuccess) std::memcpy(to, from, bytes);
        return waited;
    }
    if (!holds(device_memory, to, bytes)) return cudaErrorInvalidValue;
    const auto* const begin = static_cast<const char*>(from);
    enqueue(stream,
            [to, staged = std::vector<char>(begin, begin + bytes)] { std::memcpy(to, staged.data(), staged.size()); });
    return cudaSuccess;
}
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                                   cudaStream_t stream) {
    using namespace hexscan_test::cuda_on_host;
    const bool is_home = kind == cudaMemcpyDeviceToHost;
    if (bytes == 0) return cudaSuccess;
    if (!holds(host_memory, is_home ? to : from, bytes)) return copy_pageable(to, from, bytes, kind, stream);
    if (is_home) return cudaMemcpy2DAsync(to, bytes, from, bytes, bytes, 1, kind, stream);
    if (!holds(device_memory, to, bytes)) return cudaErrorInvalidValue;
    enqueue(stream, [=] { std::memcpy(to, from, bytes); });
    return cudaSuccess;
}
inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
    return copy_pageable(to, from, bytes, kind, nullptr);
}
inline cudaError_t cudaMemsetAsync(void* to, int byte, std::size_t bytes, cudaStream_t stream) {
    using namespace hexscan_test::cuda_on_host;
    if (!holds(device_memory, to, bytes)) return cudaErrorInvalidValue;
    enqueue(stream, [=] { std::memset(to, byte, bytes); });
    return cudaSuccess;
}
inline cudaError_t cudaMemset(void* to, int byte, std::size_t bytes) {
    return cudaMemsetAsync(to, byte, bytes, nullptr);
}

inline cudaError_t cudaStreamBeginCapture(cudaStream_t stream, int) {
    using namespace hexscan_test::cuda_on_host;
    if (captured) return cudaErrorInvalidValue;
    captured = new Graph;
    captured_streams = {stream};
    return cudaSuccess;
}
inline cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
    using namespace hexscan_test::cuda_on_host;
    const bool good = is_captured(stream);
    *graph = std::exchange(captured, nullptr);
    return error_unless(good);
}
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* ready, cudaGraph_t graph, unsigned long long) {
    *ready = new hexscan_test::cuda_on_host::Graph(*graph);
    return cudaSuccess;
}
inline cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    delete graph;
    return cudaSuccess;
}
inline cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graph) { return cudaGraphDestroy(graph); }
inline cudaError_t cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream) {
    for (const std::function<void()>& launch : *graph) hexscan_test::cuda_on_host::enqueue(stream, launch);
    return cudaSuccess;
}

/// The host has no registers to count.
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes*, const void*) { return cudaErrorInvalidValue; }
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int*, const void*, int, std::size_t) {
    return cudaErrorInvalidValue;
}

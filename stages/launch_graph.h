#pragma once

#include <utility>

#include "src/device/cuda_support.h"

namespace hexscan {

/// Launches that are captured once and then started together, with one call.
class LaunchGraph {
public:
    LaunchGraph() = default;
    /// Captures what `work()` enqueues on the stream, and on streams that wait for it and for which it waits.
    template <class Work>
    LaunchGraph(const Stream& stream, Work work) {
        HEXSCAN_CUDA_CHECK(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal));
        work();
        cudaGraph_t graph = nullptr;
        HEXSCAN_CUDA_CHECK(cudaStreamEndCapture(stream.get(), &graph));
        const cudaError_t made = cudaGraphInstantiate(&graph_, graph, 0);
        HEXSCAN_CUDA_REPORT(cudaGraphDestroy(graph));
        HEXSCAN_CUDA_CHECK(made);
    }
    LaunchGraph(LaunchGraph&& other) noexcept : graph_(std::exchange(other.graph_, nullptr)) {}
    LaunchGraph& operator=(LaunchGraph&& other) noexcept {
        std::swap(graph_, other.graph_);
        return *this;
    }
    ~LaunchGraph() {
        if (graph_) HEXSCAN_CUDA_REPORT(cudaGraphExecDestroy(graph_));
    }

    void launch(const Stream& stream) const { HEXSCAN_CUDA_CHECK(cudaGraphLaunch(graph_, stream.get())); }

private:
    cudaGraphExec_t graph_ = nullptr;
};

}  // namespace hexscan

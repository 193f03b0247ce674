#pragma once

#include <deque>
#include <utility>

#include "src/device/cuda_support.h"
#include "stages/stage.h"

namespace hexscan {

/// Records CUDA events around launches and copies and sums them up once all work is done.
class SpanRecorder {
public:
    explicit SpanRecorder(bool enabled) : enabled_(enabled) {}

    template <class Work>
    void kernel(const Stream& stream, Work work) {
        record(kernels_, stream, work);
    }
    template <class Work>
    void copy(const Stream& stream, Work work) {
        record(copies_, stream, work);
    }

    /// Call after everything recorded has finished.
    DeviceSpans spans() const { return {sum(kernels_), sum(copies_)}; }

private:
    using Spans = std::deque<std::pair<Event, Event>>;

    template <class Work>
    void record(Spans& spans, const Stream& stream, Work work) {
        if (!enabled_) return work();
        auto& [start, stop] = spans.emplace_back();
        HEXSCAN_CUDA_CHECK(cudaEventRecord(start.get(), stream.get()));
        work();
        HEXSCAN_CUDA_CHECK(cudaEventRecord(stop.get(), stream.get()));
    }

    static double sum(const Spans& spans) {
        double total_ms = 0;
        for (const auto& [start, stop] : spans) total_ms += elapsed_ms(start, stop);
        return total_ms;
    }

    bool enabled_;
    Spans kernels_, copies_;
};

}  // namespace hexscan

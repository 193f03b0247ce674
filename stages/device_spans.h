#pragma once

#include <deque>
#include <utility>

#include "src/device/cuda_support.h"
#include "stages/stage.h"

namespace hexscan {

/// The part of the work on a stream that one pair of events encloses.
enum class Bracket {
    each,  ///< one launch or copy; between two of them the stream does other work or waits
    all    ///< launches that directly follow each other, from the start of the first to the end of the last
};

/// Records CUDA events around launches and copies, and adds up their times once all work is done.
class SpanRecorder {
public:
    explicit SpanRecorder(bool enabled, Bracket kernels = Bracket::each) : enabled_(enabled), bracket_(kernels) {}

    template <class Work>
    void kernel(const Stream& stream, Work work) {
        if (bracket_ == Bracket::each || kernels_.empty()) return record(kernels_, stream, work);
        work();
        if (enabled_) HEXSCAN_CUDA_CHECK(cudaEventRecord(kernels_.back().second.get(), stream.get()));
    }
    template <class Work>
    void copy(const Stream& stream, Work work) {
        record(copies_, stream, work);
    }

    /// Must be called after all recorded work has finished.
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
    Bracket bracket_;
    Spans kernels_, copies_;
};

/// Device time of one launch in milliseconds, as the average of many consecutive launches. Events around a single short
/// launch would mostly measure the time to start it.
template <class Launch>
double ms_of_one_launch(const Stream& stream, Launch launch) {
    constexpr int launches = 50;
    SpanRecorder recorder(true);
    recorder.kernel(stream, [&] {
        for (int i = 0; i < launches; ++i) launch();
    });
    stream.synchronize();
    return recorder.spans().kernel_ms / launches;
}

}  // namespace hexscan

#include "stages/slice_stage.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "kernels/ladder/thread_mapping.h"
#include "src/device/cuda_support.h"
#include "stages/compiled_resources.h"
#include "stages/device_spans.h"

namespace hexscan {
namespace {

/// Buffers and streams for one plan. Blocking stages copy verdicts to pageable host memory, the others to pinned
/// memory.
class SliceScan final : public PreparedStage {
public:
    SliceScan(const SliceStageSpec& spec, const OrientedPlan& plan)
        : spec_(spec),
          plan_(plan),
          geometry_(to_float(plan.geometry)),
          device_(volume_bytes()),
          pageable_(spec.host_side == HostSide::blocking ? volume_bytes() : 0),
          pinned_(spec.host_side == HostSide::overlapped ? volume_bytes() : 0) {}

    void scan() override { scan_recorded(false); }
    DeviceSpans scan_with_events() override { return scan_recorded(true); }

    void poison(std::uint8_t pattern) override {
        // The kernels' stream is used, because kernels do not wait for the default stream.
        HEXSCAN_CUDA_CHECK(cudaMemsetAsync(device_.data(), pattern, device_.bytes(), kernels_.get()));
        std::memset(host(), pattern, volume_bytes());
        kernels_.synchronize();
    }

    std::int64_t unwritten_points() const override {
        return unwritten_verdicts({host(), volume_bytes()}, spec_.format);
    }

    WorkspaceSlice slice(int index) const override { return decoded_slice(host(), plan_, spec_.format, index); }

    MemoryUse memory() const override {
        return {static_cast<std::int64_t>(volume_bytes()), static_cast<std::int64_t>(device_.bytes())};
    }

    std::int64_t output_bytes() const override { return static_cast<std::int64_t>(volume_bytes()); }

    double kernel_alone_ms() override {
        LaunchPolicy whole = spec_.launch;
        whole.slices_per_launch = 0;
        const int most = slices_of_launch(whole, plan_.slices());
        SpanRecorder recorder(true, Bracket::all);
        for (int first = 0; first < plan_.slices(); first += most)
            recorder.kernel(kernels_, [&] { launch(first, std::min(most, plan_.slices() - first)); });
        kernels_.synchronize();
        return recorder.spans().kernel_ms;
    }

    bool overlaps() const override { return spec_.host_side == HostSide::overlapped; }

private:
    DeviceSpans scan_recorded(bool with_events) {
        // If copies run between launches, each launch is timed separately. Otherwise consecutive kernels are timed
        // together.
        SpanRecorder recorder(with_events, overlaps() ? Bracket::all : Bracket::each);
        for (int first = 0; first < plan_.slices(); first += slices_per_launch()) {
            const int count = std::min(slices_per_launch(), plan_.slices() - first);
            recorder.kernel(kernels_, [&] { launch(first, count); });
            copy_home(recorder, first, count);
        }
        kernels_.synchronize();
        copies_.synchronize();
        return recorder.spans();
    }

    std::size_t volume_bytes() const {
        return verdict_slice_bytes(plan_, spec_.format) * static_cast<std::size_t>(plan_.slices());
    }
    std::uint8_t* host() { return pinned_.size() ? pinned_.data() : pageable_.data(); }
    const std::uint8_t* host() const { return pinned_.size() ? pinned_.data() : pageable_.data(); }

    int slices_per_launch() const { return slices_of_launch(spec_.launch, plan_.slices()); }

    void launch(int first_slice, int count) {
        const dim3 block(static_cast<unsigned>(spec_.launch.block_x), static_cast<unsigned>(spec_.launch.block_y));
        for_each_band(spec_.launch, plan_.columns(), plan_.rows(), first_slice, count, [&](const SliceLaunch& band) {
            const dim3 grid(static_cast<unsigned>(band.blocks_x), static_cast<unsigned>(band.blocks_y),
                            static_cast<unsigned>(band.blocks_z));
            const SliceWindow window{device_.data(), verdict_row_bytes(plan_, spec_.format), band.first_row,
                                     band.first_slice};
            spec_.kernel.launch<<<grid, block, 0, kernels_.get()>>>(geometry_, window);
            HEXSCAN_CUDA_CHECK(cudaGetLastError());
        });
    }

    void copy_home(SpanRecorder& recorder, int first_slice, int count) {
        const std::size_t bytes = verdict_slice_bytes(plan_, spec_.format);
        const std::size_t offset = bytes * static_cast<std::size_t>(first_slice);
        const std::size_t size = bytes * static_cast<std::size_t>(count);
        if (overlaps()) {
            // One event serves all chunks. cudaStreamWaitEvent waits for the record that exists when it is called;
            // later records do not change that.
            HEXSCAN_CUDA_CHECK(cudaEventRecord(chunk_done_.get(), kernels_.get()));
            HEXSCAN_CUDA_CHECK(cudaStreamWaitEvent(copies_.get(), chunk_done_.get()));
        }
        const Stream& stream = overlaps() ? copies_ : kernels_;
        recorder.copy(stream, [&] {
            HEXSCAN_CUDA_CHECK(
                cudaMemcpyAsync(host() + offset, device_.data() + offset, size, cudaMemcpyDeviceToHost, stream.get()));
        });
        if (!overlaps()) stream.synchronize();
    }

    SliceStageSpec spec_;
    OrientedPlan plan_;
    ScanGeometry<float> geometry_;
    DeviceBuffer<std::uint8_t> device_;
    std::vector<std::uint8_t> pageable_;
    PinnedBuffer<std::uint8_t> pinned_;
    Stream kernels_, copies_;
    Event chunk_done_;
};

}  // namespace

std::unique_ptr<PreparedStage> SliceStage::prepare_stage(const OrientedPlan& plan) const {
    return std::make_unique<SliceScan>(spec_, plan);
}

MemoryUse SliceStage::memory_per_slice(const ScanPlan& plan) const {
    const auto bytes = static_cast<std::int64_t>(verdict_slice_bytes(plan, spec_.format));
    return {bytes, bytes};
}

LaunchShape SliceStage::launch_shape(const ScanPlan& plan) const {
    const LaunchPolicy& launch = spec_.launch;
    const int per_launch = std::min(slices_of_launch(launch, plan.slices()), plan.slices());
    LaunchShape shape;
    shape.block = {launch.block_x, launch.block_y, 1};
    shape.points_per_thread = launch.points_per_thread;
    int bands = 0;
    for_each_band(launch, plan.columns(), plan.rows(), 0, per_launch, [&](const SliceLaunch& band) {
        if (bands++ == 0) shape.grid = {band.blocks_x, band.blocks_y, band.blocks_z};
    });
    shape.launches = bands * blocks_for(plan.slices(), per_launch);
    return shape;
}

StageResources SliceStage::resources() const {
    return compiled_resources(spec_.kernel.launch, threads_per_block(spec_.launch));
}

}  // namespace hexscan

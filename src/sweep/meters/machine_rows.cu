#include "src/sweep/meters/machine_rows.h"

#include <algorithm>
#include <limits>

#include "kernels/machine_rows_kernel.cuh"
#include "src/device/cuda_support.h"
#include "src/device/devices.h"
#include "src/sweep/sweep_tuning.h"

namespace hexscan {
namespace {

constexpr int threads = tuning::row_threads;

/// Which machines take which instance of a kernel: roots in float serve almost all.
enum class Instance { single, full, wide };
constexpr std::array instances{Instance::single, Instance::full, Instance::wide};

Instance instance_of(const RowGeometry& geometry) {
    if (geometry.wide) return Instance::wide;
    return geometry.single_suffices ? Instance::single : Instance::full;
}

/// Calls launch.template operator()<holes, Real>().
template <class Launch>
void with_instance(Instance instance, Launch launch) {
    switch (instance) {
        case Instance::single: return launch.template operator()<narrow_holes, float>();
        case Instance::full: return launch.template operator()<narrow_holes, double>();
        case Instance::wide: return launch.template operator()<wide_holes, double>();
    }
}

class CudaMachineRows final : public MachineRows {
public:
    CudaMachineRows(int device, std::size_t capacity)
        : device_(device),
          geometries_(capacity),
          machines_(capacity),
          tallies_(capacity),
          d_geometries_(capacity),
          d_machines_(capacity),
          d_tallies_(capacity) {}

    void use() const override { use_device(device_); }
    std::span<RowGeometry> geometries() override {
        uploaded_ = 0;
        return {geometries_.data(), geometries_.size()};
    }

    std::span<const RowGeometry> filled() const override { return {geometries_.data(), geometries_.size()}; }

    std::span<const MachineTally> tally(std::size_t count, std::int64_t rows) override {
        upload(count);
        HEXSCAN_CUDA_CHECK(cudaMemsetAsync(d_tallies_.data(), 0, count * sizeof(MachineTally), stream_.get()));
        constexpr std::int64_t rows_per_block = threads * tuning::rows_per_thread;
        // More rows than all blocks of a launch take in one go are taken in several.
        const std::int64_t most_blocks = std::numeric_limits<std::int32_t>::max() / static_cast<std::int64_t>(count);
        const auto blocks =
            static_cast<std::uint32_t>(std::min((rows + rows_per_block - 1) / rows_per_block, most_blocks));
        for_each_instance([&]<int holes, class Real>(const std::uint32_t* machines, std::uint32_t some) {
            machine_tally_kernel<holes, Real, threads><<<some * blocks, threads, 0, stream_.get()>>>(
                d_geometries_.data(), machines, blocks, d_tallies_.data());
        });
        HEXSCAN_CUDA_CHECK(cudaMemcpyAsync(tallies_.data(), d_tallies_.data(), count * sizeof(MachineTally),
                                           cudaMemcpyDeviceToHost, stream_.get()));
        stream_.synchronize();
        return {tallies_.data(), count};
    }

    void begin_reach(int columns, int rows) override {
        const std::size_t steps = (static_cast<std::size_t>(columns) + 1) * static_cast<std::size_t>(rows);
        if (steps_.size() != steps) {
            steps_ = PinnedBuffer<std::uint32_t>(steps);
            d_steps_ = DeviceBuffer<std::uint32_t>(steps);
        }
        HEXSCAN_CUDA_CHECK(cudaMemsetAsync(d_steps_.data(), 0, d_steps_.bytes(), stream_.get()));
    }

    void add_reach(std::size_t count, int slice) override {
        upload(count);
        for_each_instance([&]<int holes, class Real>(const std::uint32_t* machines, std::uint32_t some) {
            machine_reach_kernel<holes, Real, threads>
                <<<some, threads, 0, stream_.get()>>>(d_geometries_.data(), machines, slice, d_steps_.data());
        });
        // The caller fills the geometries anew once this returns.
        stream_.synchronize();
    }

    std::span<const std::uint32_t> reach() override {
        HEXSCAN_CUDA_CHECK(
            cudaMemcpyAsync(steps_.data(), d_steps_.data(), d_steps_.bytes(), cudaMemcpyDeviceToHost, stream_.get()));
        stream_.synchronize();
        return {steps_.data(), steps_.size()};
    }

private:
    /// Sorts the machines by instance and brings them to the device, unless they are there.
    void upload(std::size_t count) {
        if (uploaded_ == count) return;
        uploaded_ = count;
        std::uint32_t next = 0;
        for (const Instance instance : instances) {
            for (std::size_t m = 0; m < count; ++m) {
                const RowGeometry& geometry = geometries_.data()[m];
                if (geometry.solvable && instance_of(geometry) == instance)
                    machines_.data()[next++] = static_cast<std::uint32_t>(m);
            }
            ends_[static_cast<std::size_t>(instance)] = next;
        }
        HEXSCAN_CUDA_CHECK(cudaMemcpyAsync(d_geometries_.data(), geometries_.data(), count * sizeof(RowGeometry),
                                           cudaMemcpyHostToDevice, stream_.get()));
        HEXSCAN_CUDA_CHECK(cudaMemcpyAsync(d_machines_.data(), machines_.data(), next * sizeof(std::uint32_t),
                                           cudaMemcpyHostToDevice, stream_.get()));
    }

    /// Launches for the machines of each instance that there are.
    template <class Launch>
    void for_each_instance(Launch launch) {
        std::uint32_t begin = 0;
        for (const Instance instance : instances) {
            const std::uint32_t end = ends_[static_cast<std::size_t>(instance)];
            if (end > begin)
                with_instance(instance, [&]<int holes, class Real>() {
                    launch.template operator()<holes, Real>(d_machines_.data() + begin, end - begin);
                    HEXSCAN_CUDA_CHECK(cudaGetLastError());
                });
            begin = end;
        }
    }

    int device_;
    Stream stream_;
    PinnedBuffer<RowGeometry> geometries_;
    PinnedBuffer<std::uint32_t> machines_;
    PinnedBuffer<MachineTally> tallies_;
    DeviceBuffer<RowGeometry> d_geometries_;
    DeviceBuffer<std::uint32_t> d_machines_;
    DeviceBuffer<MachineTally> d_tallies_;
    PinnedBuffer<std::uint32_t> steps_;
    DeviceBuffer<std::uint32_t> d_steps_;
    std::array<std::uint32_t, instances.size()> ends_{};
    std::size_t uploaded_ = 0;  ///< machines that are on the device as the host has them
};

}  // namespace

std::unique_ptr<MachineRows> make_machine_rows(int device, std::size_t capacity) {
    use_device(device);
    return std::make_unique<CudaMachineRows>(device, capacity);
}

}  // namespace hexscan

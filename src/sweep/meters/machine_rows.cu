#include "src/sweep/meters/machine_rows.h"

#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>
#include <utility>

#include "kernels/machine_rows_kernel.cuh"
#include "src/device/cuda_support.h"
#include "src/device/devices.h"
#include "src/sweep/sweep_tuning.h"

namespace hexscan {
namespace {

constexpr int threads = tuning::row_threads;

/// The instances of the kernels, one per solver. `single` computes roots in single precision, which suffices for almost
/// all machines. The values are indices from 0; `count` is the number of instances.
enum class TelescopesBy { single, full, wide, count };
enum class SlidersBy { single, full, joints, count };
enum class OneWay { only, count };

TelescopesBy instance_of(const SweptTelescopes& machine) {
    if (machine.wide) return TelescopesBy::wide;
    return machine.single_suffices ? TelescopesBy::single : TelescopesBy::full;
}
SlidersBy instance_of(const SweptSliders& machine) {
    if (machine.has_joints) return SlidersBy::joints;
    return machine.single_suffices ? SlidersBy::single : SlidersBy::full;
}
OneWay instance_of(const SweptArms&) { return OneWay::only; }
template <class Whole>
OneWay instance_of(const SweptPoints<Whole>&) {
    return OneWay::only;
}

/// Calls launch.template operator()<Solver>() with the solver of that instance.
template <class Launch>
void with_solver(std::type_identity<SweptTelescopes>, TelescopesBy instance, Launch launch) {
    switch (instance) {
        case TelescopesBy::single: return launch.template operator()<TelescopeSolver<narrow_holes, float>>();
        case TelescopesBy::full: return launch.template operator()<TelescopeSolver<narrow_holes, double>>();
        default: return launch.template operator()<TelescopeSolver<wide_holes, double>>();
    }
}
template <class Launch>
void with_solver(std::type_identity<SweptSliders>, SlidersBy instance, Launch launch) {
    switch (instance) {
        case SlidersBy::single: return launch.template operator()<SliderSolver<SliderRowLeg, float>>();
        case SlidersBy::full: return launch.template operator()<SliderSolver<SliderRowLeg, double>>();
        default: return launch.template operator()<SliderSolver<JointedSliderRowLeg, double>>();
    }
}
template <class Launch>
void with_solver(std::type_identity<SweptArms>, OneWay, Launch launch) {
    launch.template operator()<ArmSolver<tuning::runs_of_arms, threads / warp_size, tuning::blocks_of_arms>>();
}
template <class Whole, class Launch>
void with_solver(std::type_identity<SweptPoints<Whole>>, OneWay, Launch launch) {
    launch.template operator()<PointSolver<Whole>>();
}

template <class Swept>
class CudaMachineRows final : public MachineRows<Swept> {
    using Instance = decltype(instance_of(std::declval<const Swept&>()));

public:
    CudaMachineRows(int device, std::size_t capacity)
        : device_(device),
          machines_(capacity),
          sorted_(capacity),
          tallies_(capacity),
          d_machines_(capacity),
          d_sorted_(capacity),
          d_tallies_(capacity) {}

    DeviceInUse use() const override { return DeviceInUse(device_); }
    std::span<Swept> machines() override {
        uploaded_ = 0;
        return {machines_.data(), machines_.size()};
    }

    std::span<const Swept> filled() const override { return {machines_.data(), machines_.size()}; }

    std::span<const MachineTally> tally(std::size_t count, std::int64_t rows) override {
        upload(count);
        HEXSCAN_CUDA_CHECK(cudaMemsetAsync(d_tallies_.data(), 0, count * sizeof(MachineTally), stream_.get()));
        constexpr std::int64_t rows_per_block = threads * tuning::rows_per_thread;
        // A launch has a largest number of blocks. If there are more rows, each block loops over several parts of them.
        const std::int64_t most_blocks = std::numeric_limits<std::int32_t>::max() / static_cast<std::int64_t>(count);
        const auto blocks =
            static_cast<std::uint32_t>(std::min((rows + rows_per_block - 1) / rows_per_block, most_blocks));
        for_each_instance([&]<class Solver>(const std::uint32_t* machines, std::uint32_t some) {
            machine_tally_kernel<Solver, threads>
                <<<some * blocks, threads, 0, stream_.get()>>>(d_machines_.data(), machines, blocks, d_tallies_.data());
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
        for_each_instance([&]<class Solver>(const std::uint32_t* machines, std::uint32_t some) {
            machine_reach_kernel<Solver, threads>
                <<<some, threads, 0, stream_.get()>>>(d_machines_.data(), machines, slice, d_steps_.data());
        });
        // Once this function has returned, the caller may refill the buffer.
        stream_.synchronize();
    }

    std::span<const std::uint32_t> reach() override {
        HEXSCAN_CUDA_CHECK(
            cudaMemcpyAsync(steps_.data(), d_steps_.data(), d_steps_.bytes(), cudaMemcpyDeviceToHost, stream_.get()));
        stream_.synchronize();
        return {steps_.data(), steps_.size()};
    }

private:
    /// Sorts the machines by instance and copies them to the device, unless they are already there.
    void upload(std::size_t count) {
        if (uploaded_ == count) return;
        uploaded_ = count;
        std::uint32_t next = 0;
        for (std::size_t instance = 0; instance < ends_.size(); ++instance) {
            for (std::size_t m = 0; m < count; ++m) {
                const Swept& machine = machines_.data()[m];
                if (machine.solvable && static_cast<std::size_t>(instance_of(machine)) == instance)
                    sorted_.data()[next++] = static_cast<std::uint32_t>(m);
            }
            ends_[instance] = next;
        }
        HEXSCAN_CUDA_CHECK(cudaMemcpyAsync(d_machines_.data(), machines_.data(), count * sizeof(Swept),
                                           cudaMemcpyHostToDevice, stream_.get()));
        HEXSCAN_CUDA_CHECK(cudaMemcpyAsync(d_sorted_.data(), sorted_.data(), next * sizeof(std::uint32_t),
                                           cudaMemcpyHostToDevice, stream_.get()));
    }

    /// Calls `launch` once for each instance of the kernel that has machines.
    template <class Launch>
    void for_each_instance(Launch launch) {
        std::uint32_t begin = 0;
        for (std::size_t instance = 0; instance < ends_.size(); ++instance) {
            const std::uint32_t end = ends_[instance];
            if (end > begin)
                with_solver(std::type_identity<Swept>(), static_cast<Instance>(instance), [&]<class Solver>() {
                    launch.template operator()<Solver>(d_sorted_.data() + begin, end - begin);
                    HEXSCAN_CUDA_CHECK(cudaGetLastError());
                });
            begin = end;
        }
    }

    int device_;
    PinnedBuffer<Swept> machines_;
    PinnedBuffer<std::uint32_t> sorted_;  ///< indices of the solvable machines, sorted by instance
    PinnedBuffer<MachineTally> tallies_;
    DeviceBuffer<Swept> d_machines_;
    DeviceBuffer<std::uint32_t> d_sorted_;
    DeviceBuffer<MachineTally> d_tallies_;
    PinnedBuffer<std::uint32_t> steps_;
    DeviceBuffer<std::uint32_t> d_steps_;
    std::array<std::uint32_t, static_cast<std::size_t>(Instance::count)> ends_{};  ///< for each instance, the end of
                                                                                   ///< its machines in `sorted_`
    std::size_t uploaded_ = 0;  ///< number of machines whose copy on the device is up to date
    Stream stream_;
};

}  // namespace

template <class Swept>
std::unique_ptr<MachineRows<Swept>> make_machine_rows(int device, std::size_t capacity) {
    const DeviceInUse in_use(device);
    return std::make_unique<CudaMachineRows<Swept>>(device, capacity);
}

template std::unique_ptr<MachineRows<SweptTelescopes>> make_machine_rows(int, std::size_t);
template std::unique_ptr<MachineRows<SweptSliders>> make_machine_rows(int, std::size_t);
template std::unique_ptr<MachineRows<SweptArms>> make_machine_rows(int, std::size_t);
template std::unique_ptr<MachineRows<SweptPoints<WholeTelescope>>> make_machine_rows(int, std::size_t);
template std::unique_ptr<MachineRows<SweptPoints<WholeSlider>>> make_machine_rows(int, std::size_t);
template std::unique_ptr<MachineRows<SweptPoints<WholeArm>>> make_machine_rows(int, std::size_t);

}  // namespace hexscan

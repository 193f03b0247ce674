#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "hexscan/machine.h"
#include "hexscan/scan.h"
#include "src/device/cuda_support.h"
#include "src/device/devices.h"

/// The library leaves devices as its caller has set them. These tests need a real device.
namespace {

using namespace hexscan;

/// Waits until the host sets the flag. Sets `gave_up` after 20 seconds without it.
/// Grid: 1. Block: 1. No shared memory. The thread waits.
__global__ void wait_kernel(volatile int* flag, int* gave_up) {
    constexpr std::uint64_t most_ns = 20'000'000'000;
    std::uint64_t start_ns, now_ns;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start_ns));
    do {
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now_ns));
        if (now_ns - start_ns > most_ns) {
            *gave_up = 1;
            return;
        }
    } while (*flag == 0);
}

class GpuCallersDevice : public testing::Test {
protected:
    void SetUp() override {
        const DeviceList list = list_devices();
        if (list.devices.empty()) GTEST_SKIP() << "no CUDA device: " << list.problem;
        last_ = list.devices.back().index;
    }

    int last_ = 0;
};

TEST_F(GpuCallersDevice, ScansKeepDeviceAndFlags) {
    HEXSCAN_CUDA_CHECK(cudaSetDevice(last_));
    HEXSCAN_CUDA_CHECK(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
    HEXSCAN_CUDA_CHECK(cudaSetDevice(0));
    HEXSCAN_CUDA_CHECK(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
    ScanOptions on_last;
    on_last.device = {.kind = Device::Kind::cuda, .index = last_};
    const Scan scanned = scan(Hexapod::built_in(), on_last);
    EXPECT_GT(scanned.reachable_points(), 0);
    int current = -1;
    HEXSCAN_CUDA_CHECK(cudaGetDevice(&current));
    EXPECT_EQ(current, 0);
    for (const int device : {last_, 0}) {
        HEXSCAN_CUDA_CHECK(cudaSetDevice(device));
        unsigned flags = 0;
        HEXSCAN_CUDA_CHECK(cudaGetDeviceFlags(&flags));
        EXPECT_EQ(flags & cudaDeviceScheduleMask, static_cast<unsigned>(cudaDeviceScheduleBlockingSync)) << device;
    }
    HEXSCAN_CUDA_CHECK(cudaSetDeviceFlags(cudaDeviceScheduleAuto));
}

/// The verdicts of poses in a device's memory come while a kernel in another stream still waits.
TEST_F(GpuCallersDevice, PosesOnTheDeviceDoNotWaitForOtherStreams) {
    const Hexapod machine = Hexapod::built_in();
    const std::vector<PlatformPose> poses(1000, *machine.home());
    DeviceBuffer<PlatformPose> given(poses.size());
    DeviceBuffer<std::uint8_t> verdicts(poses.size());
    HEXSCAN_CUDA_CHECK(cudaMemcpy(given.data(), poses.data(), given.bytes(), cudaMemcpyHostToDevice));
    MappedBuffer<int> flags(2);
    flags.data()[0] = flags.data()[1] = 0;
    const Stream mine, other;
    const auto test_poses = [&] {
        machine.reachable_on_device(given.data(), poses.size(), verdicts.data(),
                                    reinterpret_cast<std::uintptr_t>(mine.get()));
    };
    test_poses();  // loads the kernel, which waits for all streams
    wait_kernel<<<1, 1, 0, other.get()>>>(flags.data(), flags.data() + 1);
    HEXSCAN_CUDA_CHECK(cudaGetLastError());
    test_poses();
    *static_cast<volatile int*>(flags.data()) = 1;
    other.synchronize();
    EXPECT_EQ(flags.data()[1], 0);
    std::vector<std::uint8_t> told(poses.size());
    HEXSCAN_CUDA_CHECK(cudaMemcpy(told.data(), verdicts.data(), told.size(), cudaMemcpyDeviceToHost));
    EXPECT_EQ(told, std::vector<std::uint8_t>(poses.size(), 1));
}

/// The host's memory is not the device's.
TEST_F(GpuCallersDevice, FullHostMemoryIsNotAFullDevice) {
    constexpr std::size_t too_many = std::size_t{1} << 50;
    try {
        const PinnedBuffer<std::uint8_t> buffer(too_many);
        FAIL() << "the host has a petabyte";
    } catch (const DeviceError& error) {
        EXPECT_EQ(error.kind(), ErrorKind::device);
        EXPECT_EQ(std::string(error.what()).find("the host cannot lock "), 0U) << error.what();
    }
    EXPECT_THROW(DeviceBuffer<std::uint8_t>{too_many}, DeviceFull);
}

}  // namespace

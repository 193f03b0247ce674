// Compares the verdicts of poses in a device's memory with the reference, even for poses very near a limit.

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "src/device/cuda_support.h"
#include "src/device/devices.h"
#include "src/scan_cuda/device_poses.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/random_platform.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using PoseNumbers = std::array<double, 6>;

class GpuPoses : public testing::Test {
protected:
    void SetUp() override {
        const DeviceList list = list_devices();
        if (list.devices.empty()) GTEST_SKIP() << "no CUDA device: " << list.problem;
    }
};

bool exact(const PoseVerdicts& verdicts, const PoseNumbers& pose) {
    return verdicts.exact({{pose[0], pose[1], pose[2]}, {pose[3], pose[4], pose[5]}});
}

PoseNumbers pose_near(const Platform& platform, double turn_rad, Dice& dice) {
    PoseNumbers pose{};
    const ScanRange* const ranges[] = {&platform.scan.x, &platform.scan.y, &platform.scan.z};
    for (std::size_t k = 0; k < 3; ++k) pose[k] = dice.between(ranges[k]->from_m, ranges[k]->to_m);
    for (std::size_t k = 3; k < 6; ++k) pose[k] = dice.between(-turn_rad, turn_rad);
    return pose;
}

/// Appends two poses that are neighbours in double precision and have different verdicts.
void append_poses_at_a_limit(const PoseVerdicts& verdicts, PoseNumbers one, PoseNumbers other,
                             std::vector<PoseNumbers>& poses) {
    const bool verdict = exact(verdicts, one);
    if (verdict == exact(verdicts, other)) return;
    for (int step = 0; step < 200; ++step) {
        PoseNumbers middle{};
        for (std::size_t k = 0; k < 6; ++k) middle[k] = one[k] + (other[k] - one[k]) / 2;
        if (middle == one || middle == other) break;
        (exact(verdicts, middle) == verdict ? one : other) = middle;
    }
    poses.push_back(one);
    poses.push_back(other);
}

struct Answer {
    std::vector<std::uint8_t> verdicts;
    std::optional<std::size_t> bad;
};

Answer on_device(const PoseVerdicts& verdicts, const std::vector<PoseNumbers>& poses) {
    DeviceBuffer<double> given(poses.size() * 6);
    DeviceBuffer<std::uint8_t> told(poses.size());
    HEXSCAN_CUDA_CHECK(cudaMemcpy(given.data(), poses.data(), given.bytes(), cudaMemcpyHostToDevice));
    Answer answer{std::vector<std::uint8_t>(poses.size(), 7), {}};
    answer.bad = ask_on_device(verdicts, {given.data(), poses.size(), told.data(), 0});
    HEXSCAN_CUDA_CHECK(cudaMemcpy(answer.verdicts.data(), told.data(), told.bytes(), cudaMemcpyDeviceToHost));
    return answer;
}

TEST_F(GpuPoses, HaveTheVerdictsOfTheReference) {
    int at_limits = 0, reachable = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const Platform platform = seed % 2 ? random_platform(seed) : integer_platform(seed);
        const PoseVerdicts verdicts(platform.machine);
        Dice dice(seed);
        std::vector<PoseNumbers> poses;
        for (const double turn_rad : {0.0, 0.3, 4.0, 200.0})
            for (int i = 0; i < 50; ++i) poses.push_back(pose_near(platform, turn_rad, dice));
        const std::size_t ordinary = poses.size();
        for (std::size_t i = 1; i < ordinary; ++i) append_poses_at_a_limit(verdicts, poses[i - 1], poses[i], poses);
        at_limits += static_cast<int>(poses.size() - ordinary);
        const Answer answer = on_device(verdicts, poses);
        EXPECT_FALSE(answer.bad);
        for (std::size_t i = 0; i < poses.size(); ++i) {
            ASSERT_EQ(answer.verdicts[i], exact(verdicts, poses[i]) ? 1 : 0) << "seed " << seed << ", pose " << i;
            reachable += answer.verdicts[i];
        }
    }
    EXPECT_GT(at_limits, 500);
    EXPECT_GT(reachable, 500);
}

TEST_F(GpuPoses, ThatAreNoneAreTold) {
    const PoseVerdicts verdicts(random_platform(2).machine);
    std::vector<PoseNumbers> poses(300);
    poses[217][4] = std::numeric_limits<double>::quiet_NaN();
    poses[250][0] = std::numeric_limits<double>::infinity();
    const Answer answer = on_device(verdicts, poses);
    EXPECT_EQ(answer.bad, 217U);
    EXPECT_EQ(answer.verdicts[217], 0);
    EXPECT_EQ(answer.verdicts[250], 0);
}

}  // namespace

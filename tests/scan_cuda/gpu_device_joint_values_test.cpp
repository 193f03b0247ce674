// Compares poses that a device finds for joint values with those of the host.

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "src/device/cuda_support.h"
#include "src/device/devices.h"
#include "src/files/machine_file.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/rods.h"
#include "src/scan_cuda/device_joint_values.h"
#include "tests/support/random/dice.h"

namespace {

using namespace hexscan;
using hexscan_test::Dice;
using Row = std::array<double, 6>;

class GpuJointValues : public testing::Test {
protected:
    void SetUp() override {
        const DeviceList list = list_devices();
        if (list.devices.empty()) GTEST_SKIP() << "no CUDA device: " << list.problem;
    }
};

Row numbers_of(const Pose& pose) {
    const auto& [p, o] = pose;
    return {p.x, p.y, p.z, o.roll_rad, o.pitch_rad, o.yaw_rad};
}

DeviceBuffer<double> on_device(const std::vector<Row>& rows) {
    DeviceBuffer<double> there(rows.size() * 6);
    HEXSCAN_CUDA_CHECK(cudaMemcpy(there.data(), rows.data(), there.bytes(), cudaMemcpyHostToDevice));
    return there;
}

std::vector<Row> found_by_device(const Machine& machine, const std::vector<Row>& values, const std::vector<Row>& near) {
    const DeviceBuffer<double> values_there = on_device(values), near_there = on_device(near);
    DeviceBuffer<double> poses_there(values.size() * 6);
    find_poses_on_device(rod_machine(machine),
                         {values_there.data(), values.size(), near_there.data(), near.size(), poses_there.data(), 0});
    std::vector<Row> poses(values.size());
    HEXSCAN_CUDA_CHECK(cudaMemcpy(poses.data(), poses_there.data(), poses_there.bytes(), cudaMemcpyDeviceToHost));
    return poses;
}

struct Rows {
    std::vector<Row> poses, values;
    std::vector<Pose> given;  ///< the same poses
};

/// Random poses about home, and their joint values.
Rows rows_of(const Machine& machine, std::uint64_t seed) {
    Dice dice(seed);
    Rows rows;
    while (rows.poses.size() < 1000) {
        Pose pose = *machine.home;
        const double part = 0.05 * std::abs(pose.position_m.z);
        pose.position_m =
            pose.position_m + Vector{dice.between(-part, part), dice.between(-part, part), dice.between(-part, part)};
        pose.orientation = {dice.between(-0.1, 0.1), dice.between(-0.1, 0.1), dice.between(-0.1, 0.1)};
        const auto shapes = leg_shapes(machine, pose);
        Row row{};
        bool closes = true;
        for (std::size_t i = 0; i < 6; ++i) row[i] = shapes[i].value, closes &= shapes[i].closes;
        if (!closes) continue;
        rows.values.push_back(row);
        rows.poses.push_back(numbers_of(pose));
        rows.given.push_back(pose);
    }
    return rows;
}

TEST_F(GpuJointValues, HaveThePosesThatTheyCameFrom) {
    for (const char* const name : {"case-study", "knaufinator-simulator", "pkm-6-pus", "reachy-mini"}) {
        const Machine machine =
            read_machine(PlatformDocument::load(std::string(HEXSCAN_SOURCE_DIR "/platforms/") + name + ".yaml"));
        const auto [poses, values, given] = rows_of(machine, 1);
        std::vector<Row> near = poses;
        for (Row& start : near) start[0] += 0.001 * std::abs(machine.home->position_m.z), start[4] += 0.01;
        const std::vector<Row> found = found_by_device(machine, values, near);
        for (std::size_t i = 0; i < poses.size(); ++i)
            for (std::size_t k = 0; k < 6; ++k) ASSERT_NEAR(found[i][k], poses[i][k], 1e-10) << name << " row " << i;
    }
}

/// Rounding differs between device and host. A radius is a bound that is searched to 1 %.
void expect_same_radius(double there, double here, const std::string& where) {
    EXPECT_NEAR(there, here, 0.011 * here + 1e-15) << where;
}

TEST_F(GpuJointValues, HaveTheCertificatesOfTheHost) {
    for (const char* const name : {"case-study", "knaufinator-simulator", "pkm-6-pus", "reachy-mini"}) {
        const Machine machine =
            read_machine(PlatformDocument::load(std::string(HEXSCAN_SOURCE_DIR "/platforms/") + name + ".yaml"));
        const RodMachine rods = rod_machine(machine);
        auto [poses, values, given] = rows_of(machine, 2);
        std::vector<PoseCertificate> here;
        for (std::size_t i = 0; i < poses.size(); ++i) {
            const Rods at = rods_of(rods, values[i]);
            here.push_back(isolated(rods, at, rod_pose(at.placed(given[i]))).certificate);
        }
        poses[7][2] += 10;
        poses[8][2] = std::nan("");
        here[7] = here[8] = {};
        const DeviceBuffer<double> values_there = on_device(values), poses_there = on_device(poses);
        DeviceBuffer<PoseCertificate> proved(poses.size());
        certify_poses_on_device(rods, {values_there.data(), values.size(), poses_there.data(), proved.data(), 0});
        std::vector<PoseCertificate> there(poses.size());
        HEXSCAN_CUDA_CHECK(cudaMemcpy(there.data(), proved.data(), proved.bytes(), cudaMemcpyDeviceToHost));
        std::size_t with_proof = 0;
        for (std::size_t i = 0; i < poses.size(); ++i) {
            const std::string where = name + std::string(" row ") + std::to_string(i);
            with_proof += here[i].values_within > 0;
            expect_same_radius(there[i].unique_within.m, here[i].unique_within.m, where);
            expect_same_radius(there[i].unique_within.rad, here[i].unique_within.rad, where);
            expect_same_radius(there[i].converges_within.m, here[i].converges_within.m, where);
            expect_same_radius(there[i].converges_within.rad, here[i].converges_within.rad, where);
            expect_same_radius(there[i].values_within, here[i].values_within, where);
        }
        EXPECT_GT(with_proof, poses.size() / 2) << name;
    }
}

TEST_F(GpuJointValues, AreNaNWithoutAPose) {
    const Machine machine = read_machine(PlatformDocument::load(HEXSCAN_SOURCE_DIR "/platforms/case-study.yaml"));
    std::vector<Row> values(3);
    const auto shapes = leg_shapes(machine, *machine.home);
    for (Row& row : values)
        for (std::size_t i = 0; i < 6; ++i) row[i] = shapes[i].value;
    values[1][0] *= 5;
    values[2][3] = std::nan("");
    const std::vector<Row> found = found_by_device(machine, values, {numbers_of(*machine.home)});
    EXPECT_NEAR(found[0][2], machine.home->position_m.z, 1e-12);
    for (std::size_t k = 0; k < 6; ++k) EXPECT_TRUE(std::isnan(found[1][k]) && std::isnan(found[2][k])) << k;
}

}  // namespace

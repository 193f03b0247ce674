// Tests scans by the library on a device that the caller names.

#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "hexscan/machine.h"
#include "hexscan/scan.h"
#include "src/device/devices.h"

namespace {

using namespace hexscan;

/// Skips the tests if there is no device.
class GpuNamedDevice : public testing::Test {
protected:
    void SetUp() override {
        const DeviceList list = list_devices();
        if (list.devices.empty()) GTEST_SKIP() << "no CUDA device: " << list.problem;
    }
};

Hexapod shipped(const std::string& name) { return Hexapod::load(HEXSCAN_SOURCE_DIR "/platforms/" + name + ".yaml"); }

Question small_question(Device::Kind kind) {
    Question question;
    question.x = question.y = GridRange{-0.05, 0.05, 9};
    question.maps.emplace();
    question.device.kind = kind;
    return question;
}

Question of_a_set(Question question) {
    question.orientations = {AngleSteps{-0.02, 0.02, 3}, AngleSteps{}, AngleSteps{}};
    question.reached = Reached::at_every_orientation;
    return question;
}

std::string refusal_of(const Hexapod& machine, const Question& question) {
    try {
        (void)scan(machine, question);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "scanned";
}

TEST_F(GpuNamedDevice, ScansWhatItHasKernelsFor) {
    for (const auto& [name, engine] :
         {std::pair{"case-study", "cuda-sets"}, {"pkm-6-pus", "cuda-rods"}, {"knaufinator-simulator", "cuda-rods"}}) {
        const Hexapod machine = shipped(name);
        const Scan on_device = scan(machine, small_question(Device::Kind::cuda));
        const Scan on_host = scan(machine, small_question(Device::Kind::cpu));
        EXPECT_EQ(on_device.engine(), engine) << name;
        EXPECT_EQ(on_device.reachable_points(), on_host.reachable_points()) << name;
    }
    EXPECT_EQ(scan(shipped("case-study"), of_a_set(small_question(Device::Kind::cuda))).engine(), "cuda-sets");
    Question with_map = of_a_set(small_question(Device::Kind::cuda));
    with_map.maps = {"clearance"};
    EXPECT_EQ(scan(shipped("pkm-6-pus"), with_map).engine(), "cuda-points");
}

/// If the caller leaves the choice open, the CPU scans.
TEST_F(GpuNamedDevice, RefusesWhatItHasNoKernelFor) {
    for (const char* const name : {"pkm-6-pus", "knaufinator-simulator"}) {
        const Hexapod machine = shipped(name);
        Question with_map = small_question(Device::Kind::cuda);
        with_map.maps = {"conditioning"};
        const std::string refusal = refusal_of(machine, with_map);
        EXPECT_NE(refusal.find("this scan has no kernel; there are kernels for"), std::string::npos) << refusal;
        with_map.device.kind = Device::Kind::automatic;
        EXPECT_EQ(refusal_of(machine, with_map), "scanned") << name;
    }
}

}  // namespace

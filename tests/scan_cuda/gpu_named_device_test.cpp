// Tests scans by the library on a device that the caller names.

#include <fstream>
#include <iterator>
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

/// A shipped machine that must avoid singularities.
Hexapod without_singularities(const std::string& name) {
    std::ifstream file(HEXSCAN_SOURCE_DIR "/platforms/" + name + ".yaml");
    const std::string text(std::istreambuf_iterator<char>(file), {});
    return Hexapod::parse(text + "\nsingularity: {avoid: true}\n");
}

ScanOptions small_question(Device::Kind kind) {
    ScanOptions options;
    options.x = options.y = GridRange{-0.05, 0.05, 9};
    options.maps.emplace();
    options.device.kind = kind;
    return options;
}

ScanOptions of_a_set(ScanOptions options) {
    options.orientations = {AngleSteps{-0.02, 0.02, 3}, AngleSteps{}, AngleSteps{}};
    options.reached = Reached::at_every_orientation;
    return options;
}

std::string refusal_of(const Hexapod& machine, const ScanOptions& options) {
    try {
        (void)scan(machine, options);
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
    ScanOptions with_map = of_a_set(small_question(Device::Kind::cuda));
    with_map.maps = {"clearance"};
    EXPECT_EQ(scan(shipped("pkm-6-pus"), with_map).engine(), "cuda-points");
    with_map.maps = {"conditioning"};
    EXPECT_EQ(scan(shipped("pkm-6-pus"), with_map).engine(), "cuda-maps");
    ScanOptions at_any = of_a_set(small_question(Device::Kind::cuda));
    at_any.reached = Reached::at_one_orientation;
    EXPECT_EQ(scan(without_singularities("linuxcnc-hexapod"), at_any).engine(), "cuda-turns");
    at_any.maps = {"clearance"};
    EXPECT_EQ(scan(without_singularities("linuxcnc-hexapod"), at_any).engine(), "cuda-maps");
}

/// Rounding cannot distinguish the columns. If the caller leaves the choice open, the CPU scans.
TEST_F(GpuNamedDevice, RefusesWhatItHasNoKernelFor) {
    const Hexapod machine = shipped("linuxcnc-hexapod");
    ScanOptions options = of_a_set(small_question(Device::Kind::cuda));
    options.x = GridRange{0, 1e-14, 9};
    const std::string refusal = refusal_of(machine, options);
    EXPECT_NE(
        refusal.find("a GPU cannot do this scan, because the columns of the grid are closer than rounding errors"),
        std::string::npos)
        << refusal;
    options.device.kind = Device::Kind::automatic;
    EXPECT_EQ(refusal_of(machine, options), "scanned");
}

}  // namespace

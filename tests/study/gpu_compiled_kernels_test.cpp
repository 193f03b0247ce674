#include <gtest/gtest.h>

#include "src/device/devices.h"
#include "src/study/compiled_kernels.h"
#include "stages/registry.h"

namespace hexscan {
namespace {

/// The compiler's report of this build agrees with the kernels that the driver loads.
TEST(GpuCompiledKernels, ReportAgreesWithTheDevice) {
    const DeviceList list = list_devices();
    if (list.devices.empty()) GTEST_SKIP() << list.problem;
    const DeviceInfo& device = list.devices.front();
    use_device(device.index);
    const ComputeCapability capability{device.capability_major, device.capability_minor};
    const auto built = built_architecture(compiled_kernels(), capability);
    ASSERT_TRUE(built.has_value());
    if (!runs_as_built(*built, capability)) GTEST_SKIP() << "the driver makes code of its own for this device";
    for (const StageEntry& entry : stage_registry()) {
        SCOPED_TRACE(entry.name);
        const CompiledKernel* const reported = find_compiled(compiled_kernels(), entry.stage->kernel(), *built);
        ASSERT_NE(reported, nullptr);
        const StageResources loaded = entry.stage->resources();
        EXPECT_EQ(reported->registers_per_thread, loaded.registers_per_thread);
        EXPECT_EQ(reported->static_shared_bytes, loaded.static_shared_bytes);
        EXPECT_EQ(reported->stack_bytes, loaded.local_bytes);
    }
}

}  // namespace
}  // namespace hexscan

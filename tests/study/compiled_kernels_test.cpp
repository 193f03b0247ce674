#include "src/study/compiled_kernels.h"

#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "stages/registry.h"

namespace hexscan {
namespace {

/// The name that nvcc 13.0 gives the kernel of stage 5.
constexpr const char* two_points_name =
    "_ZN7hexscan31hexapod_slice_kernel_two_pointsINS_41_GLOBAL__N__4ba3c7f9_9_s5_ilp_cu_268c4bd43IlpEEEvNS_"
    "12ScanGeometryIfEENS_11SliceWindowE";

/// The report of nvcc 13.0 for two architectures, with a kernel that calls a function, and a kernel that spills.
const std::string report_of_13 = fmt::format(R"(object s5_ilp.cu.o
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function '{0}' for 'sm_80'
ptxas info    : Function properties for {0}
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 40 registers, used 0 barriers, 968 bytes cmem[0]
ptxas info    : Compile time = 40.052 ms
ptxas info    : Compiling entry function '{0}' for 'sm_90'
ptxas info    : Function properties for _ZN7hexscan14exact_somewhatEv
    64 bytes stack frame, 60 bytes spill stores, 60 bytes spill loads
ptxas info    : Function properties for {0}
    16 bytes stack frame, 12 bytes spill stores, 24 bytes spill loads
ptxas info    : Used 24 registers, used 1 barriers, 16 bytes cumulative stack size, 12472 bytes smem
object mine.cu.obj
ptxas info    : Compiling entry function 'plain' for 'sm_90a'
ptxas info    : Function properties for plain
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 8 registers
ptxas info    : Compiling entry function 'cut_short' for 'sm_90'
)",
                                             two_points_name);

TEST(CompiledKernels, ReadsWhatTheCompilerReports) {
    const std::vector<CompiledKernel> kernels = parse_compiler_report(report_of_13);
    ASSERT_EQ(kernels.size(), 3U);
    const KernelName ilp{"hexapod_slice_kernel_two_points<Ilp>", "s5_ilp.cu"};
    EXPECT_EQ(kernels[0].name, ilp);
    EXPECT_EQ(kernels[0].capability, (ComputeCapability{8, 0}));
    EXPECT_EQ(kernels[0].registers_per_thread, 40);
    EXPECT_EQ(kernels[0].static_shared_bytes, 0);
    EXPECT_EQ(kernels[0].stack_bytes, 0);
    EXPECT_EQ(kernels[1].name, ilp);
    EXPECT_EQ(kernels[1].capability, (ComputeCapability{9, 0}));
    EXPECT_EQ(kernels[1].registers_per_thread, 24);
    EXPECT_EQ(kernels[1].static_shared_bytes, 12472);
    EXPECT_EQ(kernels[1].stack_bytes, 16);
    EXPECT_EQ(kernels[1].spill_store_bytes, 12);
    EXPECT_EQ(kernels[1].spill_load_bytes, 24);
    EXPECT_EQ(kernels[2].name, (KernelName{"plain", "mine.cu"}));
    EXPECT_EQ(kernels[2].capability, (ComputeCapability{9, 0}));
    EXPECT_EQ(kernels[2].registers_per_thread, 8);
}

TEST(CompiledKernels, FindsAKernelByNameFileAndArchitecture) {
    const std::vector<CompiledKernel> kernels = parse_compiler_report(report_of_13);
    const KernelName ilp = kernel_name("hexapod_slice_kernel_two_points< Ilp >", "/some/where/stages/s5_ilp.cu");
    EXPECT_EQ(find_compiled(kernels, ilp, {8, 0}), &kernels[0]);
    EXPECT_EQ(find_compiled(kernels, ilp, {9, 0}), &kernels[1]);
    EXPECT_EQ(find_compiled(kernels, ilp, {7, 5}), nullptr);
    EXPECT_EQ(find_compiled(kernels, kernel_name("hexapod_slice_kernel_two_points<Ilp>", "s11_copy.cu"), {9, 0}),
              nullptr);
}

TEST(CompiledKernels, ReadsNothingOutOfNothing) {
    EXPECT_TRUE(parse_compiler_report("").empty());
    EXPECT_TRUE(parse_compiler_report("nvcc fatal: no such file\nptxas info : Used 3 registers\n").empty());
}

TEST(CompiledKernels, ChoosesTheArchitectureThatADeviceRuns) {
    std::vector<CompiledKernel> kernels(3);
    kernels[0].capability = {9, 0};
    kernels[1].capability = {7, 5};
    kernels[2].capability = {8, 6};
    EXPECT_EQ(built_architecture(kernels, {9, 0}), (ComputeCapability{9, 0}));
    EXPECT_EQ(built_architecture(kernels, {8, 9}), (ComputeCapability{8, 6}));
    EXPECT_EQ(built_architecture(kernels, {12, 0}), (ComputeCapability{9, 0}));
    EXPECT_EQ(built_architecture(kernels, {6, 1}), (ComputeCapability{7, 5}));
    EXPECT_EQ(built_architecture({}, {9, 0}), std::nullopt);
    EXPECT_TRUE(runs_as_built({8, 6}, {8, 9}));
    EXPECT_FALSE(runs_as_built({8, 9}, {8, 6}));
    EXPECT_FALSE(runs_as_built({9, 0}, {12, 0}));
}

/// This build's compiler report has every stage, once per architecture. That includes a newly added stage.
TEST(CompiledKernels, HoldEveryStageOfThisBuild) {
    const std::vector<CompiledKernel>& kernels = compiled_kernels();
    if (stage_registry().front().stage == nullptr) {
        EXPECT_TRUE(kernels.empty());
        GTEST_SKIP() << "the stages are not compiled in";
    }
    std::set<ComputeCapability> capabilities;
    for (const CompiledKernel& kernel : kernels) capabilities.insert(kernel.capability);
    EXPECT_FALSE(capabilities.empty());
    for (const StageEntry& entry : stage_registry())
        for (const ComputeCapability capability : capabilities) {
            const CompiledKernel* const kernel = find_compiled(kernels, entry.stage->kernel(), capability);
            ASSERT_NE(kernel, nullptr) << entry.name << ": " << entry.stage->kernel().name;
            EXPECT_GT(kernel->registers_per_thread, 0) << entry.name;
        }
    const CompiledKernel* const first =
        find_compiled(kernels, stage_registry().front().stage->kernel(), *capabilities.begin());
    EXPECT_EQ(first->static_shared_bytes, 31816);
}

}  // namespace
}  // namespace hexscan

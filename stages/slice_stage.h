#pragma once

#include <cstdint>

#include "kernels/ladder/launch_policy.h"
#include "kernels/ladder/slice_window.h"
#include "kernels/scan_geometry.h"
#include "stages/host_stage.h"
#include "stages/slice_verdicts.h"
#include "stages/stage.h"

/// The common part of stages 1 to 9: a kernel that visits every point, a launch policy, and a way to copy the verdicts
/// to the host. Each stage is a SliceStage with its own values.
namespace hexscan {

/// The order of launches and copies.
enum class HostSide {
    blocking,   ///< pageable memory; launch, copy and wait for each chunk
    overlapped  ///< pinned memory; kernels on one stream, copies on another, one synchronize at the end
};

using SliceKernel = void (*)(ScanGeometry<float>, SliceWindow);

/// A kernel with its name, so that neither can be given without the other.
struct NamedSliceKernel {
    SliceKernel launch;
    const char* expression;
    const char* path;
};

// The file of a stage is compiled twice: by the CUDA compiler for the GPU, and by the C++ compiler for the CPU. Only
// the C++ compiler supports vector lanes. Each compiler omits the other's form. HEXSCAN_STAGE_FORMS defines MAKER() and
// MAKER_on_host(), the functions that stages.def refers to.
#if defined(__CUDACC__)
#define HEXSCAN_SLICE_KERNEL(...) \
    { __VA_ARGS__, #__VA_ARGS__, __FILE__ }
#define HEXSCAN_HOST_ROWS(...) nullptr
#define HEXSCAN_STAGE_FORMS(maker, spec)       \
    const Stage& maker() {                     \
        static const SliceStage stage((spec)); \
        return stage;                          \
    }
#else
#define HEXSCAN_SLICE_KERNEL(...) \
    { nullptr, #__VA_ARGS__, __FILE__ }
#define HEXSCAN_HOST_ROWS(...) __VA_ARGS__
#define HEXSCAN_STAGE_FORMS(maker, spec)           \
    const HostStage& maker##_on_host() {           \
        static const HostSliceStage stage((spec)); \
        return stage;                              \
    }
#endif

/// The margin tolerance of single-precision arithmetic: ten times the largest error that was observed on the case
/// study's machine.
inline double float_margin_tolerance(const OrientedPlan&) { return 1e-5; }

/// The parameters of a stage that stores bytes or bits. A verdict may differ from the reference's if the magnitude of
/// the point's margin is at most `margin_tolerance`. The function margin() (kernels/kinematics.h) gives a slack of
/// length as a share of the longest length, and a slack of tilt in radians.
struct SliceStageSpec {
    NamedSliceKernel kernel;
    LaunchPolicy launch;
    HostSide host_side;
    HostRowTest host_rows = nullptr;  ///< the same point test for the CPU; null if a stage runs on GPUs only
    VerdictFormat format = VerdictFormat::bytes;
    double (*margin_tolerance)(const OrientedPlan& plan) = float_margin_tolerance;
};

class SliceStage final : public Stage {
public:
    explicit SliceStage(const SliceStageSpec& spec) : spec_(spec) {}

    const SliceStageSpec& spec() const { return spec_; }

    std::unique_ptr<PreparedStage> prepare_stage(const OrientedPlan& plan) const override;
    MemoryUse memory_per_slice(const ScanPlan& plan) const override;
    double margin_tolerance(const ScanPlan& plan) const override { return spec_.margin_tolerance(plan.oriented()); }
    LaunchShape launch_shape(const ScanPlan& plan) const override;
    KernelName kernel() const override { return kernel_name(spec_.kernel.expression, spec_.kernel.path); }
    StageResources resources() const override;

private:
    SliceStageSpec spec_;
};

}  // namespace hexscan

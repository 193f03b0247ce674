#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "src/engines/engine.h"

/// A stage of the ladder: an engine that also reports its launches, its resources and its times.
namespace hexscan {

/// Device time of one scan, in milliseconds, summed over launches and over copies.
struct DeviceSpans {
    double kernel_ms = 0;
    double copy_ms = 0;
};

/// A scan by a stage, which also reports what the study measures.
class PreparedStage : public PreparedScan {
public:
    /// Like scan(), with events on the device around launches and copies. The events themselves take a little time.
    /// Throws DeviceError.
    virtual DeviceSpans scan_with_events() = 0;

    /// Device time of the kernel alone. It computes all slices in as few launches as a grid of blocks allows, one after
    /// the other. The verdicts stay in device memory, and those of the last scan become invalid. Throws DeviceError.
    virtual double kernel_alone_ms() = 0;

    /// True if copies run while kernels do. If false, kernels and copies together take at most as long as the scan.
    virtual bool overlaps() const = 0;

    /// The number of bytes that the scan has allocated.
    virtual MemoryUse memory() const = 0;

    std::int64_t output_bytes() const override = 0;
};

/// Blocks or threads along each axis.
struct Extent3 {
    int x = 1, y = 1, z = 1;
    bool operator==(const Extent3&) const = default;
};

/// The launches that together cover a plan.
struct LaunchShape {
    Extent3 block, grid;  ///< of the first launch
    int launches = 1;
    int points_per_thread = 1;
};

/// The resources that the stage's kernel needs, and how many blocks fit on the device.
struct StageResources {
    int registers_per_thread = 0;
    int static_shared_bytes = 0;
    int local_bytes = 0;      ///< per thread: spills and stack
    int resident_blocks = 0;  ///< per multiprocessor, from the CUDA occupancy API
};

/// Identifies a kernel in the compiler's report. The parts are its name with template arguments, but without namespaces
/// and spaces, and the source file that was compiled. A copied stage may reuse a name; then the file distinguishes the
/// kernels.
struct KernelName {
    std::string name;
    std::string file;

    friend bool operator==(const KernelName&, const KernelName&) = default;
};

/// The name of a kernel, given the expression for it in the source and a path in the form of __FILE__.
KernelName kernel_name(std::string_view expression, std::string_view path);

/// A stage of the ladder. It scans on the current CUDA device, one orientation at a time.
class Stage : public Engine {
public:
    /// The name in stages.def.
    std::string_view name() const final;
    bool supports(const ScanPlan& plan) const override { return plan.is_plain(); }
    std::unique_ptr<PreparedScan> prepare(const ScanPlan& plan) const final { return prepare_stage(plan.oriented()); }
    MemoryUse free_memory() const final;

    /// Like prepare(), for a scan that reports what the study measures.
    virtual std::unique_ptr<PreparedStage> prepare_stage(const OrientedPlan& plan) const = 0;
    virtual LaunchShape launch_shape(const ScanPlan& plan) const = 0;
    /// The name that the compiler's report has for the kernel of resources().
    virtual KernelName kernel() const = 0;
    /// Reads the compiled kernel's resources on the current device. Throws DeviceError.
    virtual StageResources resources() const = 0;
};

}  // namespace hexscan

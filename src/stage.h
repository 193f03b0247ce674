#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/row_extent.h"
#include "src/scan_plan.h"
#include "src/workspace.h"

namespace hexscan {

/// Device time of one scan, in milliseconds, summed over launches and over copies.
struct DeviceSpans {
    double kernel_ms = 0;
    double copy_ms = 0;
};

/// Bytes an engine holds for a plan.
struct MemoryUse {
    std::int64_t host_bytes = 0;
    std::int64_t device_bytes = 0;
};

/// A plan with its buffers allocated: what can be scanned again and again.
class PreparedScan {
public:
    virtual ~PreparedScan() = default;

    /// Scans the plan into host memory; returns when the last verdict is there. Fills `spans` if given
    /// (which costs a little time itself). Never times the wall, verifies or repeats itself.
    /// Throws DeviceError.
    virtual void scan(DeviceSpans* spans) = 0;

    /// Overwrites the output, on the host and on the device, so that stale verdicts cannot pass. A pattern that
    /// is no verdict, such as 0xAA or 0x55, shows bytes that were never written; the two of them around two
    /// scans also show a bit.
    virtual void poison(std::uint8_t pattern) = 0;

    /// Points that still hold poison after a scan. Packed bits cannot tell and answer 0.
    virtual std::int64_t unwritten_points() const = 0;

    /// Slice `index` of the plan, as runs.
    virtual WorkspaceSlice slice(int index) const = 0;

    /// The device's own row extents of all slices, row after row, or nothing where they come from the runs.
    /// Throws DeviceError.
    virtual std::optional<std::vector<RowExtent>> row_extents() { return std::nullopt; }

    virtual MemoryUse memory() const = 0;

    /// Bytes of verdicts that the last scan brought to host memory.
    virtual std::int64_t output_bytes() const = 0;
};

/// Whatever turns a plan into verdicts.
class Engine {
public:
    virtual ~Engine() = default;

    /// Allocates what a scan of the plan needs. Throws DeviceError, std::bad_alloc.
    virtual std::unique_ptr<PreparedScan> prepare(const ScanPlan& plan) const = 0;

    /// Bytes of output per slice, to size slabs that fit the memory.
    virtual MemoryUse memory_per_slice(const ScanPlan& plan) const = 0;

    /// A verdict may differ from the reference only where |margin| is at most this; 0 allows no difference.
    virtual double margin_tolerance() const = 0;
};

struct Extent3 {
    int x = 1, y = 1, z = 1;
    bool operator==(const Extent3&) const = default;
};

/// How a plan is laid over the device.
struct LaunchShape {
    Extent3 block, grid;  ///< of the first launch
    int launches = 1;
    int points_per_thread = 1;
};

/// What the compiler made of the stage's kernel and what the device makes of that.
struct StageResources {
    int registers_per_thread = 0;
    int static_shared_bytes = 0;
    int local_bytes = 0;        ///< per thread: spills and stack
    int resident_blocks = 0;    ///< per multiprocessor, from the CUDA occupancy API
};

/// One rung of the ladder.
class Stage : public Engine {
public:
    virtual LaunchShape launch_shape(const ScanPlan& plan) const = 0;
    /// Reads the compiled kernel on the current device. Throws DeviceError.
    virtual StageResources resources() const = 0;
};

/// A line of stages/stages.def.
struct StageEntry {
    int number;
    std::string name;
    std::string change;  ///< what is new against the rung before, in one line
    const Stage* stage;  ///< null in a build without CUDA
};

/// All stages in ladder order.
std::span<const StageEntry> stage_registry();

/// The stage of that number or name. Null if there is none.
const StageEntry* find_stage(const std::string& number_or_name);

}  // namespace hexscan

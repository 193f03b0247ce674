#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "src/scan/field.h"
#include "src/scan/plan.h"
#include "src/scan/rows/runs.h"

/// Turns a plan into slices. Delivery, verification and consumers use engines only through this interface.
namespace hexscan {

/// Bytes of host and device memory.
struct MemoryUse {
    std::int64_t host_bytes = 0;
    std::int64_t device_bytes = 0;
};

/// A plan with its buffers allocated. It can be scanned again and again.
class PreparedScan {
public:
    virtual ~PreparedScan() = default;

    /// Scans the plan into host memory and returns when all verdicts are there. It never times, verifies or repeats
    /// itself. Throws DeviceError, std::bad_alloc.
    virtual void scan() = 0;

    /// Overwrites the output, on the host and on the device, so that old verdicts cannot be mistaken for new ones. A
    /// pattern that is not a verdict, such as 0xAA or 0x55, reveals bytes that a scan did not write. Two scans, one
    /// after each of these patterns, also reveal single bits that were not written.
    virtual void poison(std::uint8_t pattern) = 0;

    /// The number of points that still hold poison after a scan. Always 0 if verdicts are packed bits, because poison
    /// cannot be recognised in them.
    virtual std::int64_t unwritten_points() const = 0;

    /// Slice `index` of the plan, as runs. May be called from several threads at once.
    virtual WorkspaceSlice slice(int index) const = 0;

    /// The same results as slice() and fields(), for the last caller. They are moved out, so they are gone until the
    /// next scan.
    virtual WorkspaceSlice take_slice(int index) { return slice(index); }
    virtual std::vector<SliceField> take_fields(int index) { return fields(index); }

    /// The number of rows of the workspace and of maps that the host computed for a device in the last scan; 0 if the
    /// engine does not count them.
    virtual std::int64_t rows_of_host() const { return 0; }

    /// The number of bytes that the last scan copied to host memory; 0 if the engine does not count them.
    virtual std::int64_t output_bytes() const { return 0; }

    /// The maps of slice `index` that the plan requests, in the order of `all_maps()`. May be called from several
    /// threads at once.
    virtual std::vector<SliceField> fields(int) const { return {}; }

    /// For a certified plan: the part of slice `index` that is also reachable between the sampled orientations. May be
    /// called from several threads at once.
    virtual WorkspaceSlice proved(int) const { return {}; }
};

/// A way to scan.
class Engine {
public:
    virtual ~Engine() = default;

    /// The engine's name in records and tables.
    virtual std::string_view name() const = 0;

    /// True if the engine can scan this plan. The point-by-point reference supports every plan.
    virtual bool supports(const ScanPlan& plan) const = 0;

    /// Allocates the buffers for a scan. The engine must support the plan. Throws DeviceError, std::bad_alloc.
    virtual std::unique_ptr<PreparedScan> prepare(const ScanPlan& plan) const = 0;

    /// Bytes of output per slice. They determine how many slices of a slab fit into memory.
    virtual MemoryUse memory_per_slice(const ScanPlan& plan) const = 0;

    /// Free bytes of the memory that holds the engine's output. Throws DeviceError.
    virtual MemoryUse free_memory() const;

    /// The number of slices to scan before they are delivered, if they fit into memory. The default is the number of
    /// slices that stages 3 to 9 compute in one launch.
    virtual int slab_slices(const ScanPlan&) const { return 50; }

    /// The verdict of a point may differ from the reference only if the point's |margin| (grid_margin(), reference.h)
    /// is at most this number. If it is 0, no verdict may differ.
    virtual double margin_tolerance(const ScanPlan& plan) const = 0;
};

}  // namespace hexscan

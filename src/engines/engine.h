#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "src/scan/field.h"
#include "src/scan/plan.h"
#include "src/scan/rows/runs.h"

/// Whoever turns a plan into slices. Delivery, verification and consumers know engines by this interface only.
namespace hexscan {

/// Bytes of host and device memory.
struct MemoryUse {
    std::int64_t host_bytes = 0;
    std::int64_t device_bytes = 0;
};

/// A plan with its buffers allocated: what can be scanned again and again.
class PreparedScan {
public:
    virtual ~PreparedScan() = default;

    /// Scans the plan into host memory; returns when the last verdict is there. Never times, verifies or repeats
    /// itself. Throws DeviceError, std::bad_alloc.
    virtual void scan() = 0;

    /// Overwrites the output, on the host and on the device, so that stale verdicts cannot pass. A pattern that
    /// is no verdict, such as 0xAA or 0x55, shows bytes that were never written; the two of them around two
    /// scans also show a bit.
    virtual void poison(std::uint8_t pattern) = 0;

    /// Points that still hold poison after a scan. Packed bits cannot tell and answer 0.
    virtual std::int64_t unwritten_points() const = 0;

    /// Slice `index` of the plan, as runs. May be called from several threads at once.
    virtual WorkspaceSlice slice(int index) const = 0;

    /// The same as slice() and fields(), of whoever asks last: they are given away, and gone until the next scan.
    virtual WorkspaceSlice take_slice(int index) { return slice(index); }
    virtual std::vector<SliceField> take_fields(int index) { return fields(index); }

    /// Bytes that the last scan brought to host memory; 0 where an engine does not count them.
    virtual std::int64_t output_bytes() const { return 0; }

    /// The maps that the plan asks for, in the order of `all_maps()`, of slice `index`. Likewise.
    virtual std::vector<SliceField> fields(int) const { return {}; }

    /// Of a certified plan: what of slice `index` is reachable between the samples, too. Likewise.
    virtual WorkspaceSlice proved(int) const { return {}; }
};

/// A way to scan.
class Engine {
public:
    virtual ~Engine() = default;

    /// What records and tables call it.
    virtual std::string_view name() const = 0;

    /// Whether it can answer this plan. The point-by-point reference answers every plan.
    virtual bool supports(const ScanPlan& plan) const = 0;

    /// Allocates what a scan of a plan that it supports needs. Throws DeviceError, std::bad_alloc.
    virtual std::unique_ptr<PreparedScan> prepare(const ScanPlan& plan) const = 0;

    /// Bytes of output per slice, to size slabs that fit the memory.
    virtual MemoryUse memory_per_slice(const ScanPlan& plan) const = 0;

    /// Bytes that are free where the engine keeps its output. Throws DeviceError.
    virtual MemoryUse free_memory() const;

    /// Slices to scan at a time, where they fit the memory, before they are handed on: as many as a launch of stages 3
    /// to 9.
    virtual int slab_slices(const ScanPlan&) const { return 50; }

    /// A verdict may differ from the reference only where |margin| is at most this; 0 allows no difference.
    virtual double margin_tolerance(const ScanPlan& plan) const = 0;
};

}  // namespace hexscan

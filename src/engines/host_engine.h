#pragma once

#include <string>
#include <vector>

#include "src/engines/engine.h"

namespace hexscan {

/// All results that a plan requests, slice by slice.
struct ScanResult {
    Workspace workspace;
    Workspace proved;                             ///< for a certified plan
    std::vector<std::vector<SliceField>> fields;  ///< for a plan with maps, in the order of `all_maps()`
};

/// An engine defined by a function from a plan to its results, computed on the host.
class HostEngine final : public Engine {
public:
    using ScanFunction = ScanResult (*)(const ScanPlan&);
    using Supports = bool (*)(const ScanPlan&);

    /// `rows_at_once` applies to plans of one orientation without maps: about this many rows, but at least the usual
    /// slab, are scanned before they are delivered.
    HostEngine(std::string_view name, ScanFunction scan, Supports does_support, int rows_at_once = 0)
        : name_(name), scan_(scan), supports_(does_support), rows_at_once_(rows_at_once) {}

    std::string_view name() const override { return name_; }
    bool supports(const ScanPlan& plan) const override { return supports_(plan); }
    std::unique_ptr<PreparedScan> prepare(const ScanPlan& plan) const override;
    MemoryUse memory_per_slice(const ScanPlan& plan) const override;
    int slab_slices(const ScanPlan& plan) const override;
    double margin_tolerance(const ScanPlan&) const override { return 0; }

private:
    std::string_view name_;
    ScanFunction scan_;
    Supports supports_;
    int rows_at_once_;
};

/// Approximate bytes of host memory for the results of one slice.
MemoryUse host_memory_per_slice(const ScanPlan& plan);

}  // namespace hexscan

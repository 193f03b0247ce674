#pragma once

#include <string>

#include "src/scan/engine.h"

namespace hexscan {

/// An engine that is a function from a plan to its workspace, computed on the host.
class HostEngine final : public Engine {
public:
    using Scan = Workspace (*)(const ScanPlan&);

    HostEngine(std::string_view name, Scan scan) : name_(name), scan_(scan) {}

    std::string_view name() const override { return name_; }
    bool supports(const ScanPlan&) const override { return true; }
    std::unique_ptr<PreparedScan> prepare(const ScanPlan& plan) const override;
    MemoryUse memory_per_slice(const ScanPlan& plan) const override;
    double margin_tolerance() const override { return 0; }

private:
    std::string_view name_;
    Scan scan_;
};

}  // namespace hexscan

#pragma once

#include <cstdint>

#include "src/scan/plan.h"
#include "src/scan/set_scan_data.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/random/random_set.h"

namespace hexscan_test {

/// A random machine and set of orientations, prepared for the row solvers. It must not move.
class RandomSetScan {
public:
    RandomSetScan(std::uint64_t seed, hexscan::WorkspaceKind workspace) : plan_(random_plan(seed, workspace)) {
        hexscan::prepare_set_scan(plan_, plan_.set->legs(), data_);
        hexscan::prepare_cells(data_);
    }
    RandomSetScan(const RandomSetScan&) = delete;
    RandomSetScan& operator=(const RandomSetScan&) = delete;

    const hexscan::SetScan<double>& scan() const { return data_.scan; }
    bool is_wide() const { return data_.wide; }
    std::int64_t nodes() const { return scan().tree.level_begin[scan().tree.levels]; }

private:
    static hexscan::ScanPlan random_plan(std::uint64_t seed, hexscan::WorkspaceKind workspace) {
        hexscan::Platform platform = random_platform(seed);
        add_random_set(seed, workspace, platform);
        return hexscan::make_scan_plan(platform);
    }

    hexscan::ScanPlan plan_;
    hexscan::SetScanData<double> data_;
};

}  // namespace hexscan_test

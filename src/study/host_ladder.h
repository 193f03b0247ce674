#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "hexscan/observer.h"
#include "src/base/spread.h"
#include "src/engines/verification.h"
#include "src/scan/plan.h"
#include "stages/registry.h"

/// The ladder on the CPU: every stage in its CPU form, verified and timed.
namespace hexscan {

/// A group of stages that run the same code on a CPU.
struct HostRung {
    std::vector<const StageEntry*> stages;
    Spread total_ms;
    int runs = 0;
    Verification verification;
    std::int64_t reachable_points = 0;
};

struct HostLadder {
    std::string hexscan_version, date, cpu, platform;  ///< `cpu`: instructions and threads
    int columns = 0, rows = 0, slices = 0;
    std::vector<HostRung> rungs;

    bool all_verified() const;
};

/// Runs every rung up to `repeats` times, as run_on_host() does, and verifies it with the reference. In the record,
/// `platform` is the name of the plan's machine. Throws std::bad_alloc.
HostLadder measure_host_ladder(const ScanPlan& plan, const std::string& platform, int repeats, Observer& observer);

/// The table for a terminal, with its footnote.
std::string host_ladder_text(const HostLadder& ladder);

/// The record as JSON. Its keys contain the units.
nlohmann::json host_ladder_json(const HostLadder& ladder);

}  // namespace hexscan

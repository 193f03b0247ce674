#pragma once

#include <optional>

#include <nlohmann/json.hpp>

#include "src/commands/engine_choice.h"
#include "src/engines/sharded_engine.h"
#include "src/ranks/ranks.h"

/// `mpirun -n N hexscan scan`: rank 0 reads, writes and verifies as a process alone does, and the others scan with it.
namespace hexscan {

/// Rank 0's side. Of a process that was started alone it changes nothing.
class ScanOnRanks {
public:
    /// Tells the other ranks what to scan, so that only rank 0 needs the platform's file, and makes `choice` scan with
    /// all of them. Throws DeviceError where a rank has another kind of engine: its results could differ in the last
    /// bit.
    ScanOnRanks(const Platform& platform, EngineChoice& choice, Ranks& ranks);
    ScanOnRanks(const ScanOnRanks&) = delete;
    ScanOnRanks& operator=(const ScanOnRanks&) = delete;

    /// Host and device of every rank, in their order, for the record; null for a process alone.
    const nlohmann::json& ranks() const { return ranks_; }

    /// After the last scan: lets the other ranks go.
    void end() const;

private:
    std::optional<ShardedEngine> engine_;
    nlohmann::json ranks_;
};

/// Every other rank: scans with rank 0 until it ends, on the device that the command line and the local rank say.
void scan_with_first_rank(const DeviceChoice& device, Ranks& ranks);

}  // namespace hexscan

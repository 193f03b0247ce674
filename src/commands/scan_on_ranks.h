#pragma once

#include <optional>

#include <nlohmann/json.hpp>

#include "src/commands/engine_choice.h"
#include "src/engines/sharded_engine.h"
#include "src/ranks/ranks.h"

/// Runs `mpirun -n N hexscan scan`. Rank 0 reads, writes and verifies as a single process does, and the others scan
/// with it.
namespace hexscan {

/// Rank 0's part. It does nothing in a process that was started alone.
class ScanOnRanks {
public:
    /// Sends the scan to the other ranks, so that only rank 0 needs the platform's file. Makes `choice` scan with all
    /// of them. Throws DeviceError if a rank has another kind of engine, because its results could differ in the last
    /// bit.
    ScanOnRanks(const Platform& platform, EngineChoice& choice, Ranks& ranks);
    ScanOnRanks(const ScanOnRanks&) = delete;
    ScanOnRanks& operator=(const ScanOnRanks&) = delete;

    /// Host and device of every rank, in order, for the record. Returns null for a process that was started alone.
    const nlohmann::json& ranks() const { return ranks_; }

    /// Lets the other ranks end after the last scan.
    void end() const;

private:
    std::optional<ShardedEngine> engine_;
    nlohmann::json ranks_;
};

/// The part of all other ranks. Each scans with rank 0 until rank 0 ends. The command line and the local rank determine
/// its device.
void scan_with_first_rank(const DeviceChoice& device, Ranks& ranks);

}  // namespace hexscan

#pragma once

#include <span>

#include "hexscan/observer.h"
#include "src/engines/consumer.h"
#include "src/engines/engine.h"

namespace hexscan {

/// Slices of the plan that fit the memory at hand beside everything else, at least one: a slice that does not
/// fit fails where it is allocated.
int slices_that_fit(const Engine& engine, const ScanPlan& plan);

/// A scan of a whole plan that has run already.
struct FinishedScan {
    std::shared_ptr<PreparedScan> scan;  ///< null: none has
    double seconds = 0;                  ///< that it took
};

/// How slices are delivered.
struct DeliveryOptions {
    bool verify = false;              ///< hold every slab against the reference before it is handed over
    Observer& observer = nobody();    ///< is told how many slices are delivered
    const Engine* referee = nullptr;  ///< whom scans of sets and maps are held against; null: the reference
    FinishedScan finished{};          ///< whose slices are delivered in place of those of a new scan
};

/// Scans the plan slab by slab and hands its slices to the consumers; while these work on one slab, the next one is
/// scanned. Where points were never written the slab is not handed over, no further one is scanned, and the
/// verification says so. Throws DeviceError, OutputError, std::bad_alloc.
Delivery deliver(const Engine& engine, const ScanPlan& plan, std::span<Consumer* const> consumers,
                 const DeliveryOptions& options);

}  // namespace hexscan

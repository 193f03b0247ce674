#pragma once

#include <span>

#include "hexscan/observer.h"
#include "src/engines/consumer.h"
#include "src/engines/engine.h"

namespace hexscan {

/// Number of the plan's slices that fit into the free memory, at least one. If not even one slice fits, its allocation
/// fails later.
int slices_that_fit(const Engine& engine, const ScanPlan& plan);

/// A finished scan of a whole plan.
struct FinishedScan {
    std::shared_ptr<PreparedScan> scan;  ///< null if there is none
    double seconds = 0;                  ///< duration of the scan
};

/// Options for the delivery of slices.
struct DeliveryOptions {
    bool verify = false;                     ///< Compare every slab with the reference before it is delivered.
    Observer& observer = silent_observer();  ///< Receives the number of delivered slices.
    const Engine* referee = nullptr;         ///< The engine with which scans of sets and maps are compared. Null: they
                                             ///< are compared with the reference.
    FinishedScan finished{};                 ///< If set, the slices of this scan are delivered and nothing is scanned.
};

/// Scans the plan slab by slab and passes its slices to the consumers. A slab is a range of slices that are scanned
/// together. While the consumers work on one slab, the next slab is scanned. If some points of a slab were never
/// written, the slab is not delivered, scanning stops, and the verification reports this. Throws DeviceError,
/// OutputError, std::bad_alloc.
Delivery deliver(const Engine& engine, const ScanPlan& plan, std::span<Consumer* const> consumers,
                 const DeliveryOptions& options);

}  // namespace hexscan

#pragma once

#include <optional>

#include "hexscan/observer.h"
#include "src/commands/engine_choice.h"
#include "src/engines/delivery.h"
#include "src/results/run_record.h"
#include "src/study/occupancy_model.h"

namespace hexscan {

/// An engine as the record and the summary report it.
struct DescribedEngine {
    EngineDescription description;
    FinishedScan finished;  ///< the timed scan of a stage on the CPU; otherwise empty
};

/// Describes the engine: its name, its device, for a stage its resources on the device, and the ranks if several share
/// a scan. Given `repeats`, it also times that many separate scans of the plan after a warm-up, if the plan fits into
/// memory at once. A stage on the CPU also reports its occupancy on a GPU of the given `capability`. Throws
/// DeviceError, std::bad_alloc.
DescribedEngine describe_engine(const EngineChoice& choice, const ScanPlan& plan, std::optional<int> repeats,
                                std::optional<ComputeCapability> capability, const nlohmann::json& ranks,
                                Observer& observer);

}  // namespace hexscan

#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "src/engine_choice.h"
#include "src/platform.h"
#include "src/runner.h"
#include "src/scan_plan.h"
#include "src/slice_sink.h"

namespace hexscan {

/// Where the time of a whole run went, in seconds of the wall clock; the parts follow each other.
struct RunSeconds {
    double device = 0;        ///< finding the device and creating its context
    double timed_scans = 0;   ///< set-up, warm-up and repeats
    double delivery = 0;      ///< scanning slab by slab, verifying, radii and images
    double total = 0;
};

/// Everything run.json and the summary tell of one run.
struct RunRecord {
    Platform platform;
    ScanPlan plan;
    EngineChoice engine;
    Timing timing;
    int repeats = 0;
    bool timed_at_once = false;  ///< as one scan of the whole plan, not slab by slab while it was delivered
    Delivery delivery;
    ScanSummary results;
    RunSeconds seconds;
    std::string output_folder;
    std::string image_format;
};

/// What is needed to repeat and to judge the run: platform, grid, engine, device, launch shape, timings, counts.
nlohmann::json run_json(const RunRecord& record);

/// The same for people, a dozen lines.
std::string run_summary(const RunRecord& record);

}  // namespace hexscan

#include "tests/support/case_studies.h"

#include <utility>

namespace hexscan_test {

using namespace hexscan;

namespace {

StageRecord stage(int number, std::string name, const LaunchShape& launch, const StageResources& resources,
                  double kernel_ms, double copy_ms, double total_ms) {
    StageRecord record;
    record.number = number;
    record.name = std::move(name);
    record.change = "what is new in " + record.name;
    record.launch = launch;
    record.resources = resources;
    record.max_warps = 64;
    const int threads = launch.block.x * launch.block.y * launch.block.z;
    record.active_warps = resources.resident_blocks * ((threads + 31) / 32);
    record.limiter = "shared memory";
    record.kernel_ms = record.kernel_alone_ms = spread(kernel_ms);
    record.copy_ms = spread(copy_ms);
    record.total_ms = spread(total_ms);
    record.setup_ms = 12.3;
    record.output_bytes = 350'000'000;
    record.memory = {.host_bytes = 350'000'000, .device_bytes = 350'000'448};
    record.reachable_points = 101'234'567;
    record.verification = {.done = true,
                           .passed = true,
                           .differences = 42,
                           .worst_margin = 1.25e-7,
                           .margin_tolerance = 1e-5,
                           .unwritten_points = 0};
    return record;
}

/// Resources from registers, shared bytes, local bytes and resident blocks.
StageResources resources(int registers, int shared_bytes, int local_bytes, int blocks) {
    return {.registers_per_thread = registers,
            .static_shared_bytes = shared_bytes,
            .local_bytes = local_bytes,
            .resident_blocks = blocks};
}

std::vector<StageRecord> ladder() {
    const LaunchShape slices{.block = {16, 16, 1}, .grid = {63, 63, 1}, .launches = 350};
    const LaunchShape whole{.block = {10, 10, 1}, .grid = {100, 100, 350}};
    const LaunchShape chunks{.block = {10, 10, 1}, .grid = {100, 100, 50}, .launches = 7};
    const LaunchShape tiles{.block = {16, 16, 1}, .grid = {63, 63, 50}, .launches = 7};
    const LaunchShape pairs{.block = {8, 16, 1}, .grid = {63, 63, 50}, .launches = 7, .points_per_thread = 2};
    const LaunchShape words{.block = {32, 8, 1}, .grid = {8, 125, 50}, .launches = 7, .points_per_thread = 4};
    const LaunchShape rows{.block = {128, 1, 1}, .grid = {2735, 1, 1}, .points_per_thread = 1000};
    std::vector<StageRecord> stages{stage(1, "baseline-grid", slices, resources(40, 31816, 0, 7), 14.0, 24.1, 46.0),
                                    stage(2, "resized-blocks", whole, resources(40, 12472, 0, 16), 16.1, 19.2, 34.5),
                                    stage(3, "async-pinned", chunks, resources(40, 12472, 0, 16), 16.1, 6.33, 17.0),
                                    stage(4, "low-shared-memory", tiles, resources(38, 72, 0, 6), 5.4, 6.33, 7.15),
                                    stage(5, "ilp", pairs, resources(48, 0, 0, 10), 5.2, 6.33, 7.10),
                                    stage(6, "ilp-unroll", pairs, resources(56, 0, 16, 9), 4.7, 6.33, 7.02),
                                    stage(7, "intrinsics", pairs, resources(40, 0, 0, 12), 3.5, 6.33, 6.84),
                                    stage(8, "squared-tests", words, resources(48, 0, 0, 5), 1.02, 6.33, 6.44),
                                    stage(9, "packed-bits", words, resources(48, 0, 0, 5), 0.93, 0.79, 1.09),
                                    stage(10, "row-runs", rows, resources(96, 0, 0, 5), 0.037, 0, 0.0405)};
    stages[8].output_bytes = stages[8].memory.host_bytes = 43'750'000;
    stages[9].output_bytes = stages[9].memory.host_bytes = 9'980'000;
    stages[9].memory.device_bytes = 0;
    stages[0].kernel_alone_ms = spread(11.0);
    for (StageRecord& record : stages) record.decoding_ms = spread(21.25 / record.number);
    stages[9].verification = {.done = true, .passed = true};
    return stages;
}

}  // namespace

Spread spread(double median) { return {.median = median, .min = median * 0.99, .max = median * 1.03}; }

CaseStudy sample() {
    CaseStudy study;
    study.hexscan_version = "1.0.0";
    study.date = "2000-01-01T12:00:00Z";
    study.device = "Sample GPU";
    study.capability_major = 9;
    study.capability_minor = 0;
    study.driver_version = "580.1";
    study.runtime_version = "13.0";
    study.memory_bandwidth_gb_s = 4800;
    study.platform = "case-study";
    study.columns = study.rows = 1000;
    study.slices = 350;
    study.repeats = 20;
    study.pinned_copy_ms = spread(6.32);
    study.pageable_copy_ms = spread(19.2);
    study.stages = ladder();
    return study;
}

CaseStudy unmeasured() {
    CaseStudy study = sample();
    study.pinned_copy_ms = study.pageable_copy_ms = {};
    study.memory_bandwidth_gb_s = 0;
    for (StageRecord& record : study.stages) {
        record.kernel_ms = record.kernel_alone_ms = record.copy_ms = record.total_ms = record.decoding_ms = {};
        record.setup_ms = 0;
        record.active_warps = record.max_warps = 0;
        record.limiter.clear();
        record.output_bytes = 0;
        record.verification = {};
    }
    return study;
}

}  // namespace hexscan_test

#include "src/study/ladder.h"

#include <memory>

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/version.h"
#include "src/engines/delivery.h"
#include "src/engines/host_engines.h"
#include "src/study/occupancy_model.h"
#include "src/system/date.h"
#include "src/system/stopwatch.h"

namespace hexscan {
namespace {

KernelResources kernel_resources(const StageRecord& record) {
    return {record.launch.block.x * record.launch.block.y * record.launch.block.z,
            record.resources.registers_per_thread, record.resources.static_shared_bytes};
}

void note_occupancy(StageRecord& record, const DeviceInfo& device) {
    const ComputeCapability capability{device.capability_major, device.capability_minor};
    const KernelResources kernel = kernel_resources(record);
    record.active_warps = record.resources.resident_blocks * ((kernel.threads_per_block + warp_size - 1) / warp_size);
    try {
        const Occupancy model = occupancy(kernel, capability);
        record.max_warps = model.max_warps;
        record.limiter = model.limiter;
    } catch (const InputError&) {
        record.limiter = "not modelled";  // a capability newer than the tables
    }
}

}  // namespace

StageRecord describe_stage(const StageEntry& entry, const ScanPlan& plan, const DeviceInfo& device) {
    StageRecord record;
    record.number = entry.number;
    record.name = entry.name;
    record.change = entry.change;
    record.launch = entry.stage->launch_shape(plan);
    record.resources = entry.stage->resources();
    note_occupancy(record, device);
    return record;
}

StageRecord measure_stage(const StageEntry& entry, const ScanPlan& plan, const Workspace& reference, int repeats,
                          const DeviceInfo& device) {
    const Stage& stage = *entry.stage;
    StageRecord record = describe_stage(entry, plan, device);
    const Stopwatch setup;
    const std::unique_ptr<PreparedStage> scan = stage.prepare_stage(plan.oriented());
    record.setup_ms = setup.milliseconds();
    const auto poison_scan_verify = [&](std::uint8_t pattern) {
        scan->poison(pattern);
        scan->scan();
        return verify(*scan, plan.oriented(), reference, stage.margin_tolerance(plan));
    };
    // The two patterns are complementary, and neither is a verdict. So a bit that no kernel writes differs between the
    // two scans.
    const Verification before = poison_scan_verify(0xAA);
    const Timing timing = time_stage(*scan, plan.slices(), repeats);
    record.verification = worse_of(before, poison_scan_verify(0x55));
    record.kernel_ms = timing.kernel_ms;
    record.kernel_alone_ms = timing.kernel_alone_ms;
    record.copy_ms = timing.copy_ms;
    record.total_ms = timing.total_ms;
    record.decoding_ms = timing.decoding_ms;
    record.remarks = timing.remarks;
    record.memory = scan->memory();
    record.output_bytes = scan->output_bytes();
    for (int slice = 0; record.verification.unwritten_points == 0 && slice < plan.slices(); ++slice)
        record.reachable_points += scan->slice(slice).reachable_points();
    return record;
}

CaseStudy measure_ladder(const ScanPlan& plan, const std::string& platform, int repeats, const DeviceInfo& device,
                         Observer& observer) {
    const auto stages = stage_registry();
    for (const StageEntry& entry : stages)
        if (slices_that_fit(*entry.stage, plan) < plan.slices())
            throw DeviceError(
                fmt::format("the {} slices of {} x {} points do not fit into memory at once, as the table requires; "
                            "choose a smaller --grid, or a single --stage",
                            plan.slices(), plan.columns(), plan.rows()));
    CaseStudy study;
    study.hexscan_version = version;
    study.date = utc_now();
    study.device = device.name;
    study.capability_major = device.capability_major;
    study.capability_minor = device.capability_minor;
    study.driver_version = device.driver_version;
    study.runtime_version = device.runtime_version;
    study.memory_bandwidth_gb_s = device.memory_bandwidth_gb_s;
    study.platform = platform;
    study.columns = plan.columns();
    study.rows = plan.rows();
    study.slices = plan.slices();
    study.repeats = repeats;

    const std::unique_ptr<Work> progress = observer.begin("stages", static_cast<int>(stages.size()) + 2);
    const Workspace reference = scan_reference(plan.oriented());
    progress->advance();
    study.pinned_copy_ms = measure_copy_ms(plan.points(), true, repeats);
    study.pageable_copy_ms = measure_copy_ms(plan.points(), false, repeats);
    progress->advance();
    for (const StageEntry& entry : stages) {
        study.stages.push_back(measure_stage(entry, plan, reference, repeats, device));
        progress->advance();
    }
    return study;
}

}  // namespace hexscan

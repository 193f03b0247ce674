#include "src/runner.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <fstream>
#include <limits>
#include <memory>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <tbb/parallel_for.h>
#include <tbb/task_group.h>

#include "src/device_error.h"
#include "src/interruption.h"
#include "src/occupancy.h"
#include "src/progress.h"
#include "src/reference.h"
#include "src/spread.h"
#include "src/verification.h"
#include "src/version.h"

namespace hexscan {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Timings wider than this around their median get a remark.
constexpr double wide_spread = 0.10;
/// Clocks that differ by more between the first and the last repeat get one too.
constexpr double moved_clock = 0.03;

/// Slices that are scanned between two looks at the workers: as many as a launch of stages 3 to 9.
constexpr int slices_per_slab = 50;

/// Share of the free memory an engine's buffers may take.
constexpr double usable_memory = 0.7;

std::int64_t free_host_bytes() {
    std::ifstream meminfo("/proc/meminfo");
    std::string key;
    std::int64_t kilobytes = 0;
    for (std::string unit; meminfo >> key >> kilobytes && std::getline(meminfo, unit);)
        if (key == "MemAvailable:") return kilobytes * 1024;
    return std::numeric_limits<std::int64_t>::max();
}

std::int64_t slices_within(std::int64_t free_bytes, std::int64_t bytes_per_slice) {
    if (bytes_per_slice == 0) return std::numeric_limits<std::int64_t>::max();
    return static_cast<std::int64_t>(usable_memory * static_cast<double>(free_bytes)) / bytes_per_slice;
}

std::string utc_now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

/// Stops scanning and writing together: the first error wins, and workers see the stop flag.
class SlabWriters {
public:
    SlabWriters(SliceSink& sink, Progress& progress) : sink_(sink), progress_(progress) {}
    ~SlabWriters() {
        // Reached with work under way only when an error is already on its way out.
        tasks_.cancel();
        try {
            tasks_.wait();
        } catch (...) {
        }
    }

    /// Hands over a scanned slab whose first slice is `first`. Waits for the slab before it.
    void take(std::shared_ptr<PreparedScan> scan, const ScanPlan& slab, int first) {
        finish();
        const auto extents = std::make_shared<std::vector<RowExtent>>(scan->row_extents().value_or(
            std::vector<RowExtent>{}));
        tasks_.run([this, scan = std::move(scan), extents, slices = slab.slices(), rows = slab.rows(), first] {
            tbb::parallel_for(0, slices, [&](int slice) {
                if (interrupted()) return;
                const auto rows_before = static_cast<std::size_t>(slice) * static_cast<std::size_t>(rows);
                const auto own = extents->empty() ? std::span<const RowExtent>{}
                                                  : std::span<const RowExtent>(*extents).subspan(
                                                        rows_before, static_cast<std::size_t>(rows));
                sink_.accept(first + slice, scan->slice(slice), own);
                progress_.advance();
            });
        });
    }

    void finish() { tasks_.wait(); }

private:
    SliceSink& sink_;
    Progress& progress_;
    tbb::task_group tasks_;
};

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
    } catch (const std::invalid_argument&) {
        record.limiter = "not modelled";  // a capability newer than the tables
    }
}

}  // namespace

Timing time_scans(PreparedScan& scan, int repeats, bool on_device) {
    Timing timing;
    scan.scan(nullptr);
    const double clock_before_mhz = on_device ? multiprocessor_clock_mhz() : 0;
    std::vector<double> totals_ms, kernels_ms, copies_ms;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        throw_if_interrupted();
        const auto start = Clock::now();
        scan.scan(nullptr);
        totals_ms.push_back(milliseconds_since(start));
    }
    for (int repeat = 0; on_device && repeat < repeats; ++repeat) {
        throw_if_interrupted();
        DeviceSpans spans;
        scan.scan(&spans);
        kernels_ms.push_back(spans.kernel_ms);
        copies_ms.push_back(spans.copy_ms);
    }
    timing.total_ms = spread_of(totals_ms);
    if (!on_device) return timing;
    timing.kernel_ms = spread_of(kernels_ms);
    timing.copy_ms = spread_of(copies_ms);
    const double clock_after_mhz = multiprocessor_clock_mhz();
    const double spread = (timing.total_ms.max - timing.total_ms.min) / timing.total_ms.median;
    if (!(spread <= wide_spread))
        timing.remarks.push_back(fmt::format("totals spread over {:.0f} % of their median", 100 * spread));
    if (!(std::abs(clock_after_mhz / clock_before_mhz - 1) <= moved_clock))
        timing.remarks.push_back(
            fmt::format("the clock moved from {:.0f} to {:.0f} MHz", clock_before_mhz, clock_after_mhz));
    return timing;
}

int slices_that_fit(const Engine& engine, const ScanPlan& plan, bool on_device) {
    const MemoryUse per_slice = engine.memory_per_slice(plan);
    std::int64_t slices = slices_within(free_host_bytes(), per_slice.host_bytes);
    if (on_device) slices = std::min(slices, slices_within(free_device_bytes(), per_slice.device_bytes));
    return static_cast<int>(std::clamp<std::int64_t>(slices, 1, plan.slices()));
}

Delivery deliver(const Engine& engine, const ScanPlan& plan, bool on_device, bool verify_slabs, bool show_progress,
                 SliceSink& sink) {
    // Two slabs are in memory at once, one being scanned, one being written, unless only one fits.
    const int fitting_slices = slices_that_fit(engine, plan, on_device);
    const bool one_at_a_time = fitting_slices < 2;
    const int slab_slices = std::clamp(fitting_slices / 2, 1, slices_per_slab);
    Progress progress("slices", plan.slices(), show_progress);
    SlabWriters writers(sink, progress);
    Delivery delivery;
    delivery.slab_slices = slab_slices;
    for (int first = 0; first < plan.slices(); first += slab_slices) {
        throw_if_interrupted();
        const ScanPlan slab = plan.slab(first, std::min(slab_slices, plan.slices() - first));
        if (one_at_a_time) writers.finish();
        const std::shared_ptr<PreparedScan> scan = engine.prepare(slab);
        if (verify_slabs) scan->poison(0xCD);
        const auto start = Clock::now();
        scan->scan(nullptr);
        delivery.scan_seconds += milliseconds_since(start) / 1e3;
        if (verify_slabs) {
            const Verification part = verify(*scan, slab, scan_reference(slab), engine.margin_tolerance());
            delivery.verification = first == 0 ? part : sum_of(delivery.verification, part);
            if (part.unwritten_points != 0) return delivery;
        }
        writers.take(scan, slab, first);
    }
    writers.finish();
    throw_if_interrupted();
    return delivery;
}

StageRecord measure_stage(const StageEntry& entry, const ScanPlan& plan, const Workspace& reference, int repeats,
                          const DeviceInfo& device) {
    const Stage& stage = *entry.stage;
    StageRecord record;
    record.number = entry.number;
    record.name = entry.name;
    record.change = entry.change;
    record.launch = stage.launch_shape(plan);
    record.resources = stage.resources();
    note_occupancy(record, device);

    const auto start = Clock::now();
    const std::unique_ptr<PreparedScan> scan = stage.prepare(plan);
    record.setup_ms = milliseconds_since(start);
    const auto poison_scan_verify = [&](std::uint8_t pattern) {
        scan->poison(pattern);
        scan->scan(nullptr);
        return verify(*scan, plan, reference, stage.margin_tolerance());
    };
    // Complementary patterns, neither a verdict: a bit that no kernel writes differs between the two scans.
    const Verification before = poison_scan_verify(0xAA);
    const Timing timing = time_scans(*scan, repeats, true);
    record.verification = worse_of(before, poison_scan_verify(0x55));
    record.kernel_ms = timing.kernel_ms;
    record.copy_ms = timing.copy_ms;
    record.total_ms = timing.total_ms;
    record.remarks = timing.remarks;
    record.memory = scan->memory();
    record.output_bytes = scan->output_bytes();
    for (int slice = 0; record.verification.unwritten_points == 0 && slice < plan.slices(); ++slice)
        record.reachable_points += scan->slice(slice).reachable_points();
    return record;
}

CaseStudy measure_ladder(const ScanPlan& plan, const std::string& platform_name, int repeats,
                         const DeviceInfo& device, bool show_progress) {
    const auto stages = stage_registry();
    for (const StageEntry& entry : stages)
        if (slices_that_fit(*entry.stage, plan, true) < plan.slices())
            throw DeviceError(fmt::format("the {} slices of {} x {} points do not fit the memory at once, which the "
                                          "table needs; choose a smaller --grid, or a single --stage",
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
    study.platform = platform_name;
    study.columns = plan.columns();
    study.rows = plan.rows();
    study.slices = plan.slices();
    study.repeats = repeats;

    Progress progress("stages", static_cast<int>(stages.size()) + 2, show_progress);
    const Workspace reference = scan_reference(plan);
    progress.advance();
    study.pinned_copy_ms = measure_copy_ms(plan.points(), true, repeats);
    study.pageable_copy_ms = measure_copy_ms(plan.points(), false, repeats);
    progress.advance();
    for (const StageEntry& entry : stages) {
        throw_if_interrupted();
        study.stages.push_back(measure_stage(entry, plan, reference, repeats, device));
        progress.advance();
    }
    return study;
}

}  // namespace hexscan

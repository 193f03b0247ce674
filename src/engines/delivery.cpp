#include "src/engines/delivery.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "src/engines/axis_verdicts.h"
#include "src/engines/engines_tuning.h"
#include "src/engines/host_engines.h"
#include "src/system/in_turn.h"
#include "src/system/stopwatch.h"
#include "src/system/waited_tasks.h"

namespace hexscan {
namespace {

std::int64_t slices_within(std::int64_t free_bytes, std::int64_t bytes_per_slice) {
    if (bytes_per_slice == 0) return std::numeric_limits<std::int64_t>::max();
    return static_cast<std::int64_t>(tuning::usable_memory * static_cast<double>(free_bytes)) / bytes_per_slice;
}

/// Passes slabs to the consumers while the next slab is scanned. If several errors occur, the first is thrown.
class Handover {
public:
    Handover(const ScanPlan& plan, std::span<Consumer* const> consumers, Work& work)
        : axis_(axis_verdicts(plan)), consumers_(consumers), work_(work) {}

    /// Passes on a scanned slab whose first slice is `first`. Waits until the previous slab has been passed on.
    void take(std::shared_ptr<PreparedScan> scan, const ScanPlan& slab, int first) {
        wait();
        tasks_.run([this, scan = std::move(scan), slices = slab.slices(), certified = slab.is_certified(), first] {
            for_each_in_turn(slices, [&](int i) {
                Slice slice{first + i, scan->take_slice(i), scan->take_fields(i)};
                slice.axis_reachable = axis_.reachable[static_cast<std::size_t>(slice.index)];
                if (certified) {
                    slice.proved = scan->proved(i);
                    slice.axis_proved = axis_.proved[static_cast<std::size_t>(slice.index)];
                }
                for (std::size_t c = 0; c + 1 < consumers_.size(); ++c) consumers_[c]->take(slice);
                if (!consumers_.empty()) consumers_.back()->take_over(std::move(slice));
                work_.advance();
            });
            work_.show();
        });
    }

    void wait() { tasks_.wait(); }

private:
    AxisVerdicts axis_;
    std::span<Consumer* const> consumers_;
    Work& work_;
    WaitedTasks tasks_;  ///< declared last, because the tasks use the other members
};

Verification verify_slab(const Engine& engine, const DeliveryOptions& options, const PreparedScan& scan,
                         const ScanPlan& slab) {
    if (!slab.is_plain()) {
        const Engine& referee = options.referee ? *options.referee : reference_engine();
        const std::unique_ptr<PreparedScan> expected = referee.prepare(slab);
        expected->scan();
        return verify_against(*expected, scan, slab);
    }
    const OrientedPlan oriented = slab.oriented();
    return verify(scan, oriented, scan_reference(oriented), engine.margin_tolerance(slab));
}

/// Scans a slab. If the slab will be verified, fills the output with poison first.
FinishedScan scanned(const Engine& engine, const ScanPlan& slab, bool over_poison) {
    FinishedScan finished{engine.prepare(slab)};
    if (over_poison) finished.scan->poison(0xCD);
    const Stopwatch watch;
    finished.scan->scan();
    finished.seconds = watch.seconds();
    return finished;
}

}  // namespace

int slices_that_fit(const Engine& engine, const ScanPlan& plan) {
    const MemoryUse per_slice = engine.memory_per_slice(plan);
    if (per_slice.device_bytes == 0 && per_slice.host_bytes <= tuning::unasked_host_bytes / plan.slices())
        return plan.slices();
    const MemoryUse free = engine.free_memory();
    const std::int64_t slices = std::min(slices_within(free.host_bytes, per_slice.host_bytes),
                                         slices_within(free.device_bytes, per_slice.device_bytes));
    return static_cast<int>(std::clamp<std::int64_t>(slices, 1, plan.slices()));
}

Delivery deliver(const Engine& engine, const ScanPlan& plan, std::span<Consumer* const> consumers,
                 const DeliveryOptions& options) {
    // If two slabs fit into memory, one is scanned while the other is passed on.
    const int fitting_slices = slices_that_fit(engine, plan);
    const bool one_at_a_time = fitting_slices < 2;
    const int most_slices = fitting_slices < plan.slices() ? fitting_slices / 2 : plan.slices();
    Delivery delivery;
    const FinishedScan& finished = options.finished;
    delivery.slab_slices = finished.scan ? plan.slices() : std::clamp(most_slices, 1, engine.slab_slices(plan));
    const std::unique_ptr<Work> work = options.observer.begin("slices", plan.slices());
    Handover handover(plan, consumers, *work);
    for (int first = 0; first < plan.slices(); first += delivery.slab_slices) {
        const ScanPlan slab = plan.slab(first, std::min(delivery.slab_slices, plan.slices() - first));
        if (one_at_a_time) handover.wait();
        const auto [scan, seconds] = finished.scan ? finished : scanned(engine, slab, options.verify);
        delivery.scan_seconds += seconds;
        if (options.verify) {
            const Verification part = verify_slab(engine, options, *scan, slab);
            delivery.verification = first == 0 ? part : sum_of(delivery.verification, part);
            if (part.unwritten_points != 0) break;
        }
        handover.take(scan, slab, first);
    }
    handover.wait();
    return delivery;
}

}  // namespace hexscan

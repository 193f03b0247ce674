#include "src/engines/sharded_engine.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "src/base/byte_stream.h"
#include "src/engines/engines_tuning.h"
#include "src/engines/host_engine.h"
#include "src/ranks/rank_messages.h"
#include "src/ranks/shared_work.h"
#include "src/scan/slice_bytes.h"

namespace hexscan {
namespace {

/// Describes the next scan to all ranks. Slices are numbered in the whole plan. If the number of slices is zero, no
/// further scan follows.
struct ScanOrder {
    int first = 0, slices = 0, slices_per_unit = 1;
    int poison = -1;  ///< the byte with which buffers are filled before the scan; -1: none

    int units() const { return (slices + slices_per_unit - 1) / slices_per_unit; }
    /// The first slice of a unit, counted from `first`. `unit` is the unit's number in this order.
    int first_of(std::int64_t unit) const { return static_cast<int>(unit) * slices_per_unit; }
    int slices_of(std::int64_t unit) const { return std::min(slices_per_unit, slices - first_of(unit)); }
};

int slices_per_unit(int slices, int ranks) { return std::max(1, slices / (tuning::units_per_rank * ranks)); }

/// The result of a unit as bytes: the number of points that were never written, then each slice with its fields and its
/// proved part.
std::string scan_unit(const LocalEngine& local, const ScanPlan& slab, int poison) {
    if (local.prepare_thread) local.prepare_thread();
    const std::unique_ptr<PreparedScan> scan = local.engine.prepare(slab);
    if (poison >= 0) scan->poison(static_cast<std::uint8_t>(poison));
    scan->scan();
    ByteWriter writer;
    writer.add(scan->unwritten_points());
    for (int i = 0; i < slab.slices(); ++i) {
        writer.add_text(slice_bytes(scan->slice(i)));
        writer.add_text(field_bytes(scan->fields(i)));
        writer.add_text(slab.is_certified() ? slice_bytes(scan->proved(i)) : "");
    }
    return writer.take();
}

std::function<std::string(std::int64_t)> worker(const LocalEngine& local, const ScanPlan& plan, ScanOrder order) {
    return [&local, &plan, order](std::int64_t unit) {
        const ScanPlan slab = plan.slab(order.first + order.first_of(unit), order.slices_of(unit));
        return scan_unit(local, slab, order.poison);
    };
}

class ShardedScan final : public PreparedScan {
public:
    ShardedScan(const LocalEngine& local, ScanPlan plan, Ranks& ranks)
        : local_(local), plan_(std::move(plan)), ranks_(ranks) {
        order_.first = plan_.z.begin;
        order_.slices = plan_.slices();
        order_.slices_per_unit = slices_per_unit(order_.slices, ranks.count());
        forget();
    }

    void scan() override {
        forget();
        broadcast_order();
        std::int64_t next = 0;
        // The workers number slices in the whole plan. `plan_` is the slab of that plan that begins at slice
        // `order_.first`.
        const ScanPlan whole = plan_.slab(-order_.first, order_.first + order_.slices);
        share_work({.next = [&]() -> std::optional<std::int64_t> {
                        if (next == order_.units()) return std::nullopt;
                        return next++;
                    },
                    .workers = {worker(local_, whole, order_)},
                    .take = [&](std::int64_t unit, std::string result) { take(unit, std::move(result)); }},
                   ranks_);
    }

    void poison(std::uint8_t pattern) override {
        forget();
        order_.poison = pattern;
    }

    std::int64_t unwritten_points() const override { return unwritten_points_; }
    WorkspaceSlice slice(int index) const override { return slice_from_bytes(at(index).runs); }
    std::vector<SliceField> fields(int index) const override { return fields_from_bytes(at(index).fields); }
    WorkspaceSlice proved(int index) const override {
        return plan_.is_certified() ? slice_from_bytes(at(index).proved) : WorkspaceSlice{};
    }

private:
    /// The place of a slice's bytes in `results_`. The thread that requests the slice decodes them.
    struct SliceBytes {
        std::string_view runs, fields, proved;
    };

    const SliceBytes& at(int index) const { return slices_[static_cast<std::size_t>(index)]; }

    void forget() {
        results_.assign(static_cast<std::size_t>(order_.units()), {});
        slices_.assign(static_cast<std::size_t>(order_.slices), {});
        unwritten_points_ = plan_.points();
    }

    void broadcast_order() {
        ByteWriter writer;
        writer.add(order_);
        broadcast(ranks_, writer.take());
    }

    void take(std::int64_t unit, std::string bytes) {
        std::string& result = results_[static_cast<std::size_t>(unit)] = std::move(bytes);
        ByteReader reader(result);
        const int slices = order_.slices_of(unit);
        unwritten_points_ += reader.next<std::int64_t>() - slices * plan_.points_per_slice();
        for (int i = 0; i < slices; ++i) {
            SliceBytes& slice = slices_[static_cast<std::size_t>(order_.first_of(unit) + i)];
            slice.runs = reader.next_text();
            slice.fields = reader.next_text();
            slice.proved = reader.next_text();
        }
    }

    const LocalEngine& local_;
    ScanPlan plan_;
    Ranks& ranks_;
    ScanOrder order_;
    std::vector<std::string> results_;
    std::vector<SliceBytes> slices_;
    std::int64_t unwritten_points_ = 0;
};

}  // namespace

std::unique_ptr<PreparedScan> ShardedEngine::prepare(const ScanPlan& plan) const {
    return std::make_unique<ShardedScan>(local_, plan, ranks_);
}

MemoryUse ShardedEngine::memory_per_slice(const ScanPlan& plan) const { return host_memory_per_slice(plan); }

void ShardedEngine::end_scans() const {
    ByteWriter writer;
    writer.add(ScanOrder{});
    broadcast(ranks_, writer.take());
}

void serve_scans(const LocalEngine& local, const ScanPlan& plan, Ranks& ranks) {
    for (;;) {
        const std::string bytes = broadcast(ranks, {});
        const auto order = ByteReader(bytes).next<ScanOrder>();
        if (order.slices == 0) return;
        share_work({.next = {}, .workers = {worker(local, plan, order)}, .take = {}}, ranks);
    }
}

}  // namespace hexscan

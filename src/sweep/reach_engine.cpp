#include "src/sweep/reach_engine.h"

#include <cmath>
#include <cstring>

#include "src/scan/host_engine.h"

namespace hexscan {
namespace {

class ReachScan final : public PreparedScan {
public:
    ReachScan(const ScanPlan& plan, const BlockFile& counts, std::int64_t machines)
        : plan_(plan), counts_(counts), machines_(machines) {}

    /// Slices are read where they are asked for: nothing is to be computed.
    void scan() override {}
    void poison(std::uint8_t) override {}
    std::int64_t unwritten_points() const override { return 0; }

    WorkspaceSlice slice(int index) const override {
        // As many as the share says, rounded up; a rounding error of the product must not ask for one more.
        const auto enough =
            static_cast<std::uint32_t>(std::ceil(reach_share * static_cast<double>(machines_) * (1 - 1e-12)));
        const std::vector<std::uint32_t> counts = counts_of(index);
        const auto columns = static_cast<std::size_t>(plan_.columns());
        std::vector<std::uint8_t> row(columns);
        WorkspaceSlice slice;
        for (std::size_t begin = 0; begin < counts.size(); begin += columns) {
            for (std::size_t c = 0; c < columns; ++c) row[c] = counts[begin + c] >= enough ? 1 : 0;
            append_row_from_bytes(row, slice);
        }
        return slice;
    }

    std::vector<SliceField> fields(int index) const override {
        std::vector<SliceField> fields = empty_fields(plan_);
        const std::vector<std::uint32_t> counts = counts_of(index);
        std::vector<float>& share = float_values(fields, MapKind::share);
        for (std::size_t i = 0; i < share.size(); ++i) share[i] = share_of(counts[i], machines_);
        return fields;
    }

private:
    std::vector<std::uint32_t> counts_of(int index) const {
        const std::string bytes = counts_.read(plan_.geometry.z.begin + index);
        std::vector<std::uint32_t> counts(bytes.size() / sizeof(std::uint32_t));
        std::memcpy(counts.data(), bytes.data(), bytes.size());
        return counts;
    }

    ScanPlan plan_;
    const BlockFile& counts_;
    std::int64_t machines_;
};

}  // namespace

bool ReachEngine::supports(const ScanPlan& plan) const {
    return plan.maps == std::vector{MapKind::share} && plan.slices() <= counts_.blocks();
}

std::unique_ptr<PreparedScan> ReachEngine::prepare(const ScanPlan& plan) const {
    return std::make_unique<ReachScan>(plan, counts_, machines_);
}

MemoryUse ReachEngine::memory_per_slice(const ScanPlan& plan) const {
    return {4 * plan.points_per_slice() + 2 * field_bytes_per_slice(plan), 0};
}

}  // namespace hexscan

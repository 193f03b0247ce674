#include "src/scan/host_engine.h"

#include <algorithm>

namespace hexscan {
namespace {

class HostScan final : public PreparedScan {
public:
    HostScan(const ScanPlan& plan, HostEngine::Scan function) : plan_(plan), scan_(function) {}

    void scan() override { result_ = scan_(plan_); }
    void poison(std::uint8_t) override { result_ = {}; }
    std::int64_t unwritten_points() const override {
        const auto missing =
            static_cast<std::int64_t>(plan_.slices()) - static_cast<std::int64_t>(result_.workspace.size());
        return missing * plan_.points_per_slice();
    }
    WorkspaceSlice slice(int index) const override { return result_.workspace[static_cast<std::size_t>(index)]; }
    std::vector<SliceField> fields(int index) const override {
        return result_.fields.empty() ? std::vector<SliceField>{} : result_.fields[static_cast<std::size_t>(index)];
    }
    WorkspaceSlice proved(int index) const override {
        return result_.proved.empty() ? WorkspaceSlice{} : result_.proved[static_cast<std::size_t>(index)];
    }

private:
    ScanPlan plan_;
    HostEngine::Scan scan_;
    ScanResult result_;
};

template <class Number>
std::vector<Number>& values_of(std::vector<SliceField>& fields, MapKind map) {
    const auto field =
        std::find_if(fields.begin(), fields.end(), [&](const SliceField& f) { return f.name == name_of(map); });
    return std::get<std::vector<Number>>(field->values);
}

}  // namespace

std::unique_ptr<PreparedScan> HostEngine::prepare(const ScanPlan& plan) const {
    return std::make_unique<HostScan>(plan, scan_);
}

MemoryUse HostEngine::memory_per_slice(const ScanPlan& plan) const { return host_memory_per_slice(plan); }

MemoryUse host_memory_per_slice(const ScanPlan& plan) {
    // Two runs a row is more than hexapods show on average; a wrong guess costs memory, not verdicts. Maps are handed
    // over as copies.
    const std::int64_t runs = plan.rows() * static_cast<std::int64_t>(sizeof(std::int32_t) + 2 * sizeof(Run));
    return {runs * (plan.is_certified() ? 2 : 1) + 2 * field_bytes_per_slice(plan), 0};
}

std::int64_t field_bytes_per_slice(const ScanPlan& plan) {
    std::int64_t bytes = 0;
    for (const MapKind map : plan.maps) bytes += map == MapKind::limit ? 1 : 4;
    return bytes * plan.points_per_slice();
}

std::vector<SliceField> empty_fields(const ScanPlan& plan) {
    const auto points = static_cast<std::size_t>(plan.points_per_slice());
    std::vector<SliceField> fields;
    for (const MapKind map : all_maps) {
        if (!plan.asks_for(map)) continue;
        SliceField field{std::string(name_of(map)),
                         map == MapKind::clearance ? "m"
                         : map == MapKind::tilt    ? "deg"
                                                   : "",
                         {}};
        if (map == MapKind::limit)
            field.values = std::vector<std::uint8_t>(points);
        else
            field.values = std::vector<float>(points);
        fields.push_back(std::move(field));
    }
    return fields;
}

std::vector<float>& float_values(std::vector<SliceField>& fields, MapKind map) { return values_of<float>(fields, map); }
std::vector<std::uint8_t>& byte_values(std::vector<SliceField>& fields, MapKind map) {
    return values_of<std::uint8_t>(fields, map);
}

}  // namespace hexscan

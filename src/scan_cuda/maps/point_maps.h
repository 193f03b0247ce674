#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/points/point_answers.h"
#include "src/scan/map_kind.h"
#include "src/scan/plan_fields.h"
#include "src/scan_cuda/maps/map_buffer.h"

namespace hexscan {

/// The maps of single legs that a plan requests, on the device and on the host.
class PointMaps {
public:
    explicit PointMaps(const ScanPlan& plan)
        : plan_(plan),
          rings_(plan, plan.asks_for(MapKind::tilt)),
          share_(plan, plan.asks_for(MapKind::share)),
          clearance_(plan, plan.asks_for(MapKind::clearance)),
          limit_(plan, plan.asks_for(MapKind::limit)) {}

    PointAnswers answers(const RowWords& words) {
        return {words, rings_.device(), share_.device(), clearance_.device(), limit_.device()};
    }
    void copy_home(int first, int count, const Stream& stream) {
        each(*this, [&](auto& map) { map.copy_home(first, count, stream); });
    }
    void poison() {
        each(*this, [](auto& map) { map.poison(); });
    }
    std::int64_t unwritten_points() const {
        std::int64_t points = 0;
        each(*this, [&](const auto& map) { points += map.unwritten(); });
        return points;
    }
    std::int64_t output_bytes() const {
        std::int64_t bytes = 0;
        each(*this, [&](const auto& map) { bytes += map.bytes(); });
        return bytes;
    }
    std::vector<SliceField> fields(int slice) const {
        std::vector<SliceField> fields = empty_fields(plan_);
        if (plan_.asks_for(MapKind::tilt))
            put_tilts(plan_, {rings_.home(slice), static_cast<std::size_t>(plan_.points_per_slice())},
                      float_values(fields, MapKind::tilt));
        if (plan_.asks_for(MapKind::share)) share_.fill(slice, float_values(fields, MapKind::share));
        if (plan_.asks_for(MapKind::clearance)) clearance_.fill(slice, float_values(fields, MapKind::clearance));
        if (plan_.asks_for(MapKind::limit)) limit_.fill(slice, byte_values(fields, MapKind::limit));
        return fields;
    }

private:
    template <class Self, class Visit>
    static void each(Self& self, Visit visit) {
        visit(self.rings_);
        visit(self.share_);
        visit(self.clearance_);
        visit(self.limit_);
    }

    ScanPlan plan_;
    MapBuffer<std::uint8_t> rings_;
    MapBuffer<float> share_, clearance_;
    MapBuffer<std::uint8_t> limit_;
};

}  // namespace hexscan

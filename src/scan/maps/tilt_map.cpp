#include <cstdint>
#include <numbers>
#include <vector>

#include "src/scan/map_kind.h"
#include "src/scan/plan_fields.h"
#include "src/scan/platform.h"
#include "src/scan/rows/host_row_solver.h"
#include "src/scan/set_reference.h"

namespace hexscan {
namespace {

std::string tilt_problem(const OrientationSet& orientations) {
    if (orientations.tilt) return "";
    return "tilt: needs a cone of tilts";
}

void fill_tilt(const MapFields& fields) {
    const ScanPlan& plan = fields.plan;
    for (int slice = 0; slice < plan.slices(); ++slice)
        fields.loop(static_cast<std::size_t>(plan.rows()), [&](std::size_t index) {
            const auto row = static_cast<int>(index);
            std::vector<std::uint8_t> rings(static_cast<std::size_t>(plan.columns()));
            fields.solver->count_rings(slice, row, rings);
            put_tilts(plan, rings, float_row(plan, MapKind::tilt, row, fields.slices[static_cast<std::size_t>(slice)]));
        });
}

void fill_tilt_row(const ScanPlan& plan, int slice, int row, std::vector<SliceField>& fields) {
    std::vector<std::uint8_t> rings(static_cast<std::size_t>(plan.columns()));
    count_rings_by_reference(plan, slice, row, rings);
    put_tilts(plan, rings, float_row(plan, MapKind::tilt, row, fields));
}

MapScale tilt_scale(const Platform& platform) {
    const Units& units = platform.machine.units;
    const double to_rad = platform.scan.orientations.tilt->to_rad;
    return {.title = "tilt: largest tilt that every direction reaches",
            .high = to_rad * 180 / std::numbers::pi,
            .low_text = units.angle_text(0),
            .high_text = units.angle_text(to_rad, 4),
            .below_text = "not even level"};
}

}  // namespace

/// The largest tilt of a cone, in degrees, up to which every direction is reachable. -1 if the position is unreachable
/// even without tilt.
MapDefinition tilt_map() {
    return {.name = "tilt",
            .title = "largest tilt in every direction",
            .unit = "deg",
            .covers_whole_cone = true,
            .problem = tilt_problem,
            .fill = fill_tilt,
            .fill_row = fill_tilt_row,
            .scale = tilt_scale};
}

}  // namespace hexscan

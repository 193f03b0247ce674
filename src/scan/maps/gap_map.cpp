#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "kernels/kinematics.h"
#include "kernels/least_clearance.h"
#include "src/machine/home_state.h"
#include "src/machine/limits.h"
#include "src/machine/shared/obstacles.h"
#include "src/scan/map_kind.h"
#include "src/scan/platform.h"
#include "src/scan/reference.h"

namespace hexscan {
namespace {

std::string gap_problem(const Machine& machine) {
    return machine.legs_apart ? "" : "needs leg diameters; add legs: {diameter: ...} to the machine";
}

void fill_gap_row(const ScanPlan& plan, int slice, int row, std::vector<SliceField>& fields) {
    const std::span<float> gaps = float_row(plan, MapKind::gap, row, fields);
    const std::vector<double> x_m = column_coordinates(plan);
    const double y_m = grid_coordinate(plan.y, row), z_m = grid_coordinate(plan.z, slice);
    std::vector<double> least_m(x_m.size(), std::numeric_limits<double>::infinity());
    const std::size_t gap_count = pair_count + plan.set->machine().obstacles.limit_count();
    for (std::int64_t o = 0; o < plan.set->count(); ++o) {
        const PosedSharedLimits limits = plan.set->shared_limits_at(o);
        for (std::size_t pair = 0; pair < gap_count; ++pair)
            for (std::size_t c = 0; c < x_m.size(); ++c)
                least_m[c] = std::min(least_m[c], limits[pair]->state({x_m[c], y_m, z_m}).left);
    }
    for (std::size_t c = 0; c < x_m.size(); ++c) gaps[c] = mapped_clearance(least_m[c], least_m[c] >= 0);
}

std::vector<OwnedNumber> gaps_at(const Machine& machine, const Rotation& turned, const Vector& position_m) {
    const LimitTable table = limits_of(machine);
    const std::span<const Limit> shared = table.rows().subspan(leg_count * limits_of_leg(machine));
    const PosedSharedLimits limits = posed_shared_limits(machine, turned);
    std::vector<OwnedNumber> gaps;
    for (std::size_t k = 0; k < limits.size(); ++k)
        if (is_gap(*shared[k].kind)) gaps.push_back({limits[k]->state(position_m).left, shared[k]});
    return gaps;
}

/// A typical distance between two legs, relative to the longest leg. It scales the colours.
constexpr double usual_gap = 0.1;

MapScale gap_scale(const Platform& platform) {
    const Units& units = platform.machine.units;
    const double high_m = usual_gap * longest_leg_m(platform.machine);
    return {.title = "gap: distance between the two nearest legs, minus the gap they must keep",
            .high = high_m,
            .low_text = units.length_text(0),
            .high_text = units.length_text(high_m, 4),
            .below_text = "closer than allowed"};
}

}  // namespace

/// Smallest distance in metres between the surfaces of two legs, minus the required gap, signed. Distances of legs from
/// obstacles count too. For a set, the smallest value over its orientations.
MapDefinition gap_map() {
    return {.name = "gap",
            .title = "gap between legs",
            .unit = "m",
            .asks_the_machine = true,
            .reports_least = true,
            .owned = gaps_at,
            .made_of = {{&gap_limit, &base_plate_limit, &platform_plate_limit, &keep_out_limit}, "clearance"},
            .machine_problem = gap_problem,
            .fill_row = fill_gap_row,
            .scale = gap_scale};
}

}  // namespace hexscan

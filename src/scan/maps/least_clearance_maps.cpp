#include "src/scan/maps/least_clearance_maps.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "kernels/least_clearance.h"
#include "kernels/sets/set_clearance.h"
#include "src/machine/legs/leg_kinds.h"
#include "src/machine/shared/shared_limit.h"
#include "src/scan/maps/clearance_rows.h"
#include "src/scan/plan_fields.h"
#include "src/scan/reference.h"
#include "src/scan/rows/host_row_solver.h"
#include "src/scan/set_reference.h"

namespace hexscan {
namespace {

/// Pointers to one row of a slice's clearance maps. A pointer is null if its map is not requested.
struct ClearanceRow {
    float* clearance_m;
    std::uint8_t* limit;
};

ClearanceRow clearance_row(const ScanPlan& plan, int row, std::vector<SliceField>& fields) {
    const std::ptrdiff_t at = std::ptrdiff_t{row} * plan.columns();
    return {plan.asks_for(MapKind::clearance) ? float_values(fields, MapKind::clearance).data() + at : nullptr,
            plan.asks_for(MapKind::limit) ? byte_values(fields, MapKind::limit).data() + at : nullptr};
}

void store(const ClearanceRow& row, int column, double clearance_m, int limit, bool reachable) {
    if (row.clearance_m) row.clearance_m[column] = mapped_clearance(clearance_m, reachable);
    if (row.limit) row.limit[column] = static_cast<std::uint8_t>(limit);
}

/// Fills the fields for one orientation, which needs no search.
void fill_single_clearance(const ScanPlan& plan, const Loop& loop, int slice, std::vector<SliceField>& fields) {
    const ClearanceRows rows(plan);
    const std::vector<double> x_m = column_coordinates(plan);
    const double z_m = grid_coordinate(plan.z, slice);
    loop(static_cast<std::size_t>(plan.rows()), [&](std::size_t index) {
        const auto row = static_cast<int>(index);
        const double y_m = grid_coordinate(plan.y, row);
        const ClearanceRows::Row found = rows.at(y_m, z_m);
        const ClearanceRow out = clearance_row(plan, row, fields);
        for (int c = 0; c < plan.columns(); ++c) {
            const auto at = static_cast<std::size_t>(c);
            store(out, c, found.least_m[at], static_cast<int>(found.limit[at]),
                  rows.is_reachable(found.least_m[at], {x_m[at], y_m, z_m}));
        }
    });
}

/// Fills the maps for a set of orientations, point by point. The row solver decides which points are reachable at all
/// orientations, because rounding could change the sign of a clearance close to 0.
void fill_set_clearance(const ScanPlan& plan, const Loop& loop, const HostRowSolver& solver, int slice,
                        std::vector<SliceField>& fields) {
    const std::vector<double> x_m = column_coordinates(plan);
    const double z_m = grid_coordinate(plan.z, slice);
    const OrientationIndex middle = middle_of(plan.set->tables());
    loop(static_cast<std::size_t>(plan.rows()), [&](std::size_t index) {
        const auto row = static_cast<int>(index);
        const double y_m = grid_coordinate(plan.y, row);
        WorkspaceSlice reachable;
        solver.append_total_row(slice, row, reachable);
        std::vector<std::uint8_t> verdict(x_m.size());
        fill_bytes(reachable.row(0), verdict);
        const ClearanceRow out = clearance_row(plan, row, fields);
        for (int c = 0; c < plan.columns(); ++c) {
            plan.end_if_given_up();
            const auto at = static_cast<std::size_t>(c);
            const LeastOfSet least =
                least_of_set(solver.scan(), plan.set->limits().data(), middle, SingleRow{}, {x_m[at], y_m, z_m});
            store(out, c, least.clearance_m, least.limit, verdict[at] != 0);
        }
    });
}

}  // namespace

bool clearances_are_lower_bounds(const Machine& machine) {
    const bool joints_limit = !machine.base.limit_nothing() || !machine.platform.limit_nothing();
    return has_shared_limits(machine) || (have_arms(machine.legs) && joints_limit);
}

void fill_least_clearance(const MapFields& fields) {
    for (int slice = 0; slice < fields.plan.slices(); ++slice) {
        std::vector<SliceField>& here = fields.slices[static_cast<std::size_t>(slice)];
        if (fields.solver)
            fill_set_clearance(fields.plan, fields.loop, *fields.solver, slice, here);
        else
            fill_single_clearance(fields.plan, fields.loop, slice, here);
    }
}

void fill_least_clearance_row(const ScanPlan& plan, int slice, int row, std::vector<SliceField>& fields) {
    const ClearanceRow out = clearance_row(plan, row, fields);
    const std::vector<LeastAtPoint> least = least_clearances_by_reference(plan, slice, row);
    for (int c = 0; c < plan.columns(); ++c) {
        const LeastAtPoint& at = least[static_cast<std::size_t>(c)];
        store(out, c, at.least.clearance_m.value, at.least.limit, at.reachable_everywhere);
    }
}

}  // namespace hexscan

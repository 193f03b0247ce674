#include "src/engines/set_engine.h"

#include <algorithm>
#include <cmath>

#include <tbb/parallel_for.h>

#include "kernels/least_clearance.h"
#include "kernels/set_clearance.h"
#include "src/engines/cpu_engine.h"
#include "src/engines/parallel_rows.h"
#include "src/scan/host_row_solver.h"
#include "src/scan/plan_fields.h"
#include "src/scan/reference.h"
#include "src/scan/vector_level.h"
#include "src/system/all_cores.h"

namespace hexscan {
namespace {

constexpr int set_rows_per_block = 64;

/// Calls work(row) for all rows of a slice, on all cores.
template <class Work>
void for_each_row(const ScanPlan& plan, Work work) {
    tbb::parallel_for(0, plan.rows(), work);
}

WorkspaceSlice rows_of(const WorkspaceSlice& slice, int first, int end) {
    WorkspaceSlice rows;
    for (int r = first; r < end; ++r) {
        const std::span<const Run> runs = slice.row(r);
        rows.runs.insert(rows.runs.end(), runs.begin(), runs.end());
        rows.row_begin.push_back(static_cast<std::int32_t>(rows.runs.size()));
    }
    return rows;
}

/// The rows of the plan's workspace with these legs.
Workspace workspace_of(const ScanPlan& plan, const FreeLegs& legs) {
    const Workspace start = scan_on_cpu(plan.oriented(legs, middle_of(plan.set->tables())));
    if (plan.is_single()) return start;
    const HostRowSolver solver(plan, legs, on_all_cores);
    return scan_rows_in_parallel(plan, set_rows_per_block, [&](int slice, int first, int end, WorkspaceSlice& out) {
        const WorkspaceSlice begin = rows_of(start[static_cast<std::size_t>(slice)], first, end);
        solver.append_rows(slice, first, end, &begin, out);
    });
}

/// Share: every orientation in closed form, one after the other, for a few slices at a time.
void fill_share(const ScanPlan& plan, std::vector<std::vector<SliceField>>& fields) {
    const auto stride = static_cast<std::size_t>(plan.columns()) + 1;
    std::vector<std::vector<std::int32_t>> steps(
        static_cast<std::size_t>(plan.slices()),
        std::vector<std::int32_t>(stride * static_cast<std::size_t>(plan.rows())));
    for (std::int64_t o = 0; o < plan.set->count(); ++o) {
        const Workspace workspace = scan_on_cpu(plan.oriented(plan.set->legs(), orientation_at(plan.set->tables(), o)));
        tbb::parallel_for(std::size_t{0}, workspace.size(), [&](std::size_t s) {
            for (int r = 0; r < plan.rows(); ++r)
                for (const Run& run : workspace[s].row(r)) {
                    ++steps[s][static_cast<std::size_t>(r) * stride + static_cast<std::size_t>(run.first)];
                    --steps[s][static_cast<std::size_t>(r) * stride + static_cast<std::size_t>(run.last) + 1];
                }
        });
    }
    tbb::parallel_for(std::size_t{0}, steps.size(), [&](std::size_t s) {
        std::vector<float>& share = float_values(fields[s], MapKind::share);
        std::size_t at = 0;
        for (int r = 0; r < plan.rows(); ++r) {
            std::int64_t reached = 0;
            for (int c = 0; c < plan.columns(); ++c) {
                reached += steps[s][static_cast<std::size_t>(r) * stride + static_cast<std::size_t>(c)];
                share[at++] = share_of(reached, plan.set->count());
            }
        }
    });
}

void fill_tilt(const ScanPlan& plan, const HostRowSolver& solver, int slice, std::vector<float>& tilt) {
    for_each_row(plan, [&](int row) {
        std::vector<std::uint8_t> rings(static_cast<std::size_t>(plan.columns()));
        solver.count_rings(slice, row, rings);
        std::transform(rings.begin(), rings.end(), tilt.begin() + std::ptrdiff_t{row} * plan.columns(),
                       [&](std::uint8_t n) { return tilt_of(*plan.set, n); });
    });
}

/// Where a row of a slice's clearance maps goes; a map that is not asked for is null.
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

/// The least of one leg's clearances, and the limit, for every column: least[c] and limit[c] go down. Several columns
/// per vector instruction; limits are as wide as clearances for that.
HEXSCAN_HD_INLINE void look_at_row(const LegLimits<double>& limits, const Leg<double>& leg, int index,
                                   const double* x_m, int columns, double y_m, double z_m, double* least_m,
                                   double* limit) {
    for (int c = 0; c < columns; ++c) {
        const LegClearances<exact::Number> clearances = exact_leg_clearances(limits, leg, {x_m[c], y_m, z_m});
        for (int k = 0; k < limits_per_leg; ++k) {
            const bool less = clearances.m[k].value < least_m[c];
            least_m[c] = less ? clearances.m[k].value : least_m[c];
            limit[c] = less ? limit_number(index, k) : limit[c];
        }
    }
}

/// One orientation: no search.
void fill_single_clearance(const ScanPlan& plan, int slice, std::vector<SliceField>& fields) {
    const std::vector<double> x_m = column_coordinates(plan);
    const ScanGeometry<double> geometry = plan.oriented().geometry;
    const double z_m = grid_coordinate(plan.z, slice);
    for_each_row(plan, [&](int row) {
        const double y_m = grid_coordinate(plan.y, row);
        std::vector<double> least_m(x_m.size(), INFINITY), limit(x_m.size(), 0);
        for (int i = 0; i < leg_count; ++i)
            at_vector_level<look_at_row>(plan.set->limits()[static_cast<std::size_t>(i)], geometry.legs[i], i,
                                         x_m.data(), plan.columns(), y_m, z_m, least_m.data(), limit.data());
        const ClearanceRow out = clearance_row(plan, row, fields);
        for (int c = 0; c < plan.columns(); ++c) {
            const auto at = static_cast<std::size_t>(c);
            store(out, c, least_m[at], static_cast<int>(limit[at]), exact_reachable(geometry, x_m[at], y_m, z_m));
        }
    });
}

/// A set: point by point, by value. The verdict is whether every orientation reaches the point; where the least
/// clearance is not too close to 0 for rounding, it is its sign.
void fill_set_clearance(const ScanPlan& plan, const HostRowSolver& solver, int slice, std::vector<SliceField>& fields) {
    const std::vector<double> x_m = column_coordinates(plan);
    const double z_m = grid_coordinate(plan.z, slice);
    const OrientationIndex middle = middle_of(plan.set->tables());
    for_each_row(plan, [&](int row) {
        const double y_m = grid_coordinate(plan.y, row);
        WorkspaceSlice reachable;
        solver.append_total_row(slice, row, reachable);
        std::vector<std::uint8_t> verdict(x_m.size());
        fill_bytes(reachable.row(0), verdict);
        const ClearanceRow out = clearance_row(plan, row, fields);
        for (int c = 0; c < plan.columns(); ++c) {
            const auto at = static_cast<std::size_t>(c);
            const LeastOfSet least =
                least_of_set(solver.scan(), plan.set->limits().data(), middle, SingleRow{}, {x_m[at], y_m, z_m});
            store(out, c, least.clearance_m, least.limit, verdict[at] != 0);
        }
    });
}

std::vector<std::vector<SliceField>> fields_of(const ScanPlan& plan) {
    std::vector<std::vector<SliceField>> fields;
    if (plan.maps.empty()) return fields;
    for (int slice = 0; slice < plan.slices(); ++slice) fields.push_back(empty_fields(plan));
    if (plan.asks_for(MapKind::share)) fill_share(plan, fields);
    const bool clearance = plan.asks_for(MapKind::clearance) || plan.asks_for(MapKind::limit);
    if (plan.is_single()) {
        for (int slice = 0; slice < plan.slices(); ++slice)
            fill_single_clearance(plan, slice, fields[static_cast<std::size_t>(slice)]);
        return fields;
    }
    const HostRowSolver solver(plan, plan.set->legs(), on_all_cores);
    for (int slice = 0; slice < plan.slices(); ++slice) {
        std::vector<SliceField>& here = fields[static_cast<std::size_t>(slice)];
        if (plan.asks_for(MapKind::tilt)) fill_tilt(plan, solver, slice, float_values(here, MapKind::tilt));
        if (clearance) fill_set_clearance(plan, solver, slice, here);
    }
    return fields;
}

}  // namespace

ScanResult answer_on_cpu(const ScanPlan& plan) {
    ScanResult result;
    result.workspace = workspace_of(plan, plan.set->legs());
    if (plan.is_certified()) {
        std::vector<Workspace> parts;
        for (const FreeLegs& legs : plan.set->proof_parts()) parts.push_back(workspace_of(plan, legs));
        result.proved = intersection(parts);
    }
    result.fields = fields_of(plan);
    return result;
}

const Engine& set_engine() {
    static const HostEngine engine("cpu-sets", answer_on_cpu, [](const ScanPlan&) { return true; });
    return engine;
}

}  // namespace hexscan

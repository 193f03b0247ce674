#include "src/scan/set_reference.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "kernels/kinematics.h"
#include "kernels/telescopic_limits.h"
#include "src/base/vector_level.h"
#include "src/scan/map_kind.h"
#include "src/scan/reference.h"

namespace hexscan {
namespace {

/// The legs at one orientation, telescopic or with rods, and their shared limits.
struct Legs {
    std::array<Leg<double>, leg_count> telescopic{};
    std::optional<PosedLegs> rods;
    PosedSharedLimits shared;
};

Legs legs_at(const ScanPlan& plan, const FreeLegs& legs, std::int64_t number) {
    Legs posed{};
    if (plan.has_shared_limits()) posed.shared = plan.set->shared_limits_at(number);
    if (plan.has_rods()) {
        posed.rods = plan.set->rods_at(number);
        return posed;
    }
    const Matrix3<double> rotation = exact::rotation_at(plan.set->tables(), orientation_at(plan.set->tables(), number));
    for (std::size_t i = 0; i < legs.size(); ++i) posed.telescopic[i] = exact_leg_at(legs[i], rotation);
    return posed;
}

/// One number for every point in a few rows of one slice.
template <class Number>
class RowBlock {
public:
    RowBlock(int rows, int columns, Number value)
        : columns_(static_cast<std::size_t>(columns)), values_(static_cast<std::size_t>(rows) * columns_, value) {}
    std::span<Number> row(int r) {
        return std::span(values_).subspan(static_cast<std::size_t>(r) * columns_, columns_);
    }
    bool all(Number value) const {
        return std::all_of(values_.begin(), values_.end(), [&](Number v) { return v == value; });
    }

private:
    std::size_t columns_;
    std::vector<Number> values_;
};

/// Combines verdict[c] with the leg's verdict at x_m[c]. Verdicts have 64 bits like doubles, so the loop uses vectors
/// of one width.
HEXSCAN_HD_INLINE void keep_verdicts_within(const Leg<double>& leg, const LegRow& row, std::span<const double> x_m,
                                            std::span<std::int64_t> verdict) {
    for (std::size_t c = 0; c < x_m.size(); ++c) verdict[c] &= exact_leg_within_limits(leg, row, x_m[c]) ? 1 : 0;
}

/// Rows of a slice that are tested in one call.
struct BlockOfRows {
    const ScanPlan& plan;
    int slice, first, end;
    std::vector<double> x_m;

    BlockOfRows(const ScanPlan& p, int slice_index, int first_row, int end_row)
        : plan(p), slice(slice_index), first(first_row), end(end_row), x_m(column_coordinates(p)) {}
    int rows() const { return end - first; }
    double y_m(int r) const { return grid_coordinate(plan.y, first + r); }
    double z_m() const { return grid_coordinate(plan.z, slice); }

    /// Sets the verdicts of these legs for row `r` of the block.
    void ask(const Legs& legs, int r, std::span<std::int64_t> verdict) const {
        std::fill(verdict.begin(), verdict.end(), 1);
        if (legs.rods) {
            for (std::size_t c = 0; c < x_m.size(); ++c) verdict[c] = legs.rods->keeps({x_m[c], y_m(r), z_m()}) ? 1 : 0;
        } else {
            for (const Leg<double>& leg : legs.telescopic)
                at_vector_level<keep_verdicts_within>(leg, exact_leg_row(leg, y_m(r), z_m()), x_m, verdict);
        }
        for (const auto& limit : legs.shared)
            for (std::size_t c = 0; c < x_m.size(); ++c)
                if (verdict[c] != 0 && !limit->keeps({x_m[c], y_m(r), z_m()})) verdict[c] = 0;
    }
};

void append(RowBlock<std::int64_t>& verdicts, int rows, WorkspaceSlice& out) {
    for (int r = 0; r < rows; ++r) {
        const std::span<std::int64_t> row = verdicts.row(r);
        std::vector<std::uint8_t> bytes(row.size());
        std::transform(row.begin(), row.end(), bytes.begin(),
                       [](std::int64_t v) { return static_cast<std::uint8_t>(v); });
        append_row_from_bytes(bytes, out);
    }
}

/// The verdicts of a workspace. A point of a total workspace must be reachable at all orientations, a point of an
/// inclusive one at any orientation.
RowBlock<std::int64_t> workspace_verdicts(const BlockOfRows& block, const FreeLegs& legs) {
    const ScanPlan& plan = block.plan;
    const bool inclusive = plan.workspace == WorkspaceKind::inclusive;
    RowBlock<std::int64_t> verdicts(block.rows(), plan.columns(), inclusive ? 0 : 1), now(1, plan.columns(), 0);
    for (std::int64_t o = 0; o < plan.set->count() && !verdicts.all(inclusive ? 1 : 0); ++o) {
        plan.end_if_given_up();
        const Legs posed = legs_at(plan, legs, o);
        for (int r = 0; r < block.rows(); ++r) {
            block.ask(posed, r, now.row(0));
            const std::span<std::int64_t> row = verdicts.row(r);
            for (std::size_t c = 0; c < row.size(); ++c)
                row[c] = inclusive ? row[c] | now.row(0)[c] : row[c] & now.row(0)[c];
        }
    }
    return verdicts;
}

/// Calls visit(orientation's number, verdict of every column) for every orientation, for row `r` of the block.
template <class Visit>
void for_each_orientation(const BlockOfRows& block, int r, Visit visit) {
    RowBlock<std::int64_t> now(1, block.plan.columns(), 0);
    for (std::int64_t o = 0; o < block.plan.set->count(); ++o) {
        block.plan.end_if_given_up();
        block.ask(legs_at(block.plan, block.plan.set->legs(), o), r, now.row(0));
        visit(o, std::span<const std::int64_t>(now.row(0)));
    }
}

void look_at_rods(const PosedLegs& rods, const Vector& position_m, LeastClearance<exact::Number>& least) {
    std::vector<double> clearances_m(rods.limits);
    for (std::size_t i = 0; i < leg_count; ++i) {
        rods.legs[i]->near_clearances_m(position_m + rods.offset_m[i], least.clearance_m.value, clearances_m);
        for (std::size_t k = 0; k < rods.limits; ++k)
            if (clearances_m[k] < least.clearance_m.value)
                least = {clearances_m[k],
                         limit_number(static_cast<int>(i), static_cast<int>(k), static_cast<int>(rods.limits))};
    }
}

void look_at_shared(const PosedSharedLimits& limits, std::size_t rows_of_legs, const Vector& position_m,
                    LeastClearance<exact::Number>& least) {
    for (std::size_t k = 0; k < limits.size(); ++k) {
        const double clearance_m = limits[k]->clearance_m(position_m);
        if (clearance_m < least.clearance_m.value) least = {clearance_m, static_cast<int>(1 + rows_of_legs + k)};
    }
}

}  // namespace

void append_reference_rows(const ScanPlan& plan, const FreeLegs& legs, int slice, int first, int end,
                           WorkspaceSlice& out) {
    const BlockOfRows block(plan, slice, first, end);
    RowBlock<std::int64_t> verdicts = workspace_verdicts(block, legs);
    append(verdicts, block.rows(), out);
}

void count_orientations_by_reference(const ScanPlan& plan, int slice, int row, std::span<std::int32_t> reached) {
    std::fill(reached.begin(), reached.end(), 0);
    for_each_orientation({plan, slice, row, row + 1}, 0, [&](std::int64_t, std::span<const std::int64_t> reachable) {
        for (std::size_t c = 0; c < reached.size(); ++c) reached[c] += static_cast<std::int32_t>(reachable[c]);
    });
}

void count_rings_by_reference(const ScanPlan& plan, int slice, int row, std::span<std::uint8_t> rings) {
    const OrientationTables& set = plan.set->tables();
    const int all = set.counts[0];
    // The number of reachable rings equals the ring of the first orientation at which the column is unreachable.
    std::fill(rings.begin(), rings.end(), static_cast<std::uint8_t>(all));
    for_each_orientation({plan, slice, row, row + 1}, 0, [&](std::int64_t o, std::span<const std::int64_t> reachable) {
        const int ring = orientation_at(set, o).at[0];
        for (std::size_t c = 0; c < rings.size(); ++c)
            if (reachable[c] == 0 && rings[c] > ring) rings[c] = static_cast<std::uint8_t>(ring);
    });
}

std::vector<LeastAtPoint> least_clearances_by_reference(const ScanPlan& plan, int slice, int row) {
    const BlockOfRows block(plan, slice, row, row + 1);
    std::vector<LeastAtPoint> points(block.x_m.size(), {nothing_looked_at<exact::Number>(), true});
    RowBlock<std::int64_t> now(1, plan.columns(), 0);
    for (std::int64_t o = 0; o < plan.set->count(); ++o) {
        plan.end_if_given_up();
        const Legs posed = legs_at(plan, plan.set->legs(), o);
        const std::size_t rows_of_legs = leg_count * (posed.rods ? posed.rods->limits : telescopic_limit_count);
        block.ask(posed, 0, now.row(0));
        for (std::size_t c = 0; c < points.size(); ++c) {
            points[c].reachable_everywhere = points[c].reachable_everywhere && now.row(0)[c] != 0;
            const Vector position_m{block.x_m[c], block.y_m(0), block.z_m()};
            look_at_shared(posed.shared, rows_of_legs, position_m, points[c].least);
            if (posed.rods) {
                look_at_rods(*posed.rods, position_m, points[c].least);
                continue;
            }
            for (int i = 0; i < leg_count; ++i)
                look_at(exact_leg_clearances(plan.set->limits()[static_cast<std::size_t>(i)],
                                             posed.telescopic[static_cast<std::size_t>(i)], position_m),
                        i, points[c].least);
        }
    }
    return points;
}

namespace {

using FillRow = MapDefinition::FillRow;

/// Fills rows with the functions that `fill_of(definition)` returns for the plan's maps, with each function once.
template <class FillOf>
void fill_rows(const ScanPlan& plan, int slice, int first, int end, std::vector<SliceField>& fields, FillOf fill_of) {
    std::vector<FillRow> fills;
    for (const MapKind map : plan.maps)
        if (const FillRow fill = fill_of(definition_of(map));
            std::find(fills.begin(), fills.end(), fill) == fills.end())
            fills.push_back(fill);
    for (const FillRow fill : fills)
        for (int row = first; row < end; ++row) fill(plan, slice, row, fields);
}

}  // namespace

void fill_reference_fields(const ScanPlan& plan, int slice, int first, int end, std::vector<SliceField>& fields) {
    fill_rows(plan, slice, first, end, fields, [](const MapDefinition& map) { return map.fill_row; });
}

void fill_fields_fast(const ScanPlan& plan, int slice, int first, int end, std::vector<SliceField>& fields) {
    fill_rows(plan, slice, first, end, fields, [](const MapDefinition& map) { return map.fastest_fill_row(); });
}

}  // namespace hexscan

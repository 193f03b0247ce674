#include "src/scan/rows/cpu_rows.h"

#include <algorithm>

#include "kernels/kinematics.h"
#include "kernels/rows/row_solver.h"
#include "src/base/vector_level.h"
#include "src/scan/reference.h"
#include "src/scan/rows/lane_windows.h"
#include "src/scan/rows/row_geometry.h"

namespace hexscan {
namespace {

struct LaneRows : LaneWindows<wide_holes> {
    double yz_sq_m2[lanes], base_e_m[lanes], platform_e_m[lanes];
};

HEXSCAN_HD_INLINE void load_terms(const RowLeg& leg, Vec3<double> offset_m, double z_m, LaneRows& rows) {
    for (int r = 0; r < lanes; ++r) {
        const RowTerms terms = row_terms(leg, offset_m, rows.y_m[r], z_m);
        rows.yz_sq_m2[r] = terms.yz_sq_m2;
        rows.base_e_m[r] = terms.base_e_m;
        rows.platform_e_m[r] = terms.platform_e_m;
    }
}

/// A leg whose surfaces are intersected with the rows of all lanes.
struct LegOfLanes {
    const Leg<double>& limits;
    const RowLeg& leg;
    RowScale<double> scale;
    int index;
    LaneRows& rows;

    HEXSCAN_HD_INLINE LegOfRow<double> in_lane(int r) const {
        return {limits, leg, {rows.yz_sq_m2[r], rows.base_e_m[r], rows.platform_e_m[r]}, scale};
    }
};

template <class Surface, class CutAt>
HEXSCAN_HD_INLINE void keep_side_in_lanes(const LegOfLanes& leg, CutAt cut_at) {
    if constexpr (Surface::side != ReachableSide::inside)
        if (Surface::keeps_outside(leg.leg))
            return leg.rows.cut_hole_in_lanes(leg.rows.holes[leg_count * Surface::hole + leg.index], cut_at);
    if constexpr (Surface::side != ReachableSide::outside) leg.rows.keep_in_lanes(cut_at);
}

/// Cuts the rows of all lanes by one surface of a leg. The shape of a cone is determined outside the loop over lanes.
template <class Surface>
HEXSCAN_HD_INLINE void cut_in_lanes(const LegOfLanes& leg) {
    if (!Surface::is_there(leg.limits, leg.leg)) return;
    if constexpr (Surface::side != ReachableSide::either) {
        keep_side_in_lanes<Surface>(leg, [&](int r) HEXSCAN_INLINE_LAMBDA { return Surface::cut(leg.in_lane(r)); });
    } else {
        switch (Surface::shape(leg.leg)) {
            case ConeCut::none: return;
            case ConeCut::half_space:
                return keep_side_in_lanes<Surface>(leg, [&](int r) HEXSCAN_INLINE_LAMBDA {
                    return Surface::template cut_shaped<ConeCut::half_space>(leg.in_lane(r));
                });
            case ConeCut::bounded:
                return keep_side_in_lanes<Surface>(leg, [&](int r) HEXSCAN_INLINE_LAMBDA {
                    return Surface::template cut_shaped<ConeCut::bounded>(leg.in_lane(r));
                });
            case ConeCut::ray:
                return keep_side_in_lanes<Surface>(leg, [&](int r) HEXSCAN_INLINE_LAMBDA {
                    return Surface::template cut_shaped<ConeCut::ray>(leg.in_lane(r));
                });
        }
    }
}

/// Cuts by a surface that may shorten rows at their ends. Returns true once all rows are empty.
template <class Surface>
HEXSCAN_HD_INLINE bool narrowing_empties(const LegOfLanes& leg, double slack_columns) {
    if constexpr (Surface::side != ReachableSide::outside) cut_in_lanes<Surface>(leg);
    return Surface::ends_rows && leg.rows.all_empty(slack_columns);
}

/// Cuts by all surfaces of a leg. Returns true once all rows are empty. Surfaces that only cut holes come last, because
/// they cost as much as the others and never empty a row.
template <class... Surfaces>
HEXSCAN_HD_INLINE bool leg_empties_lanes(SurfaceList<Surfaces...>, const LegOfLanes& leg, double slack_columns) {
    if ((narrowing_empties<Surfaces>(leg, slack_columns) || ...)) return true;
    if (leg.rows.all_empty(slack_columns)) return true;
    const auto cut_holes = [&]<class Surface>() HEXSCAN_INLINE_LAMBDA {
        if constexpr (Surface::side == ReachableSide::outside) cut_in_lanes<Surface>(leg);
    };
    (cut_holes.template operator()<Surfaces>(), ...);
    return false;
}

/// Cuts by the surfaces of all six legs. Returns false once all rows are empty.
HEXSCAN_HD_INLINE bool solve_lanes(const RowGeometry& geometry, double z_m, LaneRows& rows) {
    for (int i = 0; i < leg_count; ++i) {
        const Leg<double>& limits = geometry.exact.legs[i];
        const RowLeg& leg = geometry.legs[i];
        load_terms(leg, limits.offset_m, z_m, rows);
        const LegOfLanes of_lanes{limits, leg, row_scale<double>(geometry, leg), i, rows};
        if (leg_empties_lanes(TelescopicSurfaces{}, of_lanes, geometry.full.slack_columns)) return false;
    }
    return true;
}

template <int hole_count>
void append_rows(const OrientedPlan& plan, const RowGeometry& geometry, const std::vector<double>& x_m, int slice,
                 int first_row, int end_row, WorkspaceSlice& out) {
    LaneRows rows;
    const double z_m = grid_coordinate(geometry.exact.z, slice);
    for (int first = first_row; first < end_row; first += lanes) {
        rows.start(geometry.exact.x, geometry.exact.y, first);
        const bool any_left = at_vector_level<solve_lanes>(geometry, z_m, rows);
        for (int r = 0; r < std::min(lanes, end_row - first); ++r) {
            const auto reachable = [&](int column) {
                return exact_reachable(geometry.exact, grid_coordinate(geometry.exact.x, column), rows.y_m[r], z_m);
            };
            const RowColumns<hole_count> row = any_left
                                                   ? rows.columns<hole_count>(r, geometry.full.slack_columns, reachable)
                                                   : empty_row<hole_count>();
            if (!row.decided) {
                append_reference_row(plan, x_m, first + r, slice, out);
                continue;
            }
            for_each_run(row, [&](int begin, int last) { out.runs.push_back({begin, last}); });
            out.row_begin.push_back(static_cast<std::int32_t>(out.runs.size()));
        }
    }
}

}  // namespace

CpuRows::CpuRows(const OrientedPlan& plan)
    : plan_(plan), geometry_(without_implied_limits(make_row_geometry(plan))), x_m_(column_coordinates(plan)) {}

void CpuRows::append(int slice, int first, int end, WorkspaceSlice& out) const {
    if (!geometry_.solvable)
        for (int row = first; row < end; ++row) append_reference_row(plan_, x_m_, row, slice, out);
    else if (geometry_.wide)
        append_rows<wide_holes>(plan_, geometry_, x_m_, slice, first, end, out);
    else
        append_rows<narrow_holes>(plan_, geometry_, x_m_, slice, first, end, out);
}

}  // namespace hexscan

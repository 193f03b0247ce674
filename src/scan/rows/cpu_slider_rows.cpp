#include "src/scan/rows/cpu_slider_rows.h"

#include <algorithm>

#include "kernels/kinematics.h"
#include "src/scan/reference.h"
#include "src/scan/rows/host_runs.h"
#include "src/scan/rows/lane_windows.h"

namespace hexscan {
namespace {

using Geometry = JointedSliderGeometry;
using SliderLanes = LaneWindows<Geometry::hole_count>;

/// The terms of a limit that are constant for all rows of a slice.
struct SliceTerms {
    double centre, cross_m, other_m, edge;
};

HEXSCAN_HD_INLINE double at_slice(const OfRow& number, double z_m) { return number.z * z_m + number.constant; }

/// Calls in_lanes(cut_at) with a function that cuts the row of a lane by the limit. The kind of cut is determined
/// outside the loop over lanes.
template <RodCuts cuts, class InLanes>
HEXSCAN_HD_INLINE void cut_in_lanes(const RodSurface& surface, double z_m, const SliderLanes& rows, InLanes in_lanes) {
    const SliceTerms slice{at_slice(surface.centre_columns, z_m), at_slice(surface.cross_m, z_m),
                           at_slice(surface.other_m, z_m), at_slice(surface.edge, z_m)};
    with_rod_cut<cuts>(surface.cut, [&]<RodCut cut>() HEXSCAN_INLINE_LAMBDA {
        in_lanes([&](int r) HEXSCAN_INLINE_LAMBDA {
            const double y_m = rows.y_m[r];
            const double cross_m = surface.cross_m.y * y_m + slice.cross_m;
            const double other_m = surface.other_m.y * y_m + slice.other_m;
            const RodTerms<double> terms{surface.centre_columns.y * y_m + slice.centre,
                                         surface.reach_m2 - (cross_m * cross_m + other_m * other_m),
                                         surface.edge.y * y_m + slice.edge};
            return cut_rod<cut>(surface.full, terms);
        });
    });
}

/// Shortens the rows by the limits of all six legs. Returns false once all rows are empty.
HEXSCAN_HD_INLINE bool solve_slider_lanes(const Geometry& geometry, double z_m, SliderLanes& rows) {
    for (int i = 0; i < leg_count; ++i) {
        for_each_kept(geometry.legs[i], [&]<RodCuts cuts>(const RodSurface& surface) HEXSCAN_INLINE_LAMBDA {
            cut_in_lanes<cuts>(surface, z_m, rows,
                               [&](auto cut_at) HEXSCAN_INLINE_LAMBDA { rows.keep_in_lanes(cut_at); });
        });
        if (rows.all_empty(geometry.full_slack_columns)) return false;
        for_each_hole(geometry.legs[i], [&]<RodCuts cuts>(int hole, const RodSurface& surface) HEXSCAN_INLINE_LAMBDA {
            LaneEnds& ends = rows.holes[hole * leg_count + i];
            cut_in_lanes<cuts>(surface, z_m, rows,
                               [&](auto cut_at) HEXSCAN_INLINE_LAMBDA { rows.cut_hole_in_lanes(ends, cut_at); });
        });
    }
    return true;
}

template <int used_holes>
void append_rows(const SliderRows& solver, const Geometry& geometry, int slice, int first_row, int end_row,
                 WorkspaceSlice& out) {
    SliderLanes rows;
    const double z_m = grid_coordinate(geometry.z, slice);
    for (int first = first_row; first < end_row; first += lanes) {
        rows.start(geometry.x, geometry.y, first);
        const bool any_left = at_vector_level<solve_slider_lanes>(geometry, z_m, rows);
        for (int r = 0; r < std::min(lanes, end_row - first); ++r) {
            const auto reachable = [&](int column) {
                return exact_sliders_keep(geometry.exact, {grid_coordinate(geometry.x, column), rows.y_m[r], z_m});
            };
            const RowColumns<used_holes> row = any_left
                                                   ? rows.columns<used_holes>(r, geometry.full_slack_columns, reachable)
                                                   : empty_row<used_holes>();
            if (!row.decided) {
                solver.append_exact_row(slice, first + r, out);
                continue;
            }
            for_each_run(row, [&](int begin, int last) { out.runs.push_back({begin, last}); });
            out.row_begin.push_back(static_cast<std::int32_t>(out.runs.size()));
        }
    }
}

}  // namespace

SliderRows::SliderRows(SliderRowsOfPlan rows)
    : rows_(std::move(rows)), x_m_(column_coordinates({rows_.geometry.x, rows_.geometry.y, rows_.geometry.z})) {}

void SliderRows::append(int slice, int first, int end, WorkspaceSlice& out) const {
    if (rows_.has_joints)
        append_rows<Geometry::hole_count>(*this, rows_.geometry, slice, first, end, out);
    else
        append_rows<JointlessSliderGeometry::hole_count>(*this, rows_.geometry, slice, first, end, out);
}

void SliderRows::append_exact_row(int slice, int row, WorkspaceSlice& out) const {
    const Geometry& geometry = rows_.geometry;
    const double y_m = grid_coordinate(geometry.y, row), z_m = grid_coordinate(geometry.z, slice);
    HostRuns runs;
    runs.insert(0, {0, geometry.x.count - 1});
    // Tests one leg after the other: a row that touches the border of one limit usually has few columns left after that
    // leg.
    for (const PlacedSlider& placed : geometry.exact)
        runs.keep_where([&](int column) {
            return exact_slider_keeps(placed.leg,
                                      Vector{x_m_[static_cast<std::size_t>(column)], y_m, z_m} + placed.offset_m);
        });
    runs.append_to(out);
}

}  // namespace hexscan

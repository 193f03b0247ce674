#pragma once

#include <algorithm>

#include "kernels/rows/row_solver.h"
#include "src/base/vector_level.h"
#include "src/scan/scan_tuning.h"

/// The windows and holes (kernels/rows/row_solver.h) of several rows side by side. Each end has its own array, so that
/// loops over rows use vector instructions.
namespace hexscan {

inline constexpr int lanes = tuning::cpu_lanes;

struct LaneEnds {
    double low[lanes], high[lanes];
};

/// The state of several rows with at most `hole_count` holes each, for any kind of leg.
template <int hole_count>
struct LaneWindows {
    double y_m[lanes];
    LaneEnds window;
    double undecided[lanes];  ///< 0 or 1 in the number type of the other arrays
    LaneEnds holes[hole_count];

    /// Starts with whole rows of the grid, beginning with `first_row`. Lanes beyond the last row of the grid repeat
    /// that row.
    void start(const GridAxis<double>& x, const GridAxis<double>& y, int first_row) {
        for (int r = 0; r < lanes; ++r) y_m[r] = grid_coordinate(y, std::min(first_row + r, y.count - 1));
        const RowWindow<double> whole = whole_row<double>(x);
        std::fill_n(window.low, lanes, whole.low);
        std::fill_n(window.high, lanes, whole.high);
        std::fill_n(undecided, lanes, 0.0);
        const RowHole<double> none = no_hole<double>();
        for (LaneEnds& hole : holes) {
            std::fill_n(hole.low, lanes, none.low);
            std::fill_n(hole.high, lanes, none.high);
        }
    }

    template <class CutAt>
    HEXSCAN_HD_INLINE void keep_in_lanes(CutAt cut_at) {
        for (int r = 0; r < lanes; ++r) {
            RowWindow<double> lane{window.low[r], window.high[r], false};
            keep(cut_at(r), lane);
            window.low[r] = lane.low;
            window.high[r] = lane.high;
            undecided[r] = lane.undecided ? 1.0 : undecided[r];
        }
    }

    template <class CutAt>
    HEXSCAN_HD_INLINE void cut_hole_in_lanes(LaneEnds& hole, CutAt cut_at) {
        for (int r = 0; r < lanes; ++r) {
            RowWindow<double> lane{0, 0, false};
            const RowHole<double> ends = hole_of(cut_at(r), lane);
            hole.low[r] = ends.low;
            hole.high[r] = ends.high;
            undecided[r] = lane.undecided ? 1.0 : undecided[r];
        }
    }

    HEXSCAN_HD_INLINE bool all_empty(double slack_columns) const {
        double widest = -far_column;
        for (int r = 0; r < lanes; ++r) {
            // The window of an undecided lane is meaningless, so the lane counts as not empty.
            const double width = undecided[r] != 0 ? 0 : window.high[r] - window.low[r];
            widest = width > widest ? width : widest;
        }
        return widest < -2 * slack_columns;
    }

    /// The columns of row `r` without the first `used_holes` of its holes. `reachable(column)` is the reference's test
    /// of a column.
    template <int used_holes, class Reachable>
    RowColumns<used_holes> columns(int r, double slack_columns, Reachable reachable) const {
        const RowWindow<double> of_lane{window.low[r], window.high[r], undecided[r] != 0};
        RowHole<double> holes_of_lane[used_holes];
        for (int h = 0; h < used_holes; ++h) holes_of_lane[h] = {holes[h].low[r], holes[h].high[r]};
        return to_columns(of_lane, holes_of_lane, slack_columns, reachable);
    }
};

}  // namespace hexscan

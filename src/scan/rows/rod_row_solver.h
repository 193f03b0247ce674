#pragma once

#include <array>
#include <vector>

#include "kernels/rows/rotary_rows.h"
#include "kernels/rows/slider_breakpoints.h"
#include "kernels/sets/leg_cell.h"
#include "kernels/sets/orientation_tree.h"
#include "kernels/sets/rod_cells.h"
#include "kernels/sets/rotary_cells.h"
#include "kernels/sets/slider_cells.h"
#include "src/base/loop.h"
#include "src/scan/plan.h"
#include "src/scan/rows/host_runs.h"
#include "src/scan/rows/runs.h"

namespace hexscan {

/// What the solver of rows below needs to know of a kind of leg with a rod: `Form`, its numbers at one orientation, and
/// `RowLeg`, the same with what is constant for all rows.
struct RotaryRowKind {
    using Legs = RotaryLegs;
    using Form = RotaryLeg;
    using RowLeg = RotaryRowLeg;
    static constexpr int most_breakpoints = most_rotary_breakpoints;
};
struct SliderRowKind {
    using Legs = SliderLegs;
    using Form = SliderLeg;
    using RowLeg = SliderBreakpointLeg;
    static constexpr int most_breakpoints = most_slider_breakpoints;
};

/// Solves rows of a plan of legs with rods on the host, any of them in any order and from several threads at once: of
/// one orientation from the breakpoints of each leg (kernels/rows/leg_breakpoints.h), and of a total workspace cell by
/// cell of its orientations (kernels/sets/rod_cells.h). Every verdict equals the double-precision reference.
template <class Kind>
class RodRowSolver {
public:
    /// A constant or a total workspace of a machine with legs of the kind.
    static bool supports(const ScanPlan& plan);

    /// `loop` runs what is prepared once.
    explicit RodRowSolver(const ScanPlan& plan, const Loop& loop = one_by_one);

    /// Appends rows [first, end) of a slice.
    void append(int slice, int first, int end, WorkspaceSlice& out) const;

    struct LegAtOrientation {
        typename Kind::RowLeg leg;
        Vector offset_m;  ///< R b - a
    };
    /// The legs at the orientation in the middle of the set, or the only one.
    const std::array<LegAtOrientation, leg_count>& at_middle() const { return at_middle_; }

private:
    struct Row;

    LegAtOrientation leg_at(const OrientationIndex& orientation, std::size_t leg) const;
    void keep_leg(const LegAtOrientation& leg, Row& row) const;
    template <class Cell>
    bool keeps_in_cell(std::size_t leg, const Cell& cell, const Row& row) const;
    void keep_at_worst(std::size_t leg, const LegCell<double>& cell, const TreeNode& node, Row& row) const;
    void keep_at_samples(unsigned legs, const TreeNode& node, Row& row) const;
    void keep_total(Row& row) const;

    ScanPlan plan_;
    std::array<typename Kind::RowLeg, leg_count> legs_;  ///< at no orientation yet
    std::array<LegAtOrientation, leg_count> at_middle_;  ///< of the set
    std::array<RodBound<typename Kind::Form>, leg_count> bounds_;
    OrientationTree tree_{};
    std::vector<LegCell<double>> cells_;  ///< by node and leg
};

using RotaryRowSolver = RodRowSolver<RotaryRowKind>;
using SliderRowSolver = RodRowSolver<SliderRowKind>;

}  // namespace hexscan

#pragma once

#include <array>
#include <vector>

#include "kernels/leg_cell.h"
#include "kernels/orientation_tree.h"
#include "kernels/rotary_cells.h"
#include "kernels/rotary_rows.h"
#include "src/base/loop.h"
#include "src/scan/host_runs.h"
#include "src/scan/plan.h"
#include "src/scan/runs.h"

namespace hexscan {

/// Solves rows of a plan with rotary legs on the host, any of them in any order and from several threads at once: of
/// one orientation in closed form (kernels/rotary_rows.h), and of a total workspace cell by cell of its orientations
/// (kernels/rotary_cells.h). Every verdict equals the double-precision reference.
class RotaryRowSolver {
public:
    /// A constant or a total workspace of a machine with rotary legs.
    static bool supports(const ScanPlan& plan);

    /// `loop` runs what is prepared once.
    explicit RotaryRowSolver(const ScanPlan& plan, const Loop& loop = one_by_one);

    /// Appends rows [first, end) of a slice.
    void append(int slice, int first, int end, WorkspaceSlice& out) const;

private:
    struct Row;
    struct LegAtOrientation {
        RotaryRowLeg leg;
        Vector offset_m;  ///< R b - a
    };

    LegAtOrientation leg_at(const OrientationIndex& orientation, std::size_t leg) const;
    void keep_leg(const LegAtOrientation& leg, Row& row) const;
    bool keeps_in_cell(std::size_t leg, const LegCell<double>& cell, const Row& row) const;
    void keep_at_worst(std::size_t leg, const LegCell<double>& cell, const TreeNode& node, Row& row) const;
    void keep_at_samples(unsigned legs, const TreeNode& node, Row& row) const;
    void keep_total(Row& row) const;

    ScanPlan plan_;
    std::array<RotaryRowLeg, leg_count> legs_;           ///< at no orientation yet
    std::array<LegAtOrientation, leg_count> at_middle_;  ///< of the set
    std::array<RotaryBound, leg_count> bounds_;
    OrientationTree tree_{};
    std::vector<LegCell<double>> cells_;  ///< by node and leg
};

}  // namespace hexscan

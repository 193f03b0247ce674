#pragma once

#include <vector>

#include "src/scan/plan.h"
#include "src/scan/rows/row_geometry.h"
#include "src/scan/rows/runs.h"

namespace hexscan {

/// Solves the rows of a plan with one orientation in closed form (kernels/rows/row_solver.h) on the calling thread,
/// several per vector instruction. Every verdict equals that of the double-precision reference.
class CpuRows {
public:
    explicit CpuRows(const OrientedPlan& plan);

    /// Appends rows [first, end) of a slice.
    void append(int slice, int first, int end, WorkspaceSlice& out) const;

private:
    OrientedPlan plan_;
    RowGeometry geometry_;
    std::vector<double> x_m_;
};

}  // namespace hexscan

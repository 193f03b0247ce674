#pragma once

#include <optional>
#include <vector>

#include "src/scan/plan.h"
#include "src/scan/rows/runs.h"
#include "src/scan/rows/slider_geometry.h"

namespace hexscan {

/// Solves the rows of sliders at one orientation in closed form (kernels/rows/slider_rows.h) on the calling thread,
/// several per vector instruction. Every verdict equals that of the double-precision reference.
class SliderRows {
public:
    explicit SliderRows(SliderRowsOfPlan rows);

    /// Appends rows [first, end) of a slice.
    void append(int slice, int first, int end, WorkspaceSlice& out) const;

    /// Appends a row in which rounding could change a closed form's verdict. The reference tests it column by column.
    void append_exact_row(int slice, int row, WorkspaceSlice& out) const;

private:
    SliderRowsOfPlan rows_;
    std::vector<double> x_m_;
};

}  // namespace hexscan

#include "src/scan/reference.h"

#include <algorithm>
#include <cstdint>

#include "kernels/kinematics.h"
#include "src/base/vector_level.h"

namespace hexscan {
namespace {

/// Clears verdict[c] if leg `leg` violates its limits at x_m[c]. Returns the number of verdicts that remain set.
/// Verdicts have 64 bits like doubles, so the loop uses vectors of one width.
HEXSCAN_HD_INLINE std::int64_t keep_within_limits(const Leg<double>& leg, const LegRow& row, const double* x_m,
                                                  int columns, std::int64_t* verdict) {
    std::int64_t remaining = 0;
    for (int c = 0; c < columns; ++c) {
        verdict[c] &= exact_leg_within_limits(leg, row, x_m[c]) ? 1 : 0;
        remaining += verdict[c];
    }
    return remaining;
}

class ReferenceRow {
public:
    explicit ReferenceRow(const ScanGeometry<double>& geometry, const std::vector<double>& x_m)
        : geometry_(geometry), x_m_(x_m), verdict_(x_m.size()), bytes_(x_m.size()) {}

    void append_to(WorkspaceSlice& out, double y_m, double z_m) {
        std::fill(verdict_.begin(), verdict_.end(), 1);
        const int columns = geometry_.x.count;
        for (const Leg<double>& leg : geometry_.legs)
            if (at_vector_level<keep_within_limits>(leg, exact_leg_row(leg, y_m, z_m), x_m_.data(), columns,
                                                    verdict_.data()) == 0)
                break;
        std::transform(verdict_.begin(), verdict_.end(), bytes_.begin(),
                       [](std::int64_t v) { return static_cast<std::uint8_t>(v); });
        append_row_from_bytes(bytes_, out);
    }

private:
    const ScanGeometry<double>& geometry_;
    const std::vector<double>& x_m_;
    std::vector<std::int64_t> verdict_;
    std::vector<std::uint8_t> bytes_;
};

}  // namespace

std::vector<double> column_coordinates(const ScanGrid& grid) {
    std::vector<double> x_m(static_cast<std::size_t>(grid.columns()));
    for (int c = 0; c < grid.columns(); ++c) x_m[static_cast<std::size_t>(c)] = grid_coordinate(grid.x, c);
    return x_m;
}

void append_reference_row(const OrientedPlan& plan, const std::vector<double>& x_m, int row, int slice,
                          WorkspaceSlice& out) {
    append_reference_rows(plan, x_m, slice, row, row + 1, out);
}

void append_reference_rows(const OrientedPlan& plan, const std::vector<double>& x_m, int slice, int first, int end,
                           WorkspaceSlice& out) {
    ReferenceRow row(plan.geometry, x_m);
    for (int r = first; r < end; ++r)
        row.append_to(out, grid_coordinate(plan.geometry.y, r), grid_coordinate(plan.geometry.z, slice));
}

double grid_margin(const OrientedPlan& plan, int column, int row, int slice) {
    return margin(plan.geometry, {grid_coordinate(plan.geometry.x, column), grid_coordinate(plan.geometry.y, row),
                                  grid_coordinate(plan.geometry.z, slice)});
}

}  // namespace hexscan

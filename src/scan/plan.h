#pragma once

#include <cstdint>

#include "kernels/scan_geometry.h"
#include "src/machine/machine.h"
#include "src/scan/platform.h"
#include "src/scan/request.h"

namespace hexscan {

/// What is scanned: the grid and the six legs at the scan's orientation, ready for any engine.
struct ScanPlan {
    ScanGeometry<double> geometry;

    int columns() const { return geometry.x.count; }  ///< points along x
    int rows() const { return geometry.y.count; }     ///< points along y
    int slices() const { return geometry.z.count; }   ///< points along z
    std::int64_t points_per_slice() const { return std::int64_t{columns()} * rows(); }
    std::int64_t points() const { return points_per_slice() * slices(); }

    /// The same scan restricted to slices [first, first + count). Coordinates do not change by a bit.
    ScanPlan slab(int first, int count) const;
};

/// Where a machine and a request meet. The request's ranges must have ends.
/// Formulas: leg vector p + R b - a (Gough 1962, Stewart 1965; Merlet, Parallel Robots, 2nd ed., ch. 3).
ScanPlan make_scan_plan(const Machine& machine, const ScanRequest& request);
inline ScanPlan make_scan_plan(const Platform& platform) { return make_scan_plan(platform.machine, platform.scan); }

/// The first column of the plan with x >= 0; the number of columns if there is none.
int axis_column(const ScanPlan& plan);

/// The plan's geometry rounded once to float, for the per-point kernels.
ScanGeometry<float> to_float(const ScanGeometry<double>& geometry);

}  // namespace hexscan

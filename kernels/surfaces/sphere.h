#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "kernels/rows/row_cut.h"

/// The sphere of radius r about the origin of l, a leg's far end. A longest length allows the inside, a shortest length
/// allows the outside; both allow the sphere itself. The reference test compares |l|^2 with r^2 without further
/// rounding. The sphere's bounds over cells of orientations are in kernels/sets/cell_bounds.h, those in intervals are
/// in src/check/leg_bounds.h.
namespace hexscan {

/// The columns inside the sphere: lx^2 <= `reach_sq_m2`, which is r^2 - (ly^2 + lz^2).
template <class Real>
HEXSCAN_HD_INLINE RowCut<Real> cut_sphere(double reach_sq_m2, const RowScale<Real>& scale) {
    using std::fabs;
    const Real reach_sq = static_cast<Real>(reach_sq_m2);
    const Real half = row_math::root(row_math::larger(reach_sq, scale.grazing_m2));
    return {column_of(-half, scale), column_of(half, scale), reach_sq < 0, !(fabs(reach_sq) > scale.grazing_m2)};
}

/// The signed distance that l can move in any direction and stay inside, or outside. `length_m` is |l|.
template <class Real>
HEXSCAN_HD_INLINE Real clearance_inside_sphere_m(Real radius_m, Real length_m) {
    return radius_m - length_m;
}
template <class Real>
HEXSCAN_HD_INLINE Real clearance_outside_sphere_m(Real radius_m, Real length_m) {
    return length_m - radius_m;
}

}  // namespace hexscan

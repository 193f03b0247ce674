#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "kernels/rows/row_cut.h"

/// The half space n . l >= 0 of a leg's far end l: a cone of 90 degrees (kernels/surfaces/cone.h), whose reference test
/// and clearance it has. A row leaves it once.
namespace hexscan {

/// The columns on the positive side: nx lx + e >= 0. Of `constants`, in the precision that the end is computed in:
/// `axis_x` is nx, or 0 where the edge lies parallel to the row as far as can be told; `inverse_axis_x` 1 / nx, or 0;
/// and a parallel row grazes the edge where |e| is no larger than `grazing`.
template <class Constants, class Real>
HEXSCAN_HD_INLINE RowCut<Real> cut_half_space(const Constants& constants, double e_m, const RowScale<Real>& scale) {
    using std::fabs;
    const Real e = static_cast<Real>(e_m);
    const bool parallel = constants.inverse_axis_x == 0;
    const bool behind = e < 0;
    const bool grazing = !(fabs(e) > constants.grazing);
    const Real column = column_of(-e * constants.inverse_axis_x, scale);
    return {constants.axis_x > 0 ? column : Real(-far_column), constants.axis_x < 0 ? column : Real(far_column),
            parallel && behind, parallel && grazing};
}

}  // namespace hexscan

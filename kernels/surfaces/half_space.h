#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "kernels/rows/row_cut.h"

/// The half space n . l >= 0 of a leg's far end l. It is a cone of 90 degrees (kernels/surfaces/cone.h) and has that
/// cone's reference test and clearance. A row crosses its border at most once.
namespace hexscan {

/// The columns on the positive side, nx lx + e >= 0. The constants have the precision in which the end is computed. If
/// the edge is parallel to the row within rounding, `axis_x` and `inverse_axis_x` are 0, and the row only touches the
/// edge if |e| is at most `grazing`. Otherwise they are nx and 1 / nx.
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

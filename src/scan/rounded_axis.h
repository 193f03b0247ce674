#pragma once

#include "kernels/scan_geometry.h"

namespace hexscan {

/// An axis in the number type in which rows are solved.
template <class Real>
GridAxis<Real> rounded_axis(const GridAxis<double>& axis) {
    return {static_cast<Real>(axis.from_m),
            static_cast<Real>(axis.to_m),
            static_cast<Real>(axis.step_m),
            axis.count,
            axis.begin,
            axis.full_count};
}

}  // namespace hexscan

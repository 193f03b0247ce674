#pragma once

#include "kernels/vec3.h"

namespace hexscan {

/// Where a leg with a rod stands on a row. Lengths along the row are lx, the leg vector's.
struct RodOnRow {
    double ly_m, lz_m;
    double zero_column;          ///< the (fractional) column where lx = 0
    Vec3<double> platform_axis;  ///< of the joint at the platform's end of the rod
};

}  // namespace hexscan

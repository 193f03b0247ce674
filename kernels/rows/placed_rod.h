#pragma once

#include "kernels/vec3.h"

namespace hexscan {

/// Where a leg with a rod stands at an orientation. Lengths along a row are lx, the leg vector's.
struct RodPlace {
    Vec3<double> offset_m;       ///< R b - a
    double zero_column;          ///< the (fractional) column where lx = 0
    Vec3<double> platform_axis;  ///< of the joint at the platform's end of the rod
};

/// A leg at an orientation. A device reads both through one pointer, for two would cost every row the registers.
template <class RowLeg>
struct PlacedRod {
    RowLeg leg;
    RodPlace place;
};

/// The same where a leg takes one orientation after the other.
template <class RowLeg>
struct TurnedRod {
    const RowLeg& leg;
    RodPlace place;
};

}  // namespace hexscan

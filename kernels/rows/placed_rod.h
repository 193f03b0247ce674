#pragma once

#include "kernels/vec3.h"

namespace hexscan {

/// The position of a leg with a rod at an orientation. Lengths along a row are lx of the leg vector.
struct RodPlace {
    Vec3<double> offset_m;       ///< R b - a
    double zero_column;          ///< the (fractional) column where lx = 0
    Vec3<double> platform_axis;  ///< of the joint at the platform's end of the rod
};

/// A leg at an orientation. The device reads both through one pointer: two pointers would take registers from every
/// row.
template <class RowLeg>
struct PlacedRod {
    RowLeg leg;
    RodPlace place;
};

/// A leg at an orientation, for callers that go through orientations.
template <class RowLeg>
struct TurnedRod {
    const RowLeg& leg;
    RodPlace place;
};

}  // namespace hexscan

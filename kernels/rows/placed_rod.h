#pragma once

#include "kernels/vec3.h"

namespace hexscan {

/// The position of a leg with a rod at an orientation. A position along the row is given by lx, the x component of the
/// leg vector.
struct RodPlace {
    Vec3<double> offset_m;       ///< R b - a
    double zero_column;          ///< the (fractional) column where lx = 0
    Vec3<double> platform_axis;  ///< axis of the joint at the platform's end of the rod
};

/// A leg together with its position at an orientation, so that one pointer leads to both. Two pointers would cost every
/// row registers on the device.
template <class RowLeg>
struct PlacedRod {
    RowLeg leg;
    RodPlace place;
};

/// A leg at an orientation, for callers that test one orientation after another.
template <class RowLeg>
struct TurnedRod {
    const RowLeg& leg;
    RodPlace place;
};

}  // namespace hexscan

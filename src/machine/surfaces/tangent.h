#pragma once

#include "src/machine/interval_vector.h"

/// Bounds over boxes of poses for the surfaces of a leg's far end. The far end is l = w + R b with w = p - a, relative
/// to the base. For a surface that turns with the platform it is R' w + b.
namespace hexscan {

/// If the forbidden set is convex, the clearance of every far end l is at least along . l - beyond_m. Except for
/// rounding, this is an equality at the far end that the tangent touches.
struct ForbiddenTangent {
    IntervalVector along;
    Interval beyond_m;
};

/// The clearance is at least constant_m + x . R y for every rotation R. The constant contains the position's part.
struct RotationBound {
    Interval constant_m;
    IntervalVector x, y;
    double radius_m = 1;  ///< of the curve that the bound touches
};

}  // namespace hexscan

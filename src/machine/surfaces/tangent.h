#pragma once

#include "src/machine/interval_vector.h"

/// What surfaces of a leg's far end have in common where they are bounded over boxes of poses. The far end is
/// l = w + R b with w = p - a, seen from the base; a surface that turns with the platform sees it as R' w + b.
namespace hexscan {

/// A clearance is at least along . l - beyond_m for every far end l, where what is forbidden is convex; with equality,
/// but for rounding, at the one that the tangent touches at.
struct ForbiddenTangent {
    IntervalVector along;
    Interval beyond_m;
};

/// A clearance is at least constant_m + x . R y for every rotation R, with the position's part in the constant.
struct RotationBound {
    Interval constant_m;
    IntervalVector x, y;
    double radius_m = 1;  ///< of the curve that the bound touches
};

}  // namespace hexscan

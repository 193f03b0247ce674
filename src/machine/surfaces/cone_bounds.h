#pragma once

#include "src/machine/surfaces/tangent.h"

/// Clearances of a cone (kernels/surfaces/cone.h) in intervals, which contain the true value.
namespace hexscan {

/// Sine and cosine of the largest angle to an axis, and the axis.
struct ConeBounds {
    enum class Kind { unlimited, up_to_90_deg, beyond_90_deg };
    Kind kind = Kind::unlimited;
    Interval sine, cosine;
    IntervalVector axis;  ///< of length 1
};

/// A cone of at least 180 degrees is unlimited.
ConeBounds cone_bounds(const Vector& axis, double max_tilt_rad);

/// The clearance of the far end l, given in the frame of the axis.
Interval clearance_of(const ConeBounds& cone, const IntervalVector& l);

/// For a cone beyond 90 degrees. The forbidden directions are a convex cone about the reversed axis.
ForbiddenTangent tangent_of(const ConeBounds& cone, const Vector& l);

/// The far end at which the bound of a cone of at most 90 degrees touches, and its approximate motion.
struct ConeContact {
    Vector far_end_m, axis;  ///< both relative to the base
    double move_m;
};

/// For a cone of at most 90 degrees, with w and b of all rotations. Its axis is fixed to the base or turns with the
/// platform. It bounds the distance to the cone's surface, not to its apex.
RotationBound bound_of(const ConeBounds& cone, bool at_base, const ConeContact& contact, const IntervalVector& w,
                       const IntervalVector& b);

/// The point nearest to l of the forbidden closed cone, which lies about the reversed `axis` of a cone beyond 90
/// degrees. It is for searches. No proof depends on its accuracy.
Vector nearest_forbidden(const ConeBounds& cone, const Vector& axis, const Vector& l);

/// Lower bound on the clearance of far ends whose nearest point of a cone of at most 90 degrees is the apex, at
/// distance |l|. These have sin t |n x l| <= -cos t n . l, so they point away from the axis, and |l| <= -n . l / sin t.
/// Requires n . l of at least `along_m` < 0 and |l| of at most `longest_m`.
double clearance_before_apex(const ConeBounds& cone, double along_m, Interval longest_m);

}  // namespace hexscan

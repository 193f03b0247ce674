#pragma once

#include "src/machine/surfaces/tangent.h"

/// Clearances of a cone (kernels/surfaces/cone.h) in intervals: the true value is within.
namespace hexscan {

/// sin and cos of the largest angle to an axis, and the axis.
struct ConeBounds {
    enum class Kind { unlimited, up_to_90_deg, beyond_90_deg };
    Kind kind = Kind::unlimited;
    Interval sine, cosine;
    IntervalVector axis;  ///< of length 1
};

/// A cone of no less than half a turn is unlimited.
ConeBounds cone_bounds(const Vector& axis, double max_tilt_rad);

/// The clearance of a far end that is seen as the axis is.
Interval clearance_of(const ConeBounds& cone, const IntervalVector& l);

/// Of a cone beyond 90 degrees: the directions about the axis turned round are forbidden, and convex.
ForbiddenTangent tangent_of(const ConeBounds& cone, const Vector& l);

/// The far end that the bound of a cone of at most 90 degrees touches at, and about how far it moves.
struct ConeContact {
    Vector far_end_m, axis;  ///< both seen from the base
    double move_m;
};

/// Of a cone of at most 90 degrees, for w and b of all rotations; its axis is fixed to the base, or turns with the
/// platform. It speaks of the way back to the cone's surface, not to its apex.
RotationBound bound_of(const ConeBounds& cone, bool at_base, const ConeContact& contact, const IntervalVector& w,
                       const IntervalVector& b);

/// Of directions l in space the point of the closed cone beyond 90 degrees, about `axis` turned round, that is nearest:
/// what the cone forbids, for searches; no proof hangs on its accuracy.
Vector nearest_forbidden(const ConeBounds& cone, const Vector& axis, const Vector& l);

/// From far ends so far outside that sin t |n x l| <= -cos t n . l the way back to a cone of at most 90 degrees is to
/// its apex, by |l|: these point away from the axis, and |l| <= -n . l / sin t. The clearance of these is at least
/// this, where n . l is at least `along_m` < 0 and |l| at most `longest_m`.
double clearance_before_apex(const ConeBounds& cone, double along_m, Interval longest_m);

}  // namespace hexscan

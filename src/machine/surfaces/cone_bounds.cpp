#include "src/machine/surfaces/cone_bounds.h"

#include <algorithm>
#include <numbers>

namespace hexscan {
namespace {

using Kind = ConeBounds::Kind;

IntervalVector unit(const Vector& axis) {
    const Interval length = length_of(exactly(axis));
    return {Interval(axis.x) / length, Interval(axis.y) / length, Interval(axis.z) / length};
}

/// The forbidden cone has a half-angle of 180 degrees minus the tilt limit. The distance from it is at least v . l for
/// unit vectors v within tilt limit - 90 degrees of the axis, which are the cone's polar.
IntervalVector away_from(const ConeBounds& cone, const Vector& l) {
    const Vector axis = middle(cone.axis);
    const double along = dot(l, axis), across = length_of(cross(l, axis));
    const IntervalVector straight = exactly(direction_of(l));
    const bool apex_is_nearest = cone.cosine.middle() * along + cone.sine.middle() * across <= 0;
    if (apex_is_nearest && dot(straight, cone.axis).lo >= cone.sine.hi) return straight;
    // The distance is sin t n . l - cos t |n x l|, with |n x l| >= e . (l - (n . l) n) for any e of length at most 1.
    const IntervalVector outwards = exactly(direction_of(l - scaled(axis, along)));
    const Interval flare = -cone.cosine;
    return scaled(cone.axis, cone.sine - flare * dot(outwards, cone.axis)) + scaled(outwards, flare);
}

}  // namespace

ConeBounds cone_bounds(const Vector& axis, double max_tilt_rad) {
    ConeBounds cone;
    if (!(max_tilt_rad < std::numbers::pi)) return cone;
    // A sine or cosine of 0, +-1/2 or +-1 may be meant exactly (rotation.h). The interval contains both readings.
    cone.sine = hull(sine_of(max_tilt_rad), exact_sin(max_tilt_rad));
    cone.cosine = hull(cosine_of(max_tilt_rad), exact_cos(max_tilt_rad));
    cone.axis = unit(axis);
    cone.kind = cone.cosine.hi >= 0 ? Kind::up_to_90_deg : Kind::beyond_90_deg;
    return cone;
}

Interval clearance_of(const ConeBounds& cone, const IntervalVector& l) {
    const Interval along = dot(l, cone.axis), across = length_of(cross(l, cone.axis)), length = length_of(l);
    const Interval to_cone = cone.sine * along - cone.cosine * across;
    const Interval cosine_times_length = cone.cosine * along + cone.sine * across;
    if (cosine_times_length.lo > 0) return to_cone;
    const Interval to_apex = to_cone.hi < 0 ? -length : to_cone.lo >= 0 ? length : hull(-length, length);
    return cosine_times_length.hi <= 0 ? to_apex : hull(to_cone, to_apex);
}

ForbiddenTangent tangent_of(const ConeBounds& cone, const Vector& l) { return {away_from(cone, l), 0}; }

/// Uses |n x l| <= r / 2 + (|l|^2 - (n . l)^2) / (2 r) for any r > 0, and (n . l)^2 >= 2 d n . l - d^2. Both are
/// equalities at r = |n x l| and d = n . l.
RotationBound bound_of(const ConeBounds& cone, bool at_base, const ConeContact& contact, const IntervalVector& w,
                       const IntervalVector& b) {
    const double along_m = dot(contact.far_end_m, contact.axis);
    const double across_m = length_of(cross(contact.far_end_m, contact.axis));
    const Interval d(along_m);
    const Interval r(std::max({across_m, 0.5 * contact.move_m, 1e-12 * length_of(contact.far_end_m), 1e-30}));
    const Interval cosine = maximum(cone.cosine, 0);
    const Interval linear = cone.sine + cosine * d / r, quadratic = cosine / r * Interval(0.5);
    RotationBound bound;
    bound.constant_m = -(quadratic * (square_of(w) + square_of(b) + square(r) + square(d)));
    const IntervalVector tilt = scaled(cone.axis, linear);
    bound.constant_m += dot(tilt, at_base ? w : b);
    const Interval twice = Interval(-2) * quadratic;
    bound.radius_m = r.lo;
    bound.x = at_base ? tilt + scaled(w, twice) : w;
    bound.y = at_base ? b : tilt + scaled(b, twice);
    return bound;
}

Vector nearest_forbidden(const ConeBounds& cone, const Vector& axis, const Vector& l) {
    const double sine = cone.sine.middle(), cosine = cone.cosine.middle();
    const Vector outwards = direction_of(l - scaled(axis, dot(l, axis)));
    const Vector generator = scaled(axis, cosine) + scaled(outwards, sine);
    return scaled(generator, std::max(0.0, dot(l, generator)));
}

double clearance_before_apex(const ConeBounds& cone, double along_m, Interval longest_m) {
    double apex_m = -longest_m.hi;
    if (cone.sine.lo > 0) apex_m = std::max(apex_m, (Interval(along_m) / cone.sine).lo);
    return apex_m;
}

}  // namespace hexscan

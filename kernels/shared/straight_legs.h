#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "kernels/shared/known.h"
#include "kernels/shared/segment_distance.h"
#include "kernels/vec3.h"

/// Telescopic legs for which gaps to each other or to obstacles are required.
namespace hexscan {

/// A telescopic leg at one orientation, in metres. No gap is required over the length `free_m` at either end.
struct StraightLeg {
    Vec3<double> base_m, joint_m;  ///< the base joint, and the platform joint relative to the position
    double free_m;

    HEXSCAN_HD_INLINE Vec3<double> vector_at(const Vec3<double>& position_m) const {
        return position_m + joint_m - base_m;
    }
    HEXSCAN_HD_INLINE double lever_m() const { return std::sqrt(dot(joint_m, joint_m)); }
};

/// The part of the leg on which a gap is required, with the platform at a position.
template <class Real>
HEXSCAN_HD_INLINE Segment<Real> segment_at(const StraightLeg& leg, const Vec3<Real>& position_m) {
    return without_free_ends(vector_in<Real>(leg.base_m), position_m + vector_in<Real>(leg.joint_m), Real(leg.free_m));
}

/// Half of the largest second derivative of a unit vector l / |l|, in units of 1 / |l|^2.
inline constexpr double bend_of_unit_vector = 0.58;

namespace straight_legs_detail {

/// The ends of a leg, projected on a direction n, while the platform moves in a box. Each end has three numbers: its
/// coordinate at the middle of the box, how far a displacement moves it, and the error of this linear form.
struct LegAlong {
    double base_m, joint_m;
    Vec3<double> base_by, joint_by;
    double rest_m;
};

HEXSCAN_HD_INLINE LegAlong leg_along(const StraightLeg& leg, const Vec3<double>& l, double length_m, double radius_m,
                                     const Vec3<double>& n) {
    const double along = dot(l, n) / length_m, turned = radius_m / (length_m - radius_m);
    const Vec3<double> freed = scaled(n - scaled(l, along / length_m), leg.free_m / length_m);
    return {dot(leg.base_m, n) + leg.free_m * along,      //
            dot(leg.base_m + l, n) - leg.free_m * along,  //
            freed, n - freed, bend_of_unit_vector * leg.free_m * turned * turned};
}

}  // namespace straight_legs_detail

/// True if two legs are certainly farther apart than `least_m` in a whole box of positions about `middle_m`. The test
/// uses the direction in which the legs are nearest to each other at the box's middle. It succeeds if, in this
/// direction, both ends of one leg are beyond both ends of the other by more than that distance.
HEXSCAN_HD_INLINE bool are_apart(const StraightLeg& first, const StraightLeg& second, double least_m,
                                 const Vec3<double>& middle_m, const Vec3<double>& half_m) {
    using namespace straight_legs_detail;
    using std::fabs;
    using std::sqrt;
    const NearestPlaces nearest = nearest_places_m(segment_at(first, middle_m), segment_at(second, middle_m));
    const Vec3<double> between = nearest.to_m - nearest.from_m;
    const double between_m = sqrt(dot(between, between)), radius_m = sqrt(dot(half_m, half_m));
    if (!(between_m > least_m)) return false;
    const Vec3<double> l = first.vector_at(middle_m), k = second.vector_at(middle_m);
    const double first_m = sqrt(dot(l, l)), second_m = sqrt(dot(k, k));
    if (!(first_m - radius_m > 2 * first.free_m) || !(second_m - radius_m > 2 * second.free_m)) return false;
    const Vec3<double> n = scaled(between, 1 / between_m);
    const LegAlong p = leg_along(first, l, first_m, radius_m, n), q = leg_along(second, k, second_m, radius_m, n);
    const double sure_m = least_m + p.rest_m + q.rest_m;
    const auto is_beyond = [&](double from_m, const Vec3<double>& from_by, double to_m, const Vec3<double>& to_by) {
        const Vec3<double> by = to_by - from_by;
        return to_m - from_m - (fabs(by.x) * half_m.x + fabs(by.y) * half_m.y + fabs(by.z) * half_m.z) > sure_m;
    };
    return is_beyond(p.base_m, p.base_by, q.base_m, q.base_by) &&
           is_beyond(p.base_m, p.base_by, q.joint_m, q.joint_by) &&
           is_beyond(p.joint_m, p.joint_by, q.base_m, q.base_by) &&
           is_beyond(p.joint_m, p.joint_by, q.joint_m, q.joint_by);
}

/// The limit that two legs must be at least `least_m` apart, in the form that kernels test.
struct ApartForm {
    StraightLeg first, second;
    double least_m, doubt_m;  ///< doubt_m: error bound of computed distances

    /// At one orientation a distance changes by at most the distance that the platform moves (legs_apart.cpp). If the
    /// platform turns, it also changes by at most the two distances that this moves the platform's joints.
    HEXSCAN_HD_INLINE Known in_box(const Vec3<double>& middle_m, const Vec3<double>& half_m, double turned = 0) const {
        using std::sqrt;
        if (!(least_m > 0)) return Known::kept;
        const double distance_m = segment_distance_m(segment_at(first, middle_m), segment_at(second, middle_m));
        const double sure_m = sqrt(dot(half_m, half_m)) + turned * (first.lever_m() + second.lever_m()) + doubt_m;
        if (distance_m - least_m > sure_m) return Known::kept;
        if (least_m - distance_m > sure_m) return Known::lost;
        if (turned > 0) return Known::nothing;
        return are_apart(first, second, least_m + doubt_m, middle_m, half_m) ? Known::kept : Known::nothing;
    }
};

/// The limit that a leg must be at some distance from an obstacle (a Segment3 or a Disc3), in the form that kernels
/// test.
template <class Shape>
struct BesideForm {
    StraightLeg leg;
    Shape shape;
    bool on_platform;  ///< true if the obstacle moves with the platform
    double least_m, doubt_m;

    /// At one orientation a distance changes by at most the distance that the platform moves (obstacles.cpp). If the
    /// platform turns, it also changes by at most the distances that this moves the joint, and points of an obstacle on
    /// the platform.
    HEXSCAN_HD_INLINE Known in_box(const Vec3<double>& middle_m, const Vec3<double>& half_m, double turned = 0) const {
        using std::sqrt;
        const Vec3<double> by_m = on_platform ? middle_m : Vec3<double>{0, 0, 0};
        const double between_m = distance_m(segment_at(leg, middle_m), moved(shape, by_m));
        const double levers_m = turned > 0 ? leg.lever_m() + (on_platform ? farthest_m(shape) : 0) : 0;
        const double sure_m = sqrt(dot(half_m, half_m)) + turned * levers_m + doubt_m;
        return between_m - least_m > sure_m ? Known::kept : least_m - between_m > sure_m ? Known::lost : Known::nothing;
    }
};

}  // namespace hexscan

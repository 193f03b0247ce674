#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "kernels/rod_shape.h"
#include "kernels/shared/known.h"
#include "kernels/shared/rod_matrix.h"
#include "kernels/shared/segment_distance.h"
#include "kernels/vec3.h"

/// The bodies of legs with rods, which must touch neither each other nor obstacles.
namespace hexscan {

/// The centre lines of a leg's bodies: one line, or those of an arm and its rod. The number type is double, or
/// exact::Number if a device must compute the host's bits.
template <class Real>
struct BodiesIn {
    Segment<Real> lines[2];
    int count = 0;

    HEXSCAN_HD_INLINE void add(const Segment<Real>& line) { lines[count++] = line; }
};
using Bodies = BodiesIn<double>;

/// Least distance of a leg's bodies from a shape.
template <class Real, class Shape>
HEXSCAN_HD_INLINE Real distance_of_bodies_m(const BodiesIn<Real>& bodies, const Shape& shape) {
    Real least_m = INFINITY;
    for (int i = 0; i < bodies.count; ++i) {
        const Real away_m = distance_m(bodies.lines[i], shape);
        least_m = away_m < least_m ? away_m : least_m;
    }
    return least_m;
}
template <class Real>
HEXSCAN_HD_INLINE Real distance_of_bodies_m(const BodiesIn<Real>& first, const BodiesIn<Real>& second) {
    Real least_m = INFINITY;
    for (int j = 0; j < second.count; ++j) {
        const Real away_m = distance_of_bodies_m(first, second.lines[j]);
        least_m = away_m < least_m ? away_m : least_m;
    }
    return least_m;
}

/// The bodies of a leg with a rod, at one orientation. Lengths are in metres.
struct RodBodies {
    LegWithRod leg;
    Vec3<double> base_m, joint_m;  ///< the base joint, and the platform joint relative to the position
    double free_m;                 ///< length at either end of the leg that keeps no gap

    /// The bodies without the leg's free ends.
    template <class Real>
    HEXSCAN_HD_INLINE BodiesIn<Real> at(const Vec3<Real>& p) const {
        const auto share_of = [&](double whole_m, double most) {
            const Real share = Real(free_m) / Real(whole_m);
            return share < Real(most) ? share : Real(most);
        };
        const Vec3<Real> base = vector_in<Real>(base_m), top_m = p + vector_in<Real>(joint_m), l = top_m - base;
        const Vec3<Real> foot = vector_in<Real>(leg.shape(vector_in<double>(l)).foot_m), rod = l - foot;
        const Vec3<Real> foot_m = base + foot;
        BodiesIn<Real> bodies;
        if (leg.is_slider()) {
            const Vec3<Real> freed = scaled(rod, share_of(leg.rod_m, 0.5));
            bodies.add({foot_m + freed, top_m - freed});
        } else {
            bodies.add({base + scaled(foot, share_of(leg.arm_m, 1)), foot_m});
            bodies.add({foot_m, top_m - scaled(rod, share_of(leg.rod_m, 1))});
        }
        return bodies;
    }
    /// Upper bound on the motion of the leg's foot while the platform moves by at most `moved_m`.
    HEXSCAN_HD_INLINE double foot_shift_m(const Vec3<double>& p, double moved_m) const {
        return leg.foot_shift_m(p + joint_m - base_m, moved_m);
    }
};

/// Upper bound on the change of the distance between two legs while the platform moves by at most t = `moved_m`. Points
/// on the platform move like the platform. Points on feet stay or move with the feet. Other points move by a weighted
/// mean of both. If the feet move by at most f and g, the distance changes by at most max(f + g, t + f, t + g).
HEXSCAN_HD_INLINE double change_of_gap_m(const RodBodies& first, const RodBodies& second, const Vec3<double>& p,
                                         double moved_m) {
    const double f = first.foot_shift_m(p, moved_m), g = second.foot_shift_m(p, moved_m);
    const double with_platform_m = moved_m + (f < g ? g : f);
    return f + g < with_platform_m ? with_platform_m : f + g;
}

/// Upper bound on the change of the distance between a leg and an obstacle while the platform moves by at most t =
/// `moved_m`. If the foot moves by at most f, points of the leg move by at most max(t, f). Relative to an obstacle on
/// the platform they move by at most t + f.
HEXSCAN_HD_INLINE double change_of_gap_m(const RodBodies& leg, bool on_platform, const Vec3<double>& p,
                                         double moved_m) {
    const double foot_m = leg.foot_shift_m(p, moved_m);
    return on_platform ? foot_m + moved_m : foot_m < moved_m ? moved_m : foot_m;
}

/// The limit that two legs keep a distance of at least `least_m`, in the form that kernels test.
struct RodApartForm {
    RodBodies first, second;
    double least_m, noise_m;  ///< noise_m: error bound of computed distances
    double doubt_m;           ///< rounding bound, as in move_in_box_m()

    HEXSCAN_HD_OUTLINE Known in_box(const Vec3<double>& middle_m, const Vec3<double>& half_m) const {
        const double slack_m = distance_of_bodies_m(first.at(middle_m), second.at(middle_m)) - least_m;
        const double moved_m = move_in_box_m(half_m, doubt_m);
        if (!(change_of_gap_m(first, second, middle_m, moved_m) + noise_m < std::fabs(slack_m))) return Known::nothing;
        return slack_m > 0 ? Known::kept : Known::lost;
    }
};

/// The limit that a leg keeps a distance from an obstacle (a Segment3 or a Disc3), in the form that kernels test.
template <class Shape>
struct RodBesideForm {
    RodBodies leg;
    Shape shape;
    bool on_platform;                  ///< then the shape moves with the platform
    double least_m, noise_m, doubt_m;  ///< as in RodApartForm

    HEXSCAN_HD_OUTLINE Known in_box(const Vec3<double>& middle_m, const Vec3<double>& half_m) const {
        const Vec3<double> by_m = on_platform ? middle_m : Vec3<double>{0, 0, 0};
        const double slack_m = distance_of_bodies_m(leg.at(middle_m), moved(shape, by_m)) - least_m;
        const double moved_m = move_in_box_m(half_m, doubt_m);
        if (!(change_of_gap_m(leg, on_platform, middle_m, moved_m) + noise_m < std::fabs(slack_m)))
            return Known::nothing;
        return slack_m > 0 ? Known::kept : Known::lost;
    }
};

}  // namespace hexscan

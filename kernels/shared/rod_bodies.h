#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "kernels/rod_shape.h"
#include "kernels/shared/jacobian_rows.h"
#include "kernels/shared/known.h"
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
    /// Upper bound on the motion of the leg's foot while the platform joint moves by at most `moved_m`.
    HEXSCAN_HD_INLINE double foot_shift_m(const Vec3<double>& p, double moved_m) const {
        const Vec3<double> l = p + joint_m - base_m;
        return shift_if_reached(leg, l, line_of_rod(l, leg.shape(l)), moved_m).foot_m;
    }
    HEXSCAN_HD_INLINE double lever_m() const { return std::sqrt(dot(joint_m, joint_m)); }
};

/// Upper bound on the change of the distance between two legs during a motion of the platform. Points of a leg move by
/// a weighted mean of the motions of its platform joint, which is at most t + a or t + b, and of its foot, at most f or
/// g. Here t is the motion of the position, which both joints share. So the distance changes by at most max(f + g, t +
/// a + g, t + b + f, a + b).
HEXSCAN_HD_INLINE double change_of_gap_m(const RodBodies& first, const RodBodies& second, const Vec3<double>& p,
                                         const PlatformMotion& motion) {
    const double a = motion.turned * first.lever_m(), b = motion.turned * second.lever_m(), t = motion.moved_m;
    const double f = first.foot_shift_m(p, t + a), g = second.foot_shift_m(p, t + b);
    return std::fmax(std::fmax(f + g, a + b), std::fmax(t + a + g, t + b + f));
}

/// Upper bound on the change of the distance between a leg and an obstacle during a motion of the platform. The leg's
/// platform joint moves by at most t + a, where t is the motion of the position. If the foot moves by at most f, points
/// of the leg move by at most max(t + a, f). A point of an obstacle on the platform moves by t and at most c more.
/// Relative to it, points of the leg move by at most max(a, t + f) + c.
template <class Shape>
HEXSCAN_HD_INLINE double change_of_gap_m(const RodBodies& leg, const Shape& shape, bool on_platform,
                                         const Vec3<double>& p, const PlatformMotion& motion) {
    const double a = motion.turned * leg.lever_m(), foot_m = leg.foot_shift_m(p, motion.moved_m + a);
    if (!on_platform) return std::fmax(motion.moved_m + a, foot_m);
    return std::fmax(a, motion.moved_m + foot_m) + motion.turned * farthest_m(shape);
}

/// The limit that two legs keep a distance of at least `least_m`, in the form that kernels test.
struct RodApartForm {
    RodBodies first, second;
    double least_m, noise_m;  ///< noise_m: error bound of computed distances
    double doubt_m;           ///< rounding bound, as in motion_in_box()

    HEXSCAN_HD_OUTLINE Known in_box(const Vec3<double>& middle_m, const Vec3<double>& half_m, double turned = 0) const {
        const double slack_m = distance_of_bodies_m(first.at(middle_m), second.at(middle_m)) - least_m;
        const PlatformMotion motion = motion_in_box(half_m, turned, doubt_m);
        if (!(change_of_gap_m(first, second, middle_m, motion) + noise_m < std::fabs(slack_m))) return Known::nothing;
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

    HEXSCAN_HD_OUTLINE Known in_box(const Vec3<double>& middle_m, const Vec3<double>& half_m, double turned = 0) const {
        const Vec3<double> by_m = on_platform ? middle_m : Vec3<double>{0, 0, 0};
        const double slack_m = distance_of_bodies_m(leg.at(middle_m), moved(shape, by_m)) - least_m;
        const PlatformMotion motion = motion_in_box(half_m, turned, doubt_m);
        if (!(change_of_gap_m(leg, shape, on_platform, middle_m, motion) + noise_m < std::fabs(slack_m)))
            return Known::nothing;
        return slack_m > 0 ? Known::kept : Known::lost;
    }
};

}  // namespace hexscan

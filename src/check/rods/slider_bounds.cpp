#include <algorithm>

#include "src/check/rods/rod_leg.h"

namespace hexscan {
namespace {

Interval least_of(Interval a, Interval b) { return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)}; }

class SliderBounds final : public RodLeg {
public:
    SliderBounds(const Machine& machine, const SliderLegs& legs, std::size_t leg, double way)
        : RodLeg(machine, leg, legs.rod[leg],
                 frame_about(scaled(Vector{legs.rail_x[leg], legs.rail_y[leg], legs.rail_z[leg]}, way))),
          from_m_(way > 0 ? legs.travel_from[leg] : -legs.travel_to[leg]),
          to_m_(way > 0 ? legs.travel_to[leg] : -legs.travel_from[leg]) {}

    RodClearanceBound bound(const PreparedBox& box, double asked_m) const override {
        const Components l = components(box, 0);
        const Interval beside_m = hypotenuse(l.second, l.third);
        const double reach_m = (Interval(rod_length_m()) - beside_m).lo, by_m = std::max(0.0, asked_m);
        const double least_m = std::min({reach_m, beyond_half_sphere_m(l.first - from_m_, beside_m).lo,
                                         (-beyond_half_sphere_m(l.first - to_m_, beside_m)).lo});
        RodClearanceBound bound{reach_m, middle_of(box.box)};
        const bool keeps = least_m < by_m && reach_m >= by_m && travel_keeps(box, by_m, bound);
        bound.at_least_m = keeps ? by_m : least_m;
        add_joints(box, by_m, true, bound);
        return bound;
    }

private:
    /// The same distance as in kernels/slider_clearance.h, in intervals. It increases with both arguments.
    Interval beyond_half_sphere_m(Interval above_m, Interval beside_m) const {
        return {beyond_m(above_m.lo, beside_m.lo).lo, beyond_m(above_m.hi, beside_m.hi).hi};
    }
    Interval beyond_m(double above_m, double beside_m) const {
        if (above_m >= 0) return least_of(above_m, hypotenuse(above_m, beside_m) - rod_length_m());
        return -hypotenuse(above_m, maximum(0.0, Interval(rod_length_m()) - beside_m));
    }
    RodInBox rod_in(const PreparedBox& box, double by_m) const override {
        const Components l = components(box, by_m);
        const Interval beside_m = hypotenuse(l.second, l.third);
        const Interval rod_m(rod_length_m()), height_m = square_root((rod_m - beside_m) * (rod_m + beside_m));
        return {{height_m, l.second, l.third}, {l.first - height_m, Interval(0.0), Interval(0.0)}};
    }
    /// The distance of the carriage behind the leg's end, along the rail. It has no slopes if the rod may be
    /// perpendicular to the rail.
    template <class Number, class Space>
    Number height(const Vec3<Number>& l, const Space& space) const {
        const Interval rod_sq_m2 = square(Interval(rod_length_m()));
        return square_root(space.within_slopes(Number(rod_sq_m2) - square(l.y) - square(l.z)));
    }
    SlopesVector rod_from_foot(const PosesNear& poses) const override { return rod_in_frame(poses); }
    SlopesVector rod_in_frame(const PosesNear& poses) const override {
        const SlopesVector l = leg_in_frame(poses);
        return {height(l, poses), l.y, l.z};
    }
    PoseSlopes along_motion(const PosesNear& poses) const override { return height(leg_in_frame(poses), poses); }
    RodCurves curves(const LegVectors& vectors) const override {
        const CurveVector& l = vectors.vector();
        const LegCurve along_m = height(l, vectors);
        return {{along_m, l.y, l.z}, along_m};
    }
    bool travel_keeps(const PreparedBox& box, double by_m, RodClearanceBound& bound) const {
        const auto keeps = [&](Interval end_m, Interval way) {
            return never_negative(box, by_m, bound, [&](const PosesNear& poses) {
                const SlopesVector l = leg_in_frame(poses);
                return (l.x - height(l, poses) - PoseSlopes(end_m)) * way;
            });
        };
        return keeps(from_m_, 1) && keeps(to_m_, -1);
    }

    double from_m_, to_m_;
};

}  // namespace

std::unique_ptr<const RodBounds> bounds_of(const Machine& machine, const SliderLegs& legs, std::size_t leg) {
    return std::make_unique<SliderBounds>(machine, legs, leg, legs.branch[leg] == 0 ? 1 : -1);
}

}  // namespace hexscan

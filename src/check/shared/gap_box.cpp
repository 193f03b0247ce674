#include "src/check/shared/gap_box.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/shared/straight_legs.h"
#include "src/base/interval.h"
#include "src/check/box_halves.h"
#include "src/check/shared/leg_taylor.h"
#include "src/machine/interval_vector.h"

namespace hexscan {
namespace {

Vector plain(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

/// The coordinate of a leg's end along a direction, to second order, with an upper bound on its error.
struct Along {
    Taylor<double> value;
    double rest;
};

/// One leg of the pair whose distance is bounded. The numbers hold for all poses of a box.
struct LegInBox {
    Vector base_m;
    double free_m;
    Taylor<Vector3> joint_m;
    TaylorLeg leg;
    double rest_m, noise_m;  ///< upper bounds on the third-order remainder of the joint, and on rounding

    LegInBox(const Machine& machine, std::size_t number, const TaylorBox& box)
        : base_m(machine.base.points_m[number]),
          free_m(machine.legs_apart->free_ends),
          joint_m(box.moved(machine.platform.points_m[number])),
          leg(box, joint_m, length_of(machine.platform.points_m[number]), base_m),
          rest_m(box.speeds().third / 6 * length_of(machine.platform.points_m[number])),
          noise_m(0x1p-44 * (length_of(base_m) + length_of(machine.platform.points_m[number]) +
                             length_of(box.around().middle.position_m) + box.around().moved_m)) {}

    bool has_middle() const { return free_m > 0 ? leg.shortest_m > 2 * free_m : true; }

    /// The approximate centre line of the leg at a corner.
    Segment3 segment(std::size_t count, unsigned sides) const {
        Vector3 at = joint_m.middle;
        for (std::size_t k = 0; k < count; ++k) at += (sides >> k & 1U ? 1.0 : -1.0) * joint_m.first[k];
        return without_free_ends(base_m, plain(at), free_m);
    }

    /// The coordinates of the leg's ends along a direction, the base's end first.
    std::array<Along, 2> ends(const Vector3& n, std::size_t count) const {
        Along base{{}, noise_m}, joint{{}, rest_m + noise_m};
        const double freed_m = free_m * (leg.most[2] / 6 + 0x1p-44);
        const auto set = [&](double& of_base, double& of_joint, const Vector3& moves_m, const Vector3& turns) {
            const double freed = free_m > 0 ? free_m * n.dot(turns) : 0;
            of_base = freed;
            of_joint = n.dot(moves_m) - freed;
        };
        set(base.value.middle, joint.value.middle, joint_m.middle, leg.direction.middle);
        base.value.middle += n.dot(eigen(base_m));
        for (std::size_t k = 0; k < count; ++k) {
            set(base.value.first[k], joint.value.first[k], joint_m.first[k], leg.direction.first[k]);
            for (std::size_t j = 0; j <= k; ++j)
                set(base.value.second[k][j], joint.value.second[k][j], joint_m.second[k][j],
                    leg.direction.second[k][j]);
        }
        if (free_m > 0)
            for (Along* const end : {&base, &joint}) end->rest += freed_m;
        return {base, joint};
    }
};

/// A lower bound on `to` minus `from`. Bounds of at least `enough_m` need not be tight.
double least_between(const Along& from, const Along& to, std::size_t count, double enough_m) {
    Taylor<double> way;
    double negative = 0, changes = 0;
    way.middle = to.value.middle - from.value.middle;
    for (std::size_t k = 0; k < count; ++k) {
        way.first[k] = to.value.first[k] - from.value.first[k];
        for (std::size_t j = 0; j <= k; ++j) {
            way.second[k][j] = to.value.second[k][j] - from.value.second[k][j];
            changes += j < k ? std::abs(way.second[k][j]) : 0;
        }
        changes += std::abs(way.first[k]);
        negative += std::min(0.0, way.second[k][k] / 2);
    }
    const double rest = negative - from.rest - to.rest, soon = way.middle - changes + rest;
    if (soon >= enough_m) return soon;
    double least = infinity;
    // NaN fails the comparison. Once a corner has NaN, all later ones do, so NaN becomes the result.
    at_all_corners(way, count, [&](double at, unsigned) {
        if (!(at >= least)) least = at;
        return true;
    });
    return least + rest;
}

Segment3 segment_of(const Machine& machine, std::size_t leg, const Pose& pose, const Rotation& turned) {
    return without_free_ends(machine.base.points_m[leg], pose.position_m + turned(machine.platform.points_m[leg]),
                             machine.legs_apart->free_ends);
}

/// A corner at which two legs are close to each other: at no adjacent corner are they closer. Returns its sides.
unsigned nearest_corner(const LegInBox& first, const LegInBox& other, std::size_t count) {
    const auto apart_m = [&](unsigned sides) {
        return segment_distance_m(first.segment(count, sides), other.segment(count, sides));
    };
    unsigned nearest = 0;
    double nearest_m = apart_m(nearest);
    for (bool is_new = true; is_new;) {
        is_new = false;
        for (std::size_t k = 0; k < count; ++k) {
            const double next_m = apart_m(nearest ^ 1U << k);
            if (!(next_m < nearest_m)) continue;
            nearest ^= 1U << k;
            nearest_m = next_m;
            is_new = true;
        }
    }
    return nearest;
}

}  // namespace

double apart_at(const Machine& machine, const LegPair& pair, const Pose& pose) {
    const Rotation turned = rotation_of(pose.orientation, machine.orientation_order);
    return segment_distance_m(segment_of(machine, pair.first, pose, turned),
                              segment_of(machine, pair.second, pose, turned));
}

ApartInBox apart_in_box(const Machine& machine, const LegPair& pair, const PoseBox& box, double enough_m) {
    const TaylorBox taylor(box, machine.orientation_order);
    const LegInBox first(machine, pair.first, taylor), other(machine, pair.second, taylor);
    const std::size_t count = taylor.count();
    const Pose nearest = corner_of(box, taylor.corner(nearest_corner(first, other, count)));
    const Rotation turned = rotation_of(nearest.orientation, machine.orientation_order);
    const Segment3 p = segment_of(machine, pair.first, nearest, turned),
                   q = segment_of(machine, pair.second, nearest, turned);
    const auto [from_m, to_m] = nearest_places_m(p, q);
    const double met_m = segment_distance_m(p, q);
    if (!first.has_middle() || !other.has_middle()) return {-infinity, met_m};
    const Vector3 n = eigen(direction_of(to_m - from_m));
    const auto of_first = first.ends(n, count), of_other = other.ends(n, count);
    double at_least_m = infinity;
    for (const Along& from : of_first)
        for (const Along& to : of_other) {
            const double between_m = least_between(from, to, count, enough_m);
            if (!(between_m > -infinity)) return {-infinity, met_m};
            at_least_m = std::min(at_least_m, between_m);
        }
    return {at_least_m, met_m};
}

}  // namespace hexscan

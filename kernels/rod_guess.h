#pragma once

#include <cmath>

#include "guess_arithmetic.h"
#include "rotary_clearance.h"
#include "slider_clearance.h"
#include "vec3.h"

/// First guesses in float of the clearances of legs with rods, by the formulas of the exact ones, from places in axes
/// of the leg's own as seen from the middle of the grid: the machine may stand anywhere.
///
/// Let S be the sum of what a leg vector has at the middle of the grid, of half the grid's diagonal and of the leg's
/// own lengths, and u = 2^-24. A coordinate is off by 16 u S at most: 6 u S of the grid's, and of each rounding of
/// axes, products and sums no more than u S. What is computed from coordinates are distances from points, circles and
/// spheres and what is smaller or larger of these: each changes by no more than the place does, and has a few roundings
/// of its own. So all of them are off by less than 64 u S.
namespace hexscan {

/// Places in axes square to each other, from a point's coordinates relative to the middle of the grid.
struct GuessedAxes {
    Vec3<float> axes[3];
    float at_middle_m[3];  ///< of the leg vector

    HEXSCAN_HD_INLINE guess::Number along_m(int axis, Vec3<float> p) const {
        return p.x * axes[axis].x + (p.y * axes[axis].y + (p.z * axes[axis].z + at_middle_m[axis]));
    }
};

/// The guesses of a leg's limits at a place.
template <int limits>
struct GuessedClearances {
    guess::Number m[limits];
    /// Nowhere nearer than this, up to what guesses are off by, is another formula to be used: each clearance changes
    /// by no more than the platform moves.
    guess::Number settled_m;
    bool kept;  ///< the leg is within its angles; false where none are asked
};

/// A slider leg but for the limits of its joints.
struct GuessedSlider {
    static constexpr int limits = static_cast<int>(SliderLimit::count);

    GuessedAxes axes;  ///< rail, across, across
    float rod_m, from_m, to_m;
    bool ahead;

    /// Of the limits that `asked` has bits of; the others are infinite.
    HEXSCAN_HD_INLINE void clearances_m(unsigned asked, Vec3<float> p, guess::Number* clearances_m) const {
        using guess::Number;
        const Number along_m = axes.along_m(0, p), beside_m = hypotenuse(axes.along_m(1, p), axes.along_m(2, p));
        HEXSCAN_UNROLL
        for (int k = 0; k < limits; ++k)
            clearances_m[k] = asked >> k & 1
                                  ? slider_clearance_m<Number>(rod_m, from_m, to_m, ahead, static_cast<SliderLimit>(k),
                                                               along_m, beside_m)
                                  : Number(INFINITY);
    }
};

/// A rotary leg without limits of its joints.
struct GuessedRotary {
    GuessedAxes axes;  ///< u, w and the motor's axis
    float arm_m, rod_m;
    ArmDirection<float> from, to, middle;
    ArmRange range;
    bool ahead;
    float axis_m;  ///< so near to the motor's axis roundings decide where the arm is

    /// Of the limits that `asked` has bits of. Where no angle is asked, those are infinite.
    HEXSCAN_HD_INLINE GuessedClearances<rotary_limits> clearances(unsigned asked, Vec3<float> p) const {
        using guess::Number;
        constexpr int angle_from = static_cast<int>(RotaryLimit::angle_from);
        constexpr int angle_to = static_cast<int>(RotaryLimit::angle_to);
        const Place at{{axes.along_m(0, p), axes.along_m(1, p)}, axes.along_m(2, p)};
        const Number radius_m = hypotenuse(at.arm_plane_m.u, at.arm_plane_m.w);
        ClearancesOfArm<Number> clearances;
        clearances.m[static_cast<int>(RotaryLimit::reach)] =
            Number(rod_m) - nearest_tip_m<Number>(arm_m, radius_m, at.beside_m);
        clearances.m[static_cast<int>(RotaryLimit::fold)] =
            farthest_tip_m<Number>(arm_m, radius_m, at.beside_m) - Number(rod_m);
        clearances.m[angle_from] = clearances.m[angle_to] = Number(INFINITY);
        Number settled_m(INFINITY);
        bool kept = false;
        if (range != ArmRange::any && asked >> angle_from != 0) {
            const FromTip from_tip = from_tip_at(at, from), to_tip = from_tip_at(at, to);
            const auto begin = end_of(ahead ? to_tip : from_tip), end = end_of(ahead ? from_tip : to_tip);
            kept = within_angles(at, from_tip, to_tip, settled_m);
            if (kept)
                add_kept_angles(begin, end, clearances);
            else
                add_violated_angle(begin, end, is_before_middle(at, radius_m, settled_m) != ahead, clearances);
        }
        return {{clearances.m[0], clearances.m[1], clearances.m[2], clearances.m[3]}, settled_m, kept};
    }

private:
    /// A leg vector in the leg's axes.
    struct Place {
        ArmDirection<guess::Number> arm_plane_m;
        guess::Number beside_m;
    };
    /// Where the far end is as seen from a tip: beside the line along which the tip moves, ahead on it, and farther
    /// away than the rod is long.
    struct FromTip {
        guess::Number beside_m, ahead_m, beyond_rod_m;
    };

    HEXSCAN_HD_INLINE FromTip from_tip_at(const Place& at, ArmDirection<float> arm) const {
        using guess::Number;
        const ArmDirection<Number> tip = guessed(arm);
        const Number out_m = at.arm_plane_m.u * tip.u + at.arm_plane_m.w * tip.w - Number(arm_m);
        const Number beside_m = hypotenuse(out_m, at.beside_m), ahead_m = turn_left(tip, at.arm_plane_m);
        return {beside_m, ahead_m, hypotenuse(beside_m, ahead_m) - Number(rod_m)};
    }
    HEXSCAN_HD_INLINE FromArmEnd<guess::Number> end_of(const FromTip& tip) const {
        return from_arm_end<guess::Number>(rod_m, tip.beyond_rod_m + guess::Number(rod_m), tip.ahead_m,
                                           [&] { return tip.beside_m; });
    }

    /// As within_angles() of rotary_leg.h. Each sign is that of a distance.
    HEXSCAN_HD_INLINE bool within_angles(const Place& at, const FromTip& from_tip, const FromTip& to_tip,
                                         guess::Number& settled_m) const {
        using guess::Number;
        const bool from_beyond = from_tip.beyond_rod_m >= 0.0F, to_within = to_tip.beyond_rod_m <= 0.0F;
        settled_m = smaller(magnitude(from_tip.beyond_rod_m), magnitude(to_tip.beyond_rod_m));
        if (from_beyond == to_within && (!from_beyond || range != ArmRange::one_angle)) return from_beyond;
        settled_m = smaller(settled_m, smaller(magnitude(from_tip.ahead_m), magnitude(to_tip.ahead_m)));
        if (from_beyond == to_within) return from_tip.ahead_m >= 0.0F;
        const ArmDirection<Number> towards = at.arm_plane_m, away{-towards.u, -towards.w};
        return is_on_way(range, guessed(from), guessed(to), from_beyond ? towards : away);
    }

    /// Whether the arm is behind the middle of its range by less than half a turn; where the rod does not reach, where
    /// it comes nearest to it. Of the tips between those that the rod closes the leg with, one is the middle and the
    /// one opposite is not, or the other way round; or both or neither are, and the far end's side of the middle says.
    HEXSCAN_HD_INLINE bool is_before_middle(const Place& at, guess::Number radius_m, guess::Number& settled_m) const {
        const FromTip here = from_tip_at(at, middle), opposite = from_tip_at(at, {-middle.u, -middle.w});
        const bool here_within = here.beyond_rod_m <= 0.0F, opposite_within = opposite.beyond_rod_m <= 0.0F;
        settled_m = smaller(smaller(settled_m, radius_m - guess::Number(axis_m)),
                            smaller(magnitude(here.beyond_rod_m), magnitude(opposite.beyond_rod_m)));
        if (here_within != opposite_within) return here_within;
        settled_m = smaller(settled_m, magnitude(here.ahead_m));
        return here_within ? here.ahead_m > 0.0F : here.ahead_m < 0.0F;
    }

    HEXSCAN_HD_INLINE static ArmDirection<guess::Number> guessed(ArmDirection<float> arm) { return {arm.u, arm.w}; }
};

}  // namespace hexscan

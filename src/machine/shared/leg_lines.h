#pragma once

#include <array>
#include <cstddef>

#include "src/machine/legs/leg_numbers.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/rotation.h"

/// The lines along which six legs push the platform.
namespace hexscan {

struct Machine;

/// Legs are singular to rounding where the norms of their matrix and of its inverse have a larger product, which is
/// above the condition: rounding is all that solutions are made of there.
inline constexpr double singular_condition = 0x1p46;

/// A leg, or its rod, from its foot to its platform joint.
struct LegLine {
    Vector direction;  ///< unit vector
    double length_m = 0;
    Vector foot_m;  ///< of a rod, as seen from the base joint
    Vector motion;  ///< unit vector along which the foot moves as the leg's value rises; without a rod the direction
    double along_motion = 1;  ///< the direction along that motion
    bool closes = true;       ///< the rod reaches; else this is how the leg comes nearest

    bool has_direction() const { return length_m > 0; }
    /// Q^T x, see LineChange.
    Vector turning(const Vector& x) const { return x - scaled(direction, dot(motion, x) / along_motion); }
};

/// What a leg's direction u changes by while its platform joint moves by d, t long: part of it is Q d / L, linear in d,
/// where L is the leg's length, or its rod's, h its foot's motion and Q = 1 - h u^T / (u . h). The rest is `bent` t^2
/// at most and all of it `turned` t, while t is below `most_m`; then u . h keeps half of what it is at least.
struct LineChange {
    double turned, bent, most_m;
};

/// Of a machine at one orientation, position by position.
class LegLines {
public:
    LegLines(const Machine& machine, const Rotation& turned);

    /// A leg's vector from its base joint less the platform's position.
    const std::array<Vector, leg_count>& offsets_m() const { return legs_.offset_m; }
    bool have_rods() const { return legs_.legs[0] != nullptr; }
    LegLine at(std::size_t leg, const Vector& position_m) const;
    /// `most_m` is 0 of a rod that does not reach.
    LineChange change(std::size_t leg, const LegLine& line) const;
    /// What u . h changes by over t at most, below the same `most_m`: as u turns, and h with an arm.
    double change_along_motion(std::size_t leg, const LegLine& line) const;
    /// Where how far lines may move is above, roundings are less than it, for positions so far from the origin at most.
    double doubt_m(double longest_m) const;

    /// The arm that turns the foot; infinite of legs without arms.
    double crank_m(std::size_t leg) const { return crank_m_[leg]; }

private:
    PosedLegs legs_;
    PerLeg crank_m_{};
};

}  // namespace hexscan

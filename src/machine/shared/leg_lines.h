#pragma once

#include <array>
#include <cstddef>

#include "src/machine/legs/leg_numbers.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/rotation.h"

/// The lines along which six legs push the platform.
namespace hexscan {

struct Machine;

/// Legs count as singular within rounding if the norm of their matrix times the norm of its inverse is larger. This
/// product is an upper bound on the condition number. Beyond it, solutions consist of rounding errors.
inline constexpr double singular_condition = 0x1p46;

/// The line of a leg, or of its rod, from its foot to its platform joint.
struct LegLine {
    Vector direction;  ///< unit vector
    double length_m = 0;
    Vector foot_m;  ///< Position relative to the base joint; 0 without a rod.
    Vector motion;  ///< Unit vector of the foot's motion as the leg's value rises. Without a rod it is the leg's
                    ///< direction.
    double along_motion = 1;  ///< Dot product of direction and motion.
    bool closes = true;       ///< True if the rod reaches. Otherwise the line is the one that comes nearest.

    bool has_direction() const { return length_m > 0; }
    /// Q^T x, with the matrix Q of LineChange.
    Vector turning(const Vector& x) const { return x - scaled(direction, dot(motion, x) / along_motion); }
};

/// Bounds the change of a leg's direction u while its platform joint moves by a vector d of length t. The change has
/// the linear part Q d / L, with Q = 1 - h u^T / (u . h). L is the length of the leg or its rod, and h the motion of
/// its foot. For t up to `most_m`, the rest is at most `bent` t^2 and the whole change at most `turned` t. In that
/// range u . h stays above half its value.
struct LineChange {
    double turned, bent, most_m;
};

/// The lines of a machine's legs at one orientation, for any position.
class LegLines {
public:
    LegLines(const Machine& machine, const Rotation& turned);

    /// A leg's vector from its base joint, minus the platform's position.
    const std::array<Vector, leg_count>& offsets_m() const { return legs_.offset_m; }
    bool have_rods() const { return legs_.legs[0] != nullptr; }
    LegLine at(std::size_t leg, const Vector& position_m) const;
    /// The bounds for a leg. `most_m` is 0 for a rod that does not reach.
    LineChange change(std::size_t leg, const LegLine& line) const;
    /// Upper bound on the change of u . h divided by t, for t up to `most_m`. The direction u turns. If the leg has an
    /// arm, h turns, too.
    double change_along_motion(std::size_t leg, const LegLine& line) const;
    /// Upper bound on the rounding errors of the distances that legs' lines may move, for positions at most `longest_m`
    /// from the origin.
    double doubt_m(double longest_m) const;

    /// Length of the arm that turns the foot; infinite for legs without arms.
    double crank_m(std::size_t leg) const { return crank_m_[leg]; }

private:
    PosedLegs legs_;
    PerLeg crank_m_{};
};

}  // namespace hexscan

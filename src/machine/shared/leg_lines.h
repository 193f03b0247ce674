#pragma once

#include <array>
#include <cstddef>

#include "src/machine/legs/leg_numbers.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/rotation.h"

/// The lines along which six legs push the platform.
namespace hexscan {

struct Machine;

/// A leg, or its rod, from its foot to its platform joint.
struct LegLine {
    Vector direction;  ///< unit vector
    double length_m = 0;
    Vector foot_m;  ///< of a rod, as seen from the base joint
    Vector motion;  ///< unit vector along which the foot moves as the leg's value rises; without a rod the direction
    double along_motion = 1;  ///< the direction along that motion
    bool closes = true;       ///< the rod reaches; else this is how the leg comes nearest

    bool has_direction() const { return length_m > 0; }
};

/// Of a machine at one orientation, position by position.
class LegLines {
public:
    LegLines(const Machine& machine, const Rotation& turned);

    /// A leg's vector from its base joint less the platform's position.
    const std::array<Vector, leg_count>& offsets_m() const { return legs_.offset_m; }
    bool have_rods() const { return legs_.legs[0] != nullptr; }
    LegLine at(std::size_t leg, const Vector& position_m) const;
    /// Where how far lines may move is above, roundings are less than it, for positions so far from the origin at most.
    double doubt_m(double longest_m) const;

    /// The arm that turns the foot; infinite of legs without arms.
    double crank_m(std::size_t leg) const { return crank_m_[leg]; }

private:
    PosedLegs legs_;
    PerLeg crank_m_{};
};

}  // namespace hexscan

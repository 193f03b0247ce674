#pragma once

#include <array>
#include <cstddef>

#include "kernels/rod_shape.h"
#include "kernels/shared/jacobian_rows.h"
#include "kernels/shared/leg_line.h"
#include "src/machine/legs/leg_numbers.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/rotation.h"

/// The lines along which six legs push the platform.
namespace hexscan {

struct Machine;

/// Legs count as singular within rounding if the norm of their matrix times the norm of its inverse exceeds this
/// number. The product is an upper bound on the condition number. If it is larger, solutions consist of rounding
/// errors.
inline constexpr double singular_condition = 0x1p46;

/// The lines of a machine's legs at one orientation, for any position.
class LegLines {
public:
    /// The arms of the rows begin at a point of the platform, given relative to the tool in the platform's frame.
    LegLines(const Machine& machine, const Rotation& turned, const Vector& arms_from_m);

    /// A leg's vector from its base joint, minus the platform's position.
    const std::array<Vector, leg_count>& offsets_m() const { return legs_.offset_m; }
    /// A leg's numbers for kernels.
    const TurnedLeg& leg(std::size_t leg) const { return rows_.legs[leg]; }
    /// The numbers of all rows for kernels.
    const JacobianRows& rows() const { return rows_; }
    bool have_rods() const { return rows_.have_rods(); }
    LegLine at(std::size_t leg, const Vector& position_m) const { return rows_.legs[leg].line(position_m); }
    /// Upper bound on the motion of a rod's foot while its platform joint moves by at most `moved_m`.
    double foot_shift_m(std::size_t leg, const Vector& position_m, double moved_m) const {
        const TurnedLeg& its = rows_.legs[leg];
        return shift_if_reached(its.rod, position_m + its.offset_m, at(leg, position_m), moved_m).foot_m;
    }
    /// Upper bound on the rounding errors of the distances that legs' lines may move, for positions at most `longest_m`
    /// from the origin.
    double doubt_m(double longest_m) const;

private:
    PosedLegs legs_;
    JacobianRows rows_{};
};

}  // namespace hexscan

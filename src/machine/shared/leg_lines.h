#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "kernels/rod_shape.h"
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
    LegLines(const Machine& machine, const Rotation& turned);

    /// A leg's vector from its base joint, minus the platform's position.
    const std::array<Vector, leg_count>& offsets_m() const { return legs_.offset_m; }
    /// The numbers of a leg with a rod, for kernels. Returns nullopt for telescopic legs.
    std::optional<LegWithRod> rod(std::size_t leg) const;
    bool have_rods() const { return legs_.legs[0] != nullptr; }
    LegLine at(std::size_t leg, const Vector& position_m) const;
    /// Bounds on the change of a leg's line (leg_line.h). `most_m` is 0 for a rod that does not reach.
    LineChange change(std::size_t leg, const LegLine& line) const;
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

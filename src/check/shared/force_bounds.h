#pragma once

#include <array>
#include <memory>
#include <optional>

#include "src/base/interval.h"
#include "src/check/shared_bounds.h"

/// What a load asks of legs over boxes of poses. With A the matrix of the legs' lines in the middle of a box, G its
/// transpose's inverse, f the forces there, E and e what the box makes of A and of the wrench, forces change by
///     - G (e + E^T f) - G E^T d,     |d| <= r + K |d|,     r = |G (e + E^T f)|, K = |G E^T| at most
/// (Krawczyk's step for linear systems: Neumaier, Interval Methods for Systems of Equations, 1990, ch. 4). The first
/// term is the tangent in the six coordinates and a rest of second order (leg_lines.h says what lines turn by), and so
/// is the second, where the norm of K is below 1. Then the legs are singular nowhere in the box.
namespace hexscan {

/// In legs or rods, above 0 where they push the platform; and the magnitudes of arms' torques, 0 of legs without arms.
struct ForcesInBox {
    std::array<Interval, leg_count> rod_n;
    PerLeg servo_at_most_nm{};
};
/// At all poses of a box, of a machine that has a load. Nothing where that cannot be told.
std::optional<ForcesInBox> forces_in(const Machine& machine, const PoseBox& box);

/// Of a leg's force and a motor's torque; null of other limits.
std::shared_ptr<const SharedBound> force_bound(const Machine& machine, const Limit& limit);

}  // namespace hexscan

#pragma once

#include <array>
#include <memory>
#include <optional>

#include "src/base/interval.h"
#include "src/check/shared_bounds.h"

/// Bounds of the forces in legs under a load, over boxes of poses. Let A be the matrix of the legs' lines at the middle
/// of a box, G the inverse of its transpose, and f the forces there. Let E and e be the changes of A and of the wrench
/// over the box. Then forces change by
///     - G (e + E^T f) - G E^T d,     |d| <= r + K |d|,     r = |G (e + E^T f)|, K = |G E^T| at most
/// (Krawczyk's step for linear systems: Neumaier, Interval Methods for Systems of Equations, 1990, ch. 4). The first
/// term is a linear function of the six coordinates and a remainder of second order (leg_lines.h bounds the rotation of
/// lines). If the norm of K is below 1, the second term is also of second order. The legs are then singular nowhere in
/// the box.
namespace hexscan {

/// Forces in legs or rods, and torques of arms. A positive force pushes the platform. Torques are magnitudes, and 0 for
/// legs without arms.
struct ForcesInBox {
    std::array<Interval, leg_count> rod_n;
    PerLeg servo_at_most_nm{};
};
/// Bounds for all poses of a box. The machine must have a load. Returns nullopt if no bounds are found.
std::optional<ForcesInBox> forces_in(const Machine& machine, const PoseBox& box);

/// The bound for a limit on a leg's force or a motor's torque. Returns null for other limits.
std::shared_ptr<const SharedBound> force_bound(const Machine& machine, const Limit& limit);

}  // namespace hexscan

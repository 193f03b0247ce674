#pragma once

#include <memory>

#include "src/check/shared_bounds.h"

/// What a load asks of legs over boxes of poses. With A the matrix of the legs' lines in the middle of a box, G its
/// transpose's inverse, f the forces there, E and e what the box makes of A and of the wrench, forces change by
///     - G (e + E^T f) - G E^T d,     |d| <= r + K |d|,     r = |G (e + E^T f)|, K = |G E^T| at most
/// (Krawczyk's step for linear systems: Neumaier, Interval Methods for Systems of Equations, 1990, ch. 4). The first
/// term is the tangent in the six coordinates and a rest of second order (leg_lines.h says what lines turn by), and so
/// is the second, where the norm of K is below 1. Then the legs are singular nowhere in the box.
namespace hexscan {

/// Of a leg's force and a motor's torque; null of other limits.
std::shared_ptr<const SharedBound> force_bound(const Machine& machine, const Limit& limit);

}  // namespace hexscan

#pragma once

#include <array>
#include <memory>
#include <optional>

#include "src/base/interval.h"
#include "src/check/rods/rod_bounds.h"
#include "src/check/shared/rod_taylor.h"
#include "src/check/shared_bounds.h"

/// Bounds of the loads of legs over boxes of poses, to second order. Let A be the matrix of the legs' rows at the
/// middle of a box (taylor_rows.h), G the inverse of its transpose, and f the loads there. Let E and e be the changes
/// of A and of the wrench over the box. Then loads change by d with
///     d = p - K d,     p = -G (e + E^T f),     K = G E^T
/// (Krawczyk's step for linear systems: Neumaier, Interval Methods for Systems of Equations, 1990, ch. 4). Let p1, K1
/// be the terms of first order, and p2 the one of second order. Then d is p1 + p2 - K1 p1 and a rest of third order,
/// which is bounded from |d| <= |p| + |K| |d|. In the box the polynomial without its squares is a mean of its values at
/// the corners. If the norm of K is below 1, the legs are singular nowhere in the box.
namespace hexscan {

/// The force of a leg or its rod, positive if it pushes the platform, or the torque of an arm's motor. The sign of the
/// torque depends on the branch, so only its magnitude has a meaning.
enum class LegLoad { force, torque };
/// The kind of rows (taylor_rows.h) from which a load is computed.
inline RodVector rod_vector_of(LegLoad load) {
    return load == LegLoad::torque ? RodVector::over_along : RodVector::plain;
}
/// Bounds of all legs' loads for all poses of a box, in N or N m. The machine must have a load and, for torques, arms.
/// `rods` are those of the machine. Returns nullopt if none are found.
std::optional<std::array<Interval, leg_count>> loads_in(const Machine& machine, const AllRodBounds& rods,
                                                        const PoseBox& box, LegLoad kind);

/// The bound for a limit on a leg's force or a motor's torque. Returns null for other limits.
std::shared_ptr<const SharedBound> force_bound(const Machine& machine, const Limit& limit);

}  // namespace hexscan

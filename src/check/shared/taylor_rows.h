#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "src/check/rods/rod_bounds.h"
#include "src/check/shared/rod_taylor.h"
#include "src/machine/shared/matrix6.h"

/// The rows (v, R e x v) of all legs over a box of poses, to second order. Here v is the leg's vector (RodVector; the
/// direction of a telescopic leg), and e its arm. By default, the arm is the leg's platform joint relative to the
/// joints' centroid, divided by the Jacobian's length.
namespace hexscan {

struct TaylorRows {
    TaylorBox box;
    Taylor<Matrix6> rows;
    /// Upper bounds, for each row, on the norm of the remainder and of the second derivative along a straight way from
    /// the middle, covered in unit time. Infinite if nothing is known.
    Eigen::RowVector<double, leg_count> rests, bends;

    /// `rods` are those of the machine (rod_bounds.h), without effect if its legs are telescopic.
    TaylorRows(const Machine& machine, const AllRodBounds& rods, const PoseBox& box, RodVector vector);
    TaylorRows(const Machine& machine, const AllRodBounds& rods, const PoseBox& box, RodVector vector,
               const std::array<Vector, leg_count>& arms);

    bool are_bounded() const { return rests.allFinite() && bends.allFinite(); }
    /// Multiplies row i by weight i, and then all rows from the right by a matrix. The bounds include the rounding.
    void scale(const Vector6& weights, const Matrix6& by);
    /// The coordinate that changes the rows most. Nullopt if nothing is known of them or the box is a single pose.
    std::optional<std::size_t> steepest_axis() const;
};

/// A machine's platform joints relative to their centroid, divided by the Jacobian's length.
std::array<Vector, leg_count> relative_arms(const Machine& machine);

/// A row of the Jacobian from a direction and its moment.
inline Eigen::RowVector<double, leg_count> row_of(const Vector3& direction, const Vector3& moment) {
    Eigen::RowVector<double, leg_count> row;
    row << direction.transpose(), moment.transpose();
    return row;
}

}  // namespace hexscan

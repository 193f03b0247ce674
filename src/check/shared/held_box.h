#pragma once

#include <array>

#include "src/check/shared/taylor_rows.h"
#include "src/machine/shared/matrix6.h"

/// The conditioning of legs over a box of poses, to second order. Let J be the inverse Jacobian (singularity.h) in the
/// base's frame, with the rows (u, R e x u). Let t be the coordinates relative to the box's middle, divided by half its
/// widths. Let Q be the orthogonal factor of J's polar decomposition in the middle. Then
///     Q^T J = A + sum t_k A_k + sum_{j<k} t_j t_k A_jk + sum t_k^2 A_kk / 2 + a rest of third order.
/// A matrix S has no singular value below the smallest eigenvalue of (S + S^T) / 2 (Horn and Johnson, Topics in Matrix
/// Analysis, 3.3.5), which is a concave function of S. It has none above its norm, a convex function. The first three
/// terms are linear in each t_k. In the box they are means of their values at its corners, so the corners decide. The
/// negative part of the fourth term is subtracted, because corners may lack it. For a symmetric X it is at most
/// (X^2 / a + a - 2 X) / 4, with any a > 0. For the norm the fourth term is within half of itself from its middle. The
/// rest is at most a sixth of the largest third derivative along a straight way from the middle. Rows of rods are
/// divided by u . h (singularity.h). taylor_rows.h has rows with and without this division.
/// To prove only that J is regular, its inverse in the middle replaces Q^T, and rows of rods keep their factor u . h.
namespace hexscan {

/// The matrix that multiplies J from the left. The orthogonal factor preserves the singular values. The inverse of J in
/// the middle preserves only whether J is regular, and proves that in wider boxes.
enum class Preconditioner { orthogonal, inverse };
/// The rows of J that the preconditioner multiplies. With the inverse, rows of rods keep their positive factor u . h,
/// which does not change whether J is regular.
inline RodVector rod_vector_of(Preconditioner preconditioner) {
    return preconditioner == Preconditioner::orthogonal ? RodVector::over_along : RodVector::plain;
}

class HeldBox {
public:
    /// `rods` are those of the machine (rod_bounds.h), without effect if its legs are telescopic.
    HeldBox(const Machine& machine, const AllRodBounds& rods, const PoseBox& box,
            Preconditioner preconditioner = Preconditioner::orthogonal);
    /// For other rows than those of the Jacobian.
    HeldBox(const TaylorRows& of_legs, Preconditioner preconditioner);

    /// A lower bound on the conditioning at all poses, including rounding. It equals `enough` if that is proved;
    /// otherwise it is less, or minus infinity if nothing is proved. lowest_corner() is then the last corner that
    /// lowered the bound.
    double conditioning_at_least(double enough);
    /// True if the ratio of the smallest to the largest singular value is proved to exceed `least` at all poses. With
    /// the inverse, `least` must be 0.
    bool keeps(double least);
    /// True if all singular values are proved to exceed 1 at all poses. Not for the inverse.
    bool exceeds_one() const;
    unsigned lowest_corner() const { return lowest_corner_; }

    using Matrix = Matrix6;
    /// Q^T J without the remainder, and an upper bound on the remainder's norm.
    const Taylor<Matrix>& rows() const { return rows_; }
    double rest() const { return rest_; }

private:
    void multiply(const TaylorRows& of_legs, Preconditioner preconditioner);
    bool keeps_at(const Matrix& corner, double least);

    TaylorBox box_;
    Taylor<Matrix> rows_;
    Matrix taken_off_, half_squares_;
    double rest_ = 0, squares_off_ = 0;
    double largest_ = 0;  ///< first trial value for the bound on a corner's largest singular value
    unsigned lowest_corner_ = 0;
};

/// True if a symmetric matrix has no negative eigenvalue, except for rounding.
bool is_positive(const HeldBox::Matrix& x);

/// A positive semidefinite matrix that bounds the negative part of a symmetric matrix.
HeldBox::Matrix negative_part(const HeldBox::Matrix& x);

/// The approximate ratio of the smallest to the largest singular value at a pose. Returns NaN if it cannot be computed.
double conditioning_of_legs(const Machine& machine, const Pose& pose);

}  // namespace hexscan

#pragma once

#include <array>

#include "src/check/rods/rod_bounds.h"
#include "src/check/shared/leg_taylor.h"
#include "src/machine/shared/matrix6.h"

/// How well legs hold the platform over a box of poses, to second order. With J the inverse Jacobian
/// (singularity.h) in the base's frame, its rows (u, R e x u), t the coordinates from the box's middle over its half
/// widths, and Q the orthogonal factor of J's polar decomposition in the middle,
///     Q^T J = A + sum t_k A_k + sum_{j<k} t_j t_k A_jk + sum t_k^2 A_kk / 2 + a rest of third order.
/// A matrix S has no singular value below the smallest eigenvalue of (S + S^T) / 2 (Horn and Johnson, Topics in Matrix
/// Analysis, 3.3.5), a concave function of S, and none above its norm, a convex one. The first three terms are linear
/// in each t_k: in the box they are means of what they are at its corners, and it is enough to look there. Of the
/// fourth what is negative is taken off, as corners may lack it: of a symmetric X that is at most
/// (X^2 / a + a - 2 X) / 4, with any a > 0. For the norm it is no farther than half of it from its middle. The rest is
/// a sixth of what the third derivative along a straight way from the middle is at most. The rows of rods are divided
/// by u . h. They have no second term: A_k is the middle of the slopes (pose_slopes.h) in the box, and the rest is how
/// far the slopes are from it.
/// If only regularity is asked, J^-1 in the middle takes the place of Q^T, and rows of rods keep their factor u . h.
namespace hexscan {

/// What J is multiplied by from the left. The orthogonal factor keeps its singular values. The inverse of J in the
/// middle keeps only whether it is regular, and proves that in wider boxes.
enum class Preconditioner { orthogonal, inverse };

class HeldBox {
public:
    /// `rods` are the machine's (rod_bounds.h), empty where its legs are telescopic.
    HeldBox(const Machine& machine, const AllRodBounds& rods, const PoseBox& box,
            Preconditioner preconditioner = Preconditioner::orthogonal);

    /// At all poses the smallest singular value is above so much of the largest, rounding included: `enough`, or less
    /// where that cannot be told; minus infinity where nothing can. lowest_corner() is then where that was seen last.
    double conditioning_at_least(double enough);
    /// Whether the smallest is above `least` of the largest at all poses. With the inverse `least` must be 0.
    bool keeps(double least);
    unsigned lowest_corner() const { return lowest_corner_; }

    using Matrix = Matrix6;
    /// Q^T J but for the rest, and what that is in norm at most.
    const Taylor<Matrix>& rows() const { return rows_; }
    double rest() const { return rest_; }

private:
    void set_rows(const Machine& machine);
    void set_rows(const Machine& machine, const AllRodBounds& rods, Preconditioner preconditioner);
    void multiply(Preconditioner preconditioner);
    bool keeps_at(const Matrix& corner, double least);

    TaylorBox box_;
    Taylor<Matrix> rows_;
    Matrix taken_off_, half_squares_;
    Matrix off_ = Matrix::Zero();                                           ///< the rest at most, number by number
    Eigen::RowVector<double, leg_count> rests_ = decltype(rests_)::Zero();  ///< a further one, each row's norm at most
    double rest_ = 0, squares_off_ = 0;
    double largest_ = 0;  ///< that a corner's largest singular value is tried to be below
    unsigned lowest_corner_ = 0;
};

/// No less than what is negative of a symmetric matrix, turned positive.
HeldBox::Matrix negative_part(const HeldBox::Matrix& x);

/// Smallest over largest singular value at a pose; about. NaN where it is not found.
double conditioning_of_legs(const Machine& machine, const Pose& pose);

}  // namespace hexscan

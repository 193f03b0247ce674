#include "src/check/shared/held_box.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "kernels/maps/extreme_eigenvalues.h"
#include "src/base/interval.h"
#include "src/check/check_tuning.h"
#include "src/machine/shared/singularity.h"

namespace hexscan {
namespace {

Symmetric6<double> over(const Matrix6& matrix, double trace) {
    Symmetric6<double> result;
    for (int i = 0; i < matrix_rows; ++i)
        for (int j = 0; j <= i; ++j) result.at(i, j) = matrix(i, j) / trace;
    return result;
}

/// A tight upper bound on the largest eigenvalue of a matrix without negative eigenvalues. Returns NaN if no bound is
/// found.
double largest_eigenvalue(const Matrix6& matrix) {
    constexpr double within = 1e-6;
    const double trace = matrix.trace();
    return trace * (1 + within - smallest_eigenvalue(complement(tridiagonal(over(matrix, trace))), 0, within / 4));
}

/// True if two symmetric matrices have no negative eigenvalue, except for rounding. One pass eliminates both, which is
/// faster than two.
bool are_positive(const Matrix6& first, const Matrix6& other) {
    using Both = Eigen::Array2d;
    Both at[leg_count][leg_count];
    HEXSCAN_UNROLL
    for (int i = 0; i < matrix_rows; ++i) {
        HEXSCAN_UNROLL
        for (int j = 0; j <= i; ++j) at[i][j] = {first(i, j), other(i, j)};
    }
    HEXSCAN_UNROLL
    for (int k = 0; k < matrix_rows; ++k) {
        if (!(at[k][k] > 0).all()) return false;
        const Both over = at[k][k].inverse();
        HEXSCAN_UNROLL
        for (int j = k + 1; j < matrix_rows; ++j) {
            const Both part = at[j][k] * over;
            HEXSCAN_UNROLL
            for (int i = j; i < matrix_rows; ++i) at[i][j] -= part * at[i][k];
        }
    }
    return true;
}

Matrix6 symmetric_part(const Matrix6& matrix) { return 0.5 * (matrix + matrix.transpose()); }

}  // namespace

bool is_positive(const HeldBox::Matrix& x) { return are_positive(x, Matrix6::Identity()); }

HeldBox::Matrix negative_part(const HeldBox::Matrix& x) {
    const double about = 0.5 * x.norm();
    if (!(about > 0)) return Matrix6::Zero();
    return 0.25 * (x * x / about + about * Matrix6::Identity() - 2 * x);
}

HeldBox::HeldBox(const Machine& machine, const AllRodBounds& rods, const PoseBox& box, Preconditioner preconditioner)
    : HeldBox(TaylorRows(machine, rods, box, rod_vector_of(preconditioner)), preconditioner) {}

HeldBox::HeldBox(const TaylorRows& of_legs, Preconditioner preconditioner) : box_(of_legs.box), rows_(of_legs.rows) {
    if (of_legs.are_bounded())
        multiply(of_legs, preconditioner);
    else
        rest_ = infinity;
}

void HeldBox::multiply(const TaylorRows& of_legs, Preconditioner preconditioner) {
    // The added term covers the rounding of everything below.
    const decltype(of_legs.rests) rests = of_legs.rests + 0x1p-30 * rows_.middle.rowwise().norm().transpose();
    Matrix6 by;
    if (preconditioner == Preconditioner::orthogonal) {
        by = nearest_rotation(rows_.middle).transpose();
        rest_ = rests.norm() + rows_.middle.norm() * (by * by.transpose() - Matrix6::Identity()).norm();
    } else {
        by = inverse_of(rows_.middle);
        // The second term covers the rounding of the product of the middle and its inverse.
        rest_ = by.colwise().norm().dot(rests) + 0x1p-40 * by.norm() * rows_.middle.norm();
    }
    const auto turn = [&](Matrix6& matrix) { matrix = (by * matrix).eval(); };
    taken_off_ = half_squares_ = Matrix6::Zero();
    turn(rows_.middle);
    for (std::size_t k = 0; k < box_.count(); ++k) {
        turn(rows_.first[k]);
        for (std::size_t j = 0; j <= k; ++j) turn(rows_.second[k][j]);
        const Matrix6 square = 0.5 * rows_.second[k][k];
        taken_off_ += negative_part(symmetric_part(square));
        half_squares_ += 0.5 * square;
        squares_off_ += 0.5 * square.norm();
    }
}

bool HeldBox::keeps_at(const Matrix& corner, double least) {
    const Matrix6 held = symmetric_part(corner) - taken_off_, moved = corner + half_squares_;
    const Matrix6 square = least > 0 ? Matrix6(moved.transpose() * moved) : Matrix6::Zero();
    const auto is_held = [&] {
        const double less = rest_ + least * (largest_ + squares_off_ + rest_);
        return are_positive(held - less * Matrix6::Identity(), largest_ * largest_ * Matrix6::Identity() - square);
    };
    if (largest_ > 0 && is_held()) return true;
    largest_ = least > 0 ? std::sqrt(largest_eigenvalue(square)) : 1;
    return is_held();
}

bool HeldBox::keeps(double least) {
    return std::isfinite(rest_) &&
           at_all_corners(rows_, box_.count(), [&](const Matrix6& at, unsigned) { return keeps_at(at, least); });
}

bool HeldBox::exceeds_one() const {
    const Matrix6 less = taken_off_ + (1 + rest_) * Matrix6::Identity();
    return std::isfinite(rest_) && at_all_corners(rows_, box_.count(), [&](const Matrix6& at, unsigned) {
               return is_positive(symmetric_part(at) - less);
           });
}

double HeldBox::conditioning_at_least(double enough) {
    if (!std::isfinite(rest_)) return -infinity;
    double least = enough, step = tuning::conditioning_step;
    const auto look = [&](const Matrix6& at, unsigned sides) {
        for (; least > 0 && !keeps_at(at, least); step *= tuning::next_conditioning_step) {
            lowest_corner_ = box_.corner(sides);
            least -= step;
        }
        return least > 0;
    };
    return at_all_corners(rows_, box_.count(), look) ? least : -infinity;
}

double conditioning_of_legs(const Machine& machine, const Pose& pose) {
    if (!machine.is_telescopic()) return 1 / conditioning(machine, pose).condition;
    const Rotation turned = rotation_of(pose.orientation, machine.orientation_order);
    const std::array<Vector, leg_count> arms = relative_arms(machine);
    Matrix6 rows;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector3 l = eigen(pose.position_m + turned(machine.platform.points_m[i]) - machine.base.points_m[i]);
        const Vector3 u = l / l.norm();
        rows.row(static_cast<Eigen::Index>(i)) = row_of(u, eigen(turned(arms[i])).cross(u));
    }
    const Matrix6 square = rows.transpose() * rows;
    const auto ends = tridiagonal(over(square, square.trace()));
    const double smallest = smallest_eigenvalue(ends, 0x1p-26, 0x1p-52);
    return std::sqrt(smallest / (1 - smallest_eigenvalue(complement(ends), 0, 0x1p-30)));
}

}  // namespace hexscan

#pragma once

#include <cstddef>
#include <utility>

#include <Eigen/Core>

#include "src/machine/legs/leg_numbers.h"
#include "src/machine/rotation.h"

/// Matrices with a row or a column for each leg, and their decompositions. Only matrix6.cpp compiles Eigen's templates
/// for them.
namespace hexscan {

using Matrix6 = Eigen::Matrix<double, leg_count, leg_count>;
using Vector6 = Eigen::Matrix<double, leg_count, 1>;

/// Sets a leg's row from two vectors.
inline void set_row(Matrix6& rows, std::size_t leg, const Vector& first, const Vector& others) {
    const auto i = static_cast<Eigen::Index>(leg);
    rows(i, 0) = first.x, rows(i, 1) = first.y, rows(i, 2) = first.z;
    rows(i, 3) = others.x, rows(i, 4) = others.y, rows(i, 5) = others.z;
}

/// The decomposition u * diag(values) * v'. Values are in descending order.
struct SingularValues6 {
    Matrix6 v;
    Vector6 values;
};
struct SingularValues3 {
    Eigen::Matrix3d u, v;
    Eigen::Vector3d values;
};
/// Decomposes a matrix that contains no NaN and no infinity.
SingularValues6 singular_values(const Matrix6& matrix);
SingularValues3 singular_values(const Eigen::Matrix3d& matrix);

/// The smallest and the largest singular value. If the matrix is far from singular, they are the square roots of the
/// eigenvalues of m' m. That is faster than a decomposition of m and equally accurate.
std::pair<double, double> extreme_singular_values(const Matrix6& matrix);

/// The smallest and the largest eigenvalue of m' m, and an eigenvector for each.
std::pair<double, double> extreme_eigenvalues_of_square(const Matrix6& m);
std::pair<Vector6, Vector6> extreme_eigenvectors_of_square(const Matrix6& m);

/// The rotation nearest to a matrix: m (m' m)^-1/2.
Matrix6 nearest_rotation(const Matrix6& m);

/// A matrix T with T' m T = 1 for a symmetric matrix m with positive eigenvalues. For other matrices the entries are
/// NaN or large.
Matrix6 inverse_root_of(const Matrix6& m);

/// The inverse, computed by elimination. For a singular matrix the entries are NaN or large.
Matrix6 inverse_of(const Matrix6& matrix);
Vector6 solution(const Matrix6& matrix, const Vector6& right);
double determinant_of(const Matrix6& matrix);
double determinant_of(const Eigen::Matrix3d& matrix);
Eigen::Matrix3d inverse_of(const Eigen::Matrix3d& matrix);

}  // namespace hexscan

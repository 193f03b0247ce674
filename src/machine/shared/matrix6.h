#pragma once

#include <cstddef>
#include <utility>

#include <Eigen/Core>

#include "src/machine/legs/leg_numbers.h"
#include "src/machine/rotation.h"

/// Matrices with a row or a column for each leg, and what they are taken apart to: Eigen's decompositions, compiled
/// once.
namespace hexscan {

using Matrix6 = Eigen::Matrix<double, leg_count, leg_count>;
using Vector6 = Eigen::Matrix<double, leg_count, 1>;

/// A leg's row: three numbers, then three others.
inline void set_row(Matrix6& rows, std::size_t leg, const Vector& first, const Vector& others) {
    const auto i = static_cast<Eigen::Index>(leg);
    rows(i, 0) = first.x, rows(i, 1) = first.y, rows(i, 2) = first.z;
    rows(i, 3) = others.x, rows(i, 4) = others.y, rows(i, 5) = others.z;
}

/// Of u * diag(values) * v', the values from the largest on.
struct SingularValues6 {
    Matrix6 v;
    Vector6 values;
};
struct SingularValues3 {
    Eigen::Matrix3d u, v;
    Eigen::Vector3d values;
};
/// Of a matrix without a NaN or an infinity.
SingularValues6 singular_values(const Matrix6& matrix);
SingularValues3 singular_values(const Eigen::Matrix3d& matrix);

/// The smallest and the largest. Those of a matrix that is far from singular are roots of its square's eigenvalues,
/// which are found sooner than by decomposing it and are as good.
std::pair<double, double> extreme_singular_values(const Matrix6& matrix);

/// Of m' m: the smallest and the largest eigenvalue, and an eigenvector of either.
std::pair<double, double> extreme_eigenvalues_of_square(const Matrix6& m);
std::pair<Vector6, Vector6> extreme_eigenvectors_of_square(const Matrix6& m);

/// m (m' m)^-1/2, the rotation next to a matrix.
Matrix6 nearest_rotation(const Matrix6& m);

/// By elimination; of a singular matrix no number or large ones.
Matrix6 inverse_of(const Matrix6& matrix);
Vector6 solution(const Matrix6& matrix, const Vector6& right);
double determinant_of(const Matrix6& matrix);
double determinant_of(const Eigen::Matrix3d& matrix);
Eigen::Matrix3d inverse_of(const Eigen::Matrix3d& matrix);

}  // namespace hexscan

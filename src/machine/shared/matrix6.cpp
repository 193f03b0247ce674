#include "src/machine/shared/matrix6.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/SVD>

namespace hexscan {
namespace {

using Eigenvalues = Eigen::SelfAdjointEigenSolver<Matrix6>;
using Singular6 = Eigen::JacobiSVD<Matrix6, Eigen::NoQRPreconditioner>;
using Singular3 = Eigen::JacobiSVD<Eigen::Matrix3d, Eigen::NoQRPreconditioner>;

/// The eigenvalues of m' m.
Eigenvalues eigenvalues_of_square(const Matrix6& m, int options) {
    const Matrix6 square = m.transpose() * m;
    return Eigenvalues(square, options);
}

}  // namespace

SingularValues6 singular_values(const Matrix6& matrix) {
    const Singular6 found(matrix, Eigen::ComputeFullV);
    return {found.matrixV(), found.singularValues()};
}

SingularValues3 singular_values(const Eigen::Matrix3d& matrix) {
    const Singular3 found(matrix, Eigen::ComputeFullU | Eigen::ComputeFullV);
    return {found.matrixU(), found.matrixV(), found.singularValues()};
}

std::pair<double, double> extreme_singular_values(const Matrix6& matrix) {
    constexpr double far_from_singular = 1e-3;
    const Matrix6 square = matrix * matrix.transpose();
    const Vector6 squares = Eigenvalues(square, Eigen::EigenvaluesOnly).eigenvalues();
    const double largest = std::sqrt(std::max(0.0, squares(leg_count - 1)));
    const double smallest = std::sqrt(std::max(0.0, squares(0)));
    if (smallest > far_from_singular * largest) return {smallest, largest};
    const Vector6 values = Singular6(matrix).singularValues();
    return {values(leg_count - 1), values(0)};
}

std::pair<double, double> extreme_eigenvalues_of_square(const Matrix6& m) {
    const Eigenvalues found = eigenvalues_of_square(m, Eigen::EigenvaluesOnly);
    return {found.eigenvalues()(0), found.eigenvalues()(leg_count - 1)};
}

std::pair<Vector6, Vector6> extreme_eigenvectors_of_square(const Matrix6& m) {
    const Eigenvalues found = eigenvalues_of_square(m, Eigen::ComputeEigenvectors);
    return {found.eigenvectors().col(0), found.eigenvectors().col(leg_count - 1)};
}

Matrix6 nearest_rotation(const Matrix6& m) {
    return m * eigenvalues_of_square(m, Eigen::ComputeEigenvectors).operatorInverseSqrt();
}

Matrix6 inverse_root_of(const Matrix6& m) {
    const Matrix6 lower = m.llt().matrixL();
    return lower.triangularView<Eigen::Lower>().solve(Matrix6::Identity()).transpose();
}

Matrix6 inverse_of(const Matrix6& matrix) { return matrix.partialPivLu().inverse(); }

Vector6 solution(const Matrix6& matrix, const Vector6& right) { return matrix.partialPivLu().solve(right); }

double determinant_of(const Matrix6& matrix) { return matrix.determinant(); }

double determinant_of(const Eigen::Matrix3d& matrix) { return matrix.determinant(); }

Eigen::Matrix3d inverse_of(const Eigen::Matrix3d& matrix) { return matrix.inverse(); }

}  // namespace hexscan

#include "src/machine/shared/point_spread.h"

#include <cmath>
#include <cstddef>

#include "src/machine/shared/matrix6.h"

namespace hexscan {
namespace {

/// Sets a component to exactly 0 if only rounding makes it differ from 0.
double zero_if_tiny(double component) { return std::abs(component) < negligible_share ? 0 : component; }

}  // namespace

Vector centroid_of(const std::array<Vector, leg_count>& points) {
    Vector sum{0, 0, 0};
    for (const Vector& point : points) sum = sum + point;
    return {sum.x / leg_count, sum.y / leg_count, sum.z / leg_count};
}

PointSpread spread_of(const std::array<Vector, leg_count>& points) {
    const Vector middle = centroid_of(points);
    Eigen::Matrix<double, 3, leg_count> spread;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector from = points[i] - middle;
        spread.col(static_cast<Eigen::Index>(i)) << from.x, from.y, from.z;
    }
    const SingularValues3 found = singular_values(Eigen::Matrix3d(spread * spread.transpose()));
    return {middle, found.u, found.values};
}

std::optional<Vector> plane_normal(const PointSpread& spread) {
    const Eigen::Vector3d& squares = spread.squares;
    // Accepts a plane only if the points' thickness is at most half their width.
    if (!(squares(1) > negligible_share * squares(0)) || !(4 * squares(2) <= squares(1))) return std::nullopt;
    Eigen::Vector3d normal = spread.axes.col(2).unaryExpr(&zero_if_tiny).normalized();
    Eigen::Index upright = 0;
    normal.cwiseAbs().maxCoeff(&upright);
    if (normal(upright) < 0) normal = -normal;
    return Vector{normal.x(), normal.y(), normal.z()};
}

}  // namespace hexscan

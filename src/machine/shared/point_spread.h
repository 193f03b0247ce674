#pragma once

#include <array>
#include <optional>

#include <Eigen/Core>

#include "src/machine/legs/leg_numbers.h"
#include "src/machine/rotation.h"

namespace hexscan {

/// A number counts as a rounding error if its share of the size of the points is smaller.
inline constexpr double negligible_share = 1e-9;

/// How six points, such as the joints of a side, are spread about their centroid.
struct PointSpread {
    Vector middle;            ///< the centroid
    Eigen::Matrix3d axes;     ///< principal axes as columns, the one with the widest spread first
    Eigen::Vector3d squares;  ///< sums of squared distances from the centroid, along each axis
};
Vector centroid_of(const std::array<Vector, leg_count>& points);
PointSpread spread_of(const std::array<Vector, leg_count>& points);

/// The unit normal of the plane in which points spread. It is exact if the plane should be perpendicular to a
/// coordinate axis. Its largest component is positive. Returns nullopt if the points are on a line, or if their
/// thickness exceeds half their width.
std::optional<Vector> plane_normal(const PointSpread& spread);

}  // namespace hexscan

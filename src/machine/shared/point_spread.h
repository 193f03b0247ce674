#pragma once

#include <array>
#include <optional>

#include <Eigen/Core>

#include "src/machine/legs/leg_numbers.h"
#include "src/machine/rotation.h"

namespace hexscan {

/// How six points, such as a side's joints, spread about their centroid.
struct PointSpread {
    Vector middle;            ///< the centroid
    Eigen::Matrix3d axes;     ///< principal axes as columns, that of the widest spread first
    Eigen::Vector3d squares;  ///< sums of squared distances from the centroid, along each axis
};
Vector centroid_of(const std::array<Vector, leg_count>& points);
PointSpread spread_of(const std::array<Vector, leg_count>& points);

/// A unit vector perpendicular to the plane that points spread in. It is exact if the plane is meant to be
/// perpendicular to a coordinate axis, and points towards rising values of its largest component. Nullopt if the points
/// are on a line, or more than half as thick as wide.
std::optional<Vector> plane_normal(const PointSpread& spread);

}  // namespace hexscan

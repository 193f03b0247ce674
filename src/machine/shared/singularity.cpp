#include "src/machine/shared/singularity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <string_view>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "src/base/numbers.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/shared/matrix6.h"
#include "src/machine/shared/point_spread.h"

namespace hexscan {
namespace {

using Columns = Eigen::Matrix<double, 3, leg_count>;

/// Tolerance relative to the machine's size. Smaller differences count as 0.
constexpr double coincidence = 1e-7;
constexpr double lost_rank = 1e-9;

Eigen::Vector3d eigen(const Vector& v) { return {v.x, v.y, v.z}; }

Columns columns_of(const std::array<Vector, leg_count>& points) {
    Columns columns;
    for (std::size_t i = 0; i < leg_count; ++i) columns.col(static_cast<Eigen::Index>(i)) = eigen(points[i]);
    return columns;
}

Columns centred(const Columns& points) { return points.colwise() - points.rowwise().mean(); }

/// Root mean square distance of points from their centroid.
double radius_of(const Columns& points) { return centred(points).norm() / std::sqrt(double(leg_count)); }

std::optional<double> given_length_m(const Machine& machine) {
    return machine.singularity ? machine.singularity->length : std::nullopt;
}

/// Returns the machine without the characteristic length that its file gives.
Machine with_own_length(Machine machine) {
    if (machine.singularity) machine.singularity->length.reset();
    return machine;
}

/// The legs, or their rods, at a pose, by columns: lower ends, upper ends and unit vectors between them.
struct Legs {
    Columns base, joints, directions;
    Columns motions;      ///< unit vectors along which the rods' feet move
    double radius_m = 0;  ///< the length r of Conditioning
    bool has_rods = false;
};

Legs legs_at(const Machine& machine, const Pose& pose) {
    const Rotation turned = rotation_of(pose.orientation, machine.orientation_order);
    std::array<Vector, leg_count> joints{};
    for (std::size_t i = 0; i < leg_count; ++i) joints[i] = pose.position_m + turned(machine.platform.points_m[i]);
    Legs legs{columns_of(machine.base.points_m), columns_of(joints), {}, {}, 0, false};
    if (machine.is_telescopic()) {
        legs.directions = (legs.joints - legs.base).colwise().normalized();
    } else {
        legs.has_rods = true;
        const std::array<LegShape, leg_count> shapes = leg_shapes(machine, pose);
        for (std::size_t i = 0; i < leg_count; ++i) {
            const auto column = static_cast<Eigen::Index>(i);
            legs.base.col(column) += eigen(shapes[i].foot_m);
            legs.motions.col(column) = eigen(shapes[i].motion);
        }
        legs.directions = (legs.joints - legs.base).colwise().normalized();
    }
    legs.radius_m = radius_of(legs.joints);
    if (!(legs.radius_m > coincidence * radius_of(legs.base))) legs.radius_m = radius_of(legs.base);
    if (!(legs.radius_m > 0)) legs.radius_m = 1;
    if (const auto given = given_length_m(machine)) legs.radius_m = *given;
    return legs;
}

/// `arms` are the platform's joints relative to the twist's reference point, divided by the legs' radius.
Matrix6 inverse_jacobian(const Legs& legs, const Columns& arms) {
    Matrix6 jacobian;
    for (Eigen::Index i = 0; i < leg_count; ++i) {
        const Eigen::Vector3d u = legs.directions.col(i), arm = arms.col(i);
        jacobian.row(i) << u.transpose(), arm.cross(u).transpose();
        // If a foot moves perpendicularly to its rod, the leg is at the edge of its branch, and the quotient is not
        // finite.
        if (legs.has_rods) jacobian.row(i) /= u.dot(legs.motions.col(i));
    }
    return jacobian;
}

Matrix6 inverse_jacobian(const Legs& legs) { return inverse_jacobian(legs, centred(legs.joints) / legs.radius_m); }

std::string numbers_text(const Eigen::Vector3d& v, double unit) {
    const auto number = [&](double x) { return significant(std::abs(x) < 1e-9 * v.norm() ? 0 : x / unit, 4); };
    return fmt::format("({}, {}, {})", number(v.x()), number(v.y()), number(v.z()));
}

std::string coincident_legs(const Columns& feet, const Columns& joints) {
    const double size_m = std::max(radius_of(feet), radius_of(joints));
    for (Eigen::Index i = 0; i < leg_count; ++i)
        for (Eigen::Index j = i + 1; j < leg_count; ++j) {
            const double apart_m = (feet.col(i) - feet.col(j)).norm() + (joints.col(i) - joints.col(j)).norm();
            if (apart_m < coincidence * size_m)
                return fmt::format("legs {} and {} are in the same place", i + 1, j + 1);
        }
    return "";
}

/// True if scaling, rotation and translation map one set of points to the other (Kabsch 1976, Umeyama 1991).
bool are_similar(const Columns& from, const Columns& to) {
    const Columns a = centred(from), b = centred(to);
    if (!(a.norm() > 0) || !(b.norm() > 0)) return false;
    const auto [u, v, values] = singular_values(Eigen::Matrix3d(b * a.transpose()));
    const Eigen::Vector3d handed(1, 1, determinant_of(u) * determinant_of(v) < 0 ? -1 : 1);
    const Eigen::Matrix3d turn = u * handed.asDiagonal() * v.transpose();
    const double scale = values.cwiseProduct(handed).sum() / a.squaredNorm();
    return (b - scale * turn * a).norm() < coincidence * b.norm();
}

/// True if six points are on one line.
bool are_on_a_line(const Columns& points, const Eigen::Vector3d& widest) {
    const Columns from = centred(points);
    return (from - widest * (widest.transpose() * from)).norm() < coincidence * from.norm();
}

/// True if six points of a plane are on a conic section, that is, if a quadratic form is zero at all of them.
bool are_on_a_conic(const std::array<Vector, leg_count>& points) {
    const PointSpread spread = spread_of(points);
    const Columns from = centred(columns_of(points)) / radius_of(columns_of(points));
    const Columns at = spread.axes.transpose() * from;
    if (!(at.row(2).norm() < coincidence)) return false;
    Matrix6 terms;
    for (Eigen::Index i = 0; i < leg_count; ++i) {
        const double x = at(0, i), y = at(1, i);
        terms.row(i) << x * x, x * y, y * y, x, y, 1;
    }
    const Vector6 values = singular_values(terms).values;
    return values(leg_count - 1) < coincidence * values(0);
}

/// Explains how the joints of one side make a machine singular in every pose. The result is empty if they do not.
std::string structure_of_side_text(const std::array<Vector, leg_count>& points, std::string_view side) {
    const Columns joints = columns_of(points);
    if (are_on_a_line(joints, spread_of(points).axes.col(0)))
        return fmt::format("all joints of the {} are on one line, and no leg resists a turn about it", side);
    for (Eigen::Index i = 0; i < leg_count; ++i) {
        const Eigen::Index together =
            ((joints.colwise() - joints.col(i)).colwise().norm().array() < coincidence * radius_of(joints)).count();
        if (together > 3)
            return fmt::format("{} legs share a joint of the {}, and no more than three of them are independent",
                               together, side);
    }
    return "";
}

bool are_parallel(const Legs& legs) {
    for (Eigen::Index i = 1; i < leg_count; ++i)
        if (legs.directions.col(0).cross(legs.directions.col(i)).norm() > coincidence) return false;
    return true;
}

/// The point that all legs' lines have in common, if there is one.
std::optional<Eigen::Vector3d> common_point(const Legs& legs) {
    Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
    Eigen::Vector3d moment = Eigen::Vector3d::Zero();
    for (Eigen::Index i = 0; i < leg_count; ++i) {
        const Eigen::Vector3d u = legs.directions.col(i);
        const Eigen::Matrix3d across = Eigen::Matrix3d::Identity() - u * u.transpose();
        sum += across;
        moment += across * legs.base.col(i);
    }
    // The point is NaN if the lines are parallel.
    const Eigen::Vector3d point = inverse_of(sum) * moment;
    for (Eigen::Index i = 0; i < leg_count; ++i)
        if (!(legs.directions.col(i).cross(point - legs.base.col(i)).norm() < coincidence * legs.radius_m))
            return std::nullopt;
    return point;
}

/// Describes the motion that no leg resists: a translation, a rotation about a line that all legs meet, or a screw.
std::string slack_text(const Legs& legs, const Conditioning& state, const Units& units) {
    const auto& s = state.slack;
    const Eigen::Vector3d velocity(s[0], s[1], s[2]), turning = Eigen::Vector3d(s[3], s[4], s[5]) / legs.radius_m;
    const Eigen::Vector3d centre = legs.joints.rowwise().mean();
    if (turning.norm() * legs.radius_m < 1e-6 * velocity.norm())
        return fmt::format("no leg resists a shift along {}: all legs are perpendicular to it",
                           numbers_text(velocity.normalized(), 1));
    const Eigen::Vector3d point = centre + turning.cross(velocity) / turning.squaredNorm();
    const double pitch_m = turning.dot(velocity) / turning.squaredNorm();
    const std::string line = fmt::format("the line through {} {} along {}", numbers_text(point, units.metres(1)),
                                         units.length, numbers_text(turning.normalized(), 1));
    if (std::abs(pitch_m) < 1e-6 * legs.radius_m)
        return fmt::format("all legs meet {} or are parallel to it, so none resists a turn about it", line);
    return fmt::format("no leg resists a screw about {} with a pitch of {} per turn", line,
                       units.length_text(2 * std::numbers::pi * pitch_m, 4));
}

int rank_of(const Vector6& values) {
    int rank = 0;
    for (Eigen::Index k = 0; k < leg_count; ++k)
        if (values(k) > lost_rank * values(0)) ++rank;
    return rank;
}

int rank_of(const Matrix6& jacobian) { return rank_of(singular_values(jacobian).values); }

}  // namespace

Conditioning conditioning(const Machine& machine, const Pose& pose) {
    const Legs legs = legs_at(machine, pose);
    const Matrix6 jacobian = inverse_jacobian(legs);
    Conditioning result;
    result.length_m = legs.radius_m;
    result.condition = std::numeric_limits<double>::infinity();
    // With NaN entries the decomposition would leave its values unset.
    if (!jacobian.allFinite()) return result;
    const auto found = singular_values(jacobian);
    const Vector6& values = found.values;
    for (Eigen::Index k = 0; k < leg_count; ++k) {
        result.singular_values[static_cast<std::size_t>(k)] = values(k);
        result.slack[static_cast<std::size_t>(k)] = found.v(k, leg_count - 1);
    }
    // A characteristic length from the file can scale the rows arbitrarily, but it does not change the rank.
    result.rank =
        given_length_m(machine) ? rank_of(inverse_jacobian(legs_at(with_own_length(machine), pose))) : rank_of(values);
    if (result.rank == leg_count) result.condition = values(0) / values(leg_count - 1);
    return result;
}

double characteristic_length_m(const Machine& machine) {
    if (const auto given = given_length_m(machine)) return *given;
    const double base_m = radius_of(columns_of(machine.base.points_m));
    const double platform_m = radius_of(columns_of(machine.platform.points_m));
    const double length_m = platform_m > coincidence * base_m ? platform_m : base_m;
    return length_m > 0 ? length_m : 1;
}

Vector joints_middle_m(const Machine& machine) {
    Vector middle_m{0, 0, 0};
    for (const Vector& joint : machine.platform.points_m) middle_m = middle_m + scaled(joint, 1.0 / leg_count);
    return middle_m;
}

std::string condition_place_text(const Machine& machine) {
    const std::string length = machine.units.length_text(characteristic_length_m(machine), 4);
    return given_length_m(machine)
               ? fmt::format("at the centre of the platform joints, lengths divided by {}", length)
               : fmt::format(
                     "at the centre of the platform joints, lengths divided by their RMS distance of {} from it",
                     length);
}

PoseError pose_error(const Machine& machine, const Pose& pose, const std::array<double, leg_count>& leg_errors_m) {
    const Legs legs = legs_at(machine, pose);
    const Columns arms = (legs.joints.colwise() - eigen(pose.position_m)) / legs.radius_m;
    const Vector6 twist = solution(inverse_jacobian(legs, arms), Eigen::Map<const Vector6>(leg_errors_m.data()));
    return {twist.head<3>().norm(), twist.tail<3>().norm() / legs.radius_m};
}

std::optional<PoseError> worst_pose_error(const Machine& machine, const Pose& pose, double leg_error_m) {
    if (conditioning(machine, pose).rank < leg_count) return std::nullopt;
    PoseError worst;
    // The norm is largest at a corner of the box of errors. Opposite corners give the same norm.
    for (unsigned signs = 0; signs < 1U << (leg_count - 1); ++signs) {
        std::array<double, leg_count> errors_m{};
        for (std::size_t leg = 0; leg < leg_count; ++leg)
            errors_m[leg] = (signs >> leg & 1U) == 0 ? leg_error_m : -leg_error_m;
        const PoseError error = pose_error(machine, pose, errors_m);
        worst.displacement_m = std::max(worst.displacement_m, error.displacement_m);
        worst.rotation_rad = std::max(worst.rotation_rad, error.rotation_rad);
    }
    return worst;
}

double determinant(const Machine& machine, const Pose& pose) {
    const Matrix6 jacobian = inverse_jacobian(legs_at(machine, pose));
    return jacobian.allFinite() ? determinant_of(jacobian) : 0;
}

std::string singular_structure_text(const Machine& machine) {
    const Columns base = columns_of(machine.base.points_m), platform = columns_of(machine.platform.points_m);
    if (std::string text = structure_of_side_text(machine.platform.points_m, "platform"); !text.empty()) return text;
    // The feet of legs with rods are not the base joints, so this structure proves nothing there.
    if (!machine.is_telescopic()) return "";
    if (std::string text = structure_of_side_text(machine.base.points_m, "base"); !text.empty()) return text;
    if (std::string text = coincident_legs(base, platform); !text.empty()) return text;
    if (are_similar(base, platform) && are_on_a_conic(machine.base.points_m))
        return "base and platform are similar hexagons, joint for joint; turn one of them or change its spread";
    return "";
}

std::string singularity_text(const Machine& whole, const Pose& pose) {
    const Machine machine = with_own_length(whole);
    const Legs legs = legs_at(machine, pose);
    if (std::string text = singular_structure_text(machine); !text.empty()) return text;
    if (std::string text = coincident_legs(legs.base, legs.joints); !text.empty()) return text;
    if (are_parallel(legs)) return "all legs are parallel";
    if (const auto point = common_point(legs))
        return fmt::format("all legs meet in one point, {} {}", numbers_text(*point, machine.units.metres(1)),
                           machine.units.length);
    return slack_text(legs, conditioning(machine, pose), machine.units);
}

}  // namespace hexscan

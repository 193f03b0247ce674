#pragma once

#include <array>
#include <optional>
#include <string>

#include "src/machine/machine.h"

/// How well the six legs hold the platform at a pose.
namespace hexscan {

/// The inverse Jacobian's singular values, largest first. Its row i is (u, (R c) x u / r), with u the leg's direction,
/// c the platform joint seen from the platform joints' centroid and r their root mean square distance from it, so that
/// all its entries are numbers without a unit; of a leg with a rod u is the rod's direction, and the row is divided by
/// u . h, with h the direction in which the rod's foot moves (Gosselin and Angeles, IEEE Trans. Robotics and Automation
/// 6, 1990; Merlet, Parallel Robots, 2nd ed., ch. 5 and 6). Another point or another length gives other numbers: there
/// is no agreed one (Ma and Angeles, Optimum architecture design of platform manipulators, 1991, take the length of the
/// best condition).
struct Conditioning {
    std::array<double, leg_count> singular_values{};
    double length_m = 0;  ///< r
    int rank = 0;         ///< singular values above 1e-9 of the largest, over the length that the machine has by itself
    double condition = 0;                   ///< largest over smallest; infinity where the rank is below 6
    std::array<double, leg_count> slack{};  ///< the motion that the legs hold least: velocity, then turning times r
};

/// r: what the machine's file gives, else the root mean square distance of the platform's joints from their centroid,
/// or of the base's where those are all in one place.
double characteristic_length_m(const Machine& machine);

/// The platform's joints' centroid, in its frame.
Vector joints_middle_m(const Machine& machine);

/// The point and the length that a condition is told for, in words.
std::string condition_place_text(const Machine& machine);

/// Of the legs' lines at a pose, from the singular values of their 6 x 6 matrix. Rank 0 where a leg has no length, and
/// with it no direction.
Conditioning conditioning(const Machine& machine, const Pose& pose);

/// How far a platform may be off at a pose.
struct PoseError {
    double displacement_m = 0;  ///< of the position: of the tool, or the platform's origin
    double rotation_rad = 0;
};

/// What errors of the legs' lengths, in metres, make of the pose, to first order. The rank must be 6.
PoseError pose_error(const Machine& machine, const Pose& pose, const std::array<double, leg_count>& leg_errors_m);

/// The largest that errors of at most `leg_error_m` in the legs' lengths cause, to first order: displacement and
/// rotation each at the signs of the errors that are worst for it. Nothing where the rank is below 6.
std::optional<PoseError> worst_pose_error(const Machine& machine, const Pose& pose, double leg_error_m);

/// The determinant of the same matrix. Its sign changes at singularities only. 0 where a leg has no length.
double determinant(const Machine& machine, const Pose& pose);

/// What makes a machine singular at a pose, in words: coincident legs, similar hexagons, parallel legs, legs through
/// one point or one line, or else the motion that no leg resists. Asks for a pose where the rank is below 6.
std::string singularity_text(const Machine& machine, const Pose& pose);

/// Whether the machine is singular at poses around this one too: by its architecture and not by the pose.
bool singular_everywhere(const Machine& machine, const Pose& pose);

}  // namespace hexscan

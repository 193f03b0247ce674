#pragma once

#include <array>
#include <optional>
#include <string>

#include "src/machine/machine.h"

/// The conditioning of the six legs at a pose.
namespace hexscan {

/// The singular values of the inverse Jacobian, in descending order. Row i is (u, (R c) x u / r). Here u is the leg's
/// direction and c the platform joint relative to the platform joints' centroid. The length r is the joints' root mean
/// square distance from the centroid, so all entries are dimensionless. For a leg with a rod, u is the rod's direction
/// and the row is divided by u . h, where h is the motion of the rod's foot. (Gosselin and Angeles, IEEE Trans.
/// Robotics and Automation 6, 1990; Merlet, Parallel Robots, 2nd ed., ch. 5 and 6.)
///
/// Another reference point or another length gives other values, and there is no agreed choice. Ma and Angeles (Optimum
/// architecture design of platform manipulators, 1991) use the length that gives the best condition number.
struct Conditioning {
    std::array<double, leg_count> singular_values{};
    double length_m = 0;  ///< the length r
    int rank = 0;         ///< number of singular values above 1e-9 of the largest, without the length that a file gives
    double condition = 0;                   ///< largest over smallest singular value; infinite if the rank is below 6
    std::array<double, leg_count> slack{};  ///< The motion that the legs resist least: velocity, then angular velocity
                                            ///< times r.
};

/// The length r of Conditioning. The machine's file can give it. Otherwise it is the root mean square distance of the
/// platform's joints from their centroid. If all platform joints coincide, the length is that distance for the base's
/// joints.
double characteristic_length_m(const Machine& machine);

/// The centroid of the platform's joints, in the platform frame.
Vector joints_middle_m(const Machine& machine);

/// Names the reference point and the length of a reported condition number.
std::string condition_place_text(const Machine& machine);

/// The singular values of the legs' inverse Jacobian at a pose. The rank is 0 if an entry is not finite, because a leg
/// has length 0 or a rod is perpendicular to its foot's motion.
Conditioning conditioning(const Machine& machine, const Pose& pose);

/// The error of the platform's pose.
struct PoseError {
    double displacement_m = 0;  ///< displacement of the tool, or of the platform's origin without a tool
    double rotation_rad = 0;
};

/// The pose error that these errors of the legs' lengths cause, to first order. The rank must be 6.
PoseError pose_error(const Machine& machine, const Pose& pose, const std::array<double, leg_count>& leg_errors_m);

/// The largest pose error that length errors of at most `leg_error_m` can cause, to first order. Displacement and
/// rotation are each taken for their worst combination of signs. Returns nullopt if the rank is below 6.
std::optional<PoseError> worst_pose_error(const Machine& machine, const Pose& pose, double leg_error_m);

/// The determinant of the inverse Jacobian. Its sign changes only at singularities. The result is 0 if an entry is not
/// finite, as in conditioning().
double determinant(const Machine& machine, const Pose& pose);

/// Explains why a machine is singular at a pose. The explanations are coincident legs, similar hexagons, parallel legs,
/// legs through one point or one line, or a motion that no leg resists. The rank at the pose must be below 6.
std::string singularity_text(const Machine& machine, const Pose& pose);

/// Explains which structure makes a machine singular in every pose. The result is empty if no known structure proves
/// it. There are three known structures. Telescopic legs connect similar planar hexagons on a conic, joint for joint
/// (Karger, Mechanism and Machine Theory 38, 2003). Two telescopic legs connect the same two points. All joints of a
/// side are on one line, or four of them coincide. For legs with rods, only the platform's joints count, because the
/// feet move.
std::string singular_structure_text(const Machine& machine);

}  // namespace hexscan

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hexscan/machine.h"
#include "hexscan/pose_radius.h"

/// Forward kinematics: the poses in which a machine has given joint values. These are lengths and travels in metres, or
/// angles of arms in radians, as Hexapod::joint_values() returns them.
namespace hexscan {

/// The state of knowledge about the poses for a row of joint values.
enum class PoseStatus : std::uint8_t {
    found,      ///< There is at least one.
    none,       ///< No pose exists, proved.
    infinite,   ///< They form a curve or a surface. `reason` says how this is known.
    undecided,  ///< No pose was found, and no proof excludes one.
    fitted,     ///< No pose was found. The one given has the least sum of squared errors of the lengths.
    lost        ///< With PoseOptions::follow: the way from the row before could not be proved.
};

/// "found", "none" and so on.
const char* status_name(PoseStatus status) noexcept;

/// A pose with given joint values.
struct AssembledPose : PoseCertificate {
    PlatformPose pose;                      ///< the pose
    double residual_m = 0;                  ///< largest error of the length of a leg or rod
    double conditioning = 0;                ///< smallest over largest singular value of the inverse Jacobian
    std::vector<int> violated;              ///< numbers of the limits that the pose violates
    std::vector<int> other_branch;          ///< Legs, 1 to 6, on the other branch: an arm or a carriage has two
                                            ///< positions for a rod, and this is not the one that the file names.
    std::optional<bool> connected_to_home;  ///< False: a singularity lies between. True: a path without one is proved.
    bool path_keeps_limits = false;         ///< All limits hold on that path, proved.
};

/// A region of poses for which a search could not decide whether one of them has the joint values.
struct UndecidedPoses {
    PlatformPose pose;  ///< the middle of the region
    PoseRadius within;  ///< the radius of the region
};

/// The poses for one row of joint values.
struct AssembledPoses {
    PoseStatus status = PoseStatus::undecided;  ///< what is known
    std::vector<AssembledPose> poses;           ///< one; with PoseOptions::all all known ones, nearest to home first
    bool complete = false;                      ///< with PoseOptions::all: there are no others, proved
    /// With PoseOptions::all: small regions that may hold other poses, for example one that is nearly singular.
    std::vector<UndecidedPoses> undecided;
    double unsearched = 0;  ///< with PoseOptions::all: share of all rotations at which the search gave up
    std::string reason;     ///< explains a status other than found
};

/// The options of find_poses().
struct PoseOptions {
    std::optional<PlatformPose> near{};  ///< Start of the search; home if empty.
    bool all = false;                    ///< Finds all poses, not only the one that the search meets from its start.
    bool follow = false;                 ///< Starts each row from the pose of the row before, in proved steps.
    bool fit = false;                    ///< Gives the pose of least squares where no pose has the joint values.
    int effort = 1;                      ///< From 1 to 1000: searches split this many times as many parts before they
                                         ///< give up.
    std::uint64_t seed = 1;              ///< Seed of the random starts.
};

/// Finds poses for rows of joint values. Without PoseOptions::all it gives the pose to which Newton's method leads from
/// the start. If Newton's method fails, or leads to a leg on another branch, the function searches for all poses and
/// gives the nearest one. With PoseOptions::fit a row without any pose gets the one with the least sum of squared
/// errors of the legs' or rods' lengths. Throws InputError if a number is not finite, and UsageError for an effort
/// outside its range or for more than one of all, follow and fit.
std::vector<AssembledPoses> find_poses(const Hexapod& machine, std::span<const std::array<double, 6>> joint_values,
                                       const PoseOptions& options = {});

/// Finds a pose for each row of joint values by Newton's method alone, which is fast and proves nothing. `near` has one
/// start for all rows or one for each. A pose is NaN if the method finds none on the machine's branches. Throws
/// InputError if a number is not finite, and UsageError if sizes differ.
void poses_near(const Hexapod& machine, std::span<const std::array<double, 6>> joint_values,
                std::span<const PlatformPose> near, std::span<PlatformPose> poses);

/// Does the same as poses_near() with arrays in the memory of a CUDA device. A row is six joint values. `starts` is 1
/// or `count`, `stream` is the cudaStream_t that fills the arrays, 0 for the default stream. Numbers that are not
/// finite give NaN. Returns when the poses are written. Throws DeviceError if there is no such device, UsageError if
/// `starts` is another number.
void poses_near_on_device(const Hexapod& machine, const double* joint_values, std::size_t count,
                          const PlatformPose* near, std::size_t starts, PlatformPose* poses, std::uintptr_t stream = 0);

/// Proves radii of poses that have given joint values, one pose for each row. Radii are 0 if the proof fails, for
/// example for a pose that is NaN. Throws InputError if a joint value is not finite, and UsageError if sizes differ.
void certify_poses(const Hexapod& machine, std::span<const std::array<double, 6>> joint_values,
                   std::span<const PlatformPose> poses, std::span<PoseCertificate> certificates);

/// Does the same as certify_poses() with arrays in the memory of a CUDA device. `stream` is the cudaStream_t that fills
/// the arrays, 0 for the default stream. Returns when the certificates are written. Throws DeviceError if there is no
/// such device.
void certify_poses_on_device(const Hexapod& machine, const double* joint_values, std::size_t count,
                             const PlatformPose* poses, PoseCertificate* certificates, std::uintptr_t stream = 0);

/// Computes the inverse Jacobian at poses: for each pose a 6 x 6 matrix, row by row. Row i has the derivatives of joint
/// value i, first along the axes x, y and z, then for rotations about axes through the tool parallel to x, y and z. All
/// axes are those of the base frame. The row of a leg that does not reach is NaN. Throws InputError if a number is not
/// finite, and UsageError if sizes differ. (Merlet, Parallel Robots, 2nd ed., ch. 5.)
void inverse_jacobian(const Hexapod& machine, std::span<const PlatformPose> poses,
                      std::span<std::array<double, 36>> rows);

}  // namespace hexscan

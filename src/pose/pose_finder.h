#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hexscan/pose.h"
#include "src/machine/machine.h"
#include "src/pose/all_poses.h"

/// Forward kinematics: finds the poses of a machine from given joint values.
namespace hexscan {

/// A pose for given joint values. The base class has the proved radii.
struct FoundPose : PoseCertificate {
    Pose pose;
    double residual_m = 0;                  ///< largest error of a leg's or rod's length
    double conditioning = 0;                ///< smallest singular value of the inverse Jacobian divided by the largest
                                            ///< (singularity.h)
    bool is_proved = false;                 ///< True if the radii are proved. Otherwise all radii are 0.
    std::vector<std::size_t> other_branch;  ///< legs, counted from 0, whose arm or carriage is not on the branch that
                                            ///< the machine gives (branch_words of leg_numbers.h)
    std::vector<LimitId> violated;          ///< limits that the pose violates by more than rounding
    /// True: it is proved that a path from home exists along which the determinant of the inverse Jacobian keeps its
    /// sign. False: the determinant's sign differs from home's. Nullopt: neither is known.
    std::optional<bool> connected_to_home;
    bool path_keeps_limits = false;  ///< True if it is proved that no limit is violated along that path.

    bool keeps_all() const { return other_branch.empty() && violated.empty(); }
};

/// All poses whose distance from `pose` is at most radius.m and whose angle to it is at most radius.rad.
struct UndecidedRegion {
    Pose pose;
    PoseRadius radius;
};

struct PoseAnswer {
    PoseStatus status = PoseStatus::undecided;
    std::vector<FoundPose> poses;
    bool complete = false;  ///< true if all poses were searched and it is proved that there are no others
    /// Small regions that may contain further poses. A pose too near to a singular pose cannot be proved, so it is only
    /// in such a region.
    std::vector<UndecidedRegion> undecided;
    double unsearched = 0;  ///< share of all rotations that were not searched because the search gave up
    std::string reason;     ///< the reason for the status, as text for users; empty if poses were found
};

/// Finds poses of one machine. Joint values are lengths and travels in metres, and angles of arms in radians. The
/// machine must outlive this object.
class PoseFinder {
public:
    PoseFinder(const Machine& machine, const AllPosesRequest& request)
        : machine_(machine), rod_machine_(rod_machine(machine)), request_(request) {}

    /// The pose to which Newton's method leads from `near`. If it leads to no pose, or to one with legs on another
    /// branch, all poses are searched. The result is then the nearest pose with all legs on the machine's branches. If
    /// no such pose is found, it is the nearest of the others.
    PoseAnswer nearest(const PerLeg& joint_values, const Pose& near) const;
    /// Like nearest(). But if there is no pose, returns the pose around `near` with the least sum of squared length
    /// errors.
    PoseAnswer fitted(const PerLeg& joint_values, const Pose& near) const;
    /// All poses, in the order of their distance from home.
    PoseAnswer all(const PerLeg& joint_values) const;
    /// Finds one pose for each row. The first pose is nearest(). For each further row, joint values change in a
    /// straight line from the row before. They change in steps, each so small that exactly one pose near the previous
    /// pose is proved. If the pose of one row is lost, so are those of all later rows.
    std::vector<PoseAnswer> follow(std::span<const PerLeg> rows, const Pose& near) const;

private:
    FoundPose described(const Rods& rods, const PerLeg& joint_values, const ClosedPose& closed) const;
    void connect(FoundPose& found, const Rods& rods) const;
    PoseAnswer alone(FoundPose pose) const;
    /// Adds a pose that lies on a curve of poses. `cause` says why it is a curve and ends the answer's `reason`.
    void add_of_curve(PoseAnswer& answer, FoundPose pose, const std::string& cause) const;
    PoseAnswer on_curve(FoundPose pose, const std::string& cause) const;
    /// Follows a pose while joint values change in a straight line from `from` to `to`. Returns nullopt if the pose is
    /// lost on the way.
    std::optional<ClosedPose> followed(ClosedPose at, const PerLeg& from, const PerLeg& to) const;

    const Machine& machine_;
    RodMachine rod_machine_;
    AllPosesRequest request_;
};

/// The pose to which Newton's method leads from `near`. Nullopt if it leads to no pose, or to one with legs on another
/// branch. Proves nothing.
std::optional<Pose> pose_near(const RodMachine& machine, const PerLeg& joint_values, const Pose& near);

/// The pose from which a search starts if the user gives none: home, or else the platform above the middle of the base,
/// without rotation.
Pose start_pose(const Machine& machine);

}  // namespace hexscan

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hexscan/pose.h"
#include "src/machine/machine.h"
#include "src/pose/all_poses.h"

/// Forward kinematics: the poses of a machine for given joint values.
namespace hexscan {

/// A pose for given joint values.
struct FoundPose : PoseCertificate {
    Pose pose;
    double residual_m = 0;    ///< largest error of a leg's or rod's length
    double conditioning = 0;  ///< smallest over largest singular value of the inverse Jacobian (singularity.h)
    bool is_proved = false;   ///< The radii are proved. If not, all are 0.
    std::vector<std::size_t> other_branch;  ///< legs on the other branch than the machine's, from 0
    std::vector<LimitId> violated;          ///< limits that the pose violates by more than rounding
    /// False: the determinant's sign differs from home's. True: a path from home is proved on which it keeps its sign.
    /// Nullopt: neither is known.
    std::optional<bool> connected_to_home;
    bool path_keeps_limits = false;  ///< All limits are proved to hold on that path.

    bool keeps_all() const { return other_branch.empty() && violated.empty(); }
};

/// All poses within a radius of one.
struct UndecidedRegion {
    Pose pose;
    PoseRadius radius;
};

struct PoseAnswer {
    PoseStatus status = PoseStatus::undecided;
    std::vector<FoundPose> poses;
    bool complete = false;  ///< of all poses: there are no others, proved
    /// Small regions that may hold other poses: one that is too near to a singular pose is in each.
    std::vector<UndecidedRegion> undecided;
    double unsearched = 0;  ///< share of all rotations at which the search gave up
    std::string reason;     ///< for people; empty for found poses
};

/// Answers questions about one machine. Joint values are lengths and travels in metres, and angles of arms in radians.
/// The machine must outlive it.
class PoseFinder {
public:
    PoseFinder(const Machine& machine, const AllPosesRequest& request)
        : machine_(machine), rod_machine_(rod_machine(machine)), request_(request) {}

    /// The pose to which Newton's method leads from `near`. If it leads to none, or legs are on another branch there:
    /// the nearest of all poses whose legs are on the machine's branches, or else the nearest of all.
    PoseAnswer nearest(const PerLeg& joint_values, const Pose& near) const;
    /// nearest(), or if there is no pose: the one near `near` with the least sum of squared errors of the lengths.
    PoseAnswer fitted(const PerLeg& joint_values, const Pose& near) const;
    /// All poses, the nearest to home first.
    PoseAnswer all(const PerLeg& joint_values) const;
    /// One pose for each row. The first is nearest(). The others are reached while the joint values change on a
    /// straight line from those of the row before, in steps for which exactly one pose near the one before is proved.
    /// After a row that is lost, all are.
    std::vector<PoseAnswer> follow(std::span<const PerLeg> rows, const Pose& near) const;

private:
    FoundPose described(const Rods& rods, const PerLeg& joint_values, const ClosedPose& closed) const;
    void connect(FoundPose& found, const Rods& rods) const;
    PoseAnswer alone(FoundPose pose) const;
    /// Adds a pose on a curve of poses, which an answer then is about.
    void add_of_curve(PoseAnswer& answer, FoundPose pose, const std::string& cause) const;
    PoseAnswer on_curve(FoundPose pose, const std::string& cause) const;
    /// The pose that is reached from one while joint values change on a straight line. Nullopt if it is lost.
    std::optional<ClosedPose> followed(ClosedPose at, const PerLeg& from, const PerLeg& to) const;

    const Machine& machine_;
    RodMachine rod_machine_;
    AllPosesRequest request_;
};

/// The pose to which Newton's method leads from `near`, if legs are on the machine's branches there. Proves nothing.
std::optional<Pose> pose_near(const RodMachine& machine, const PerLeg& joint_values, const Pose& near);

/// The start of a search for which no pose is given: home, or the platform above the base's middle, not turned.
Pose start_pose(const Machine& machine);

}  // namespace hexscan

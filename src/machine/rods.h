#pragma once

#include <optional>
#include <span>

#include "kernels/poses/rods_of_values.h"
#include "src/machine/legs/leg_numbers.h"
#include "src/machine/rotation.h"
#include "src/machine/shared/matrix6.h"

/// A machine with given joint values. Its legs, of whatever kind, are then rods of fixed length between fixed feet and
/// the platform's joints. The possible poses of the platform are those in which all six rods reach.
namespace hexscan {

struct Machine;

/// A position and a rotation.
struct Placed {
    Vector position_m;
    Rotation turned;
};

Vector middle_of(std::span<const Vector, leg_count> points);

RodPose rod_pose(const Placed& at);
Placed placed(const RodPose& at);
/// Applies `rotation`, then a rotation about an axis that is fixed in the base. `sine` is the unit vector of that axis
/// times the sine of the angle. The angle must be at most 90 degrees.
Rotation turned_on(const Rotation& rotation, const Vector& sine);
/// The angle of the rotation from one orientation to the other, in radians. It is accurate for small angles too.
double angle_between(const Rotation& a, const Rotation& b);

/// The distance of two poses: of their positions, plus the angle between their orientations times a length.
double distance_m(const Placed& a, const Placed& b, double size_m);

/// A small motion of the platform: a translation, and the sine of a rotation as in turned_on().
struct Motion {
    Vector moved_m, sine;
};

Placed moved(const Placed& at, const Motion& by);

/// The equations (|l|^2 - d^2) / 2 = 0 of the rods at a pose, with l = p + R b - c, and their derivatives. The
/// variables are p / s, where s is RodSet::size_m, and then the vector `sine` of turned_on(). So a row consists of s l
/// and R b x l (Merlet, Parallel Robots, 2nd ed., ch. 4).
struct Closing {
    Vector6 off_m2;
    Matrix6 slopes;
};

/// The six rods of a machine with given joint values. A Placed is here the pose of the centre of the platform's joints
/// relative to the centre of the base's joints.
struct Rods : RodSet {
    static constexpr double most_sine = most_step_sine;  ///< Largest sine of the rotation in one step of closed_from().
    RodMiddles middles{};
    OrientationOrder order = OrientationOrder::zyx;

    Placed placed(const Pose& pose) const;
    Pose pose_of(const Placed& at) const;

    Closing closing_at(const Placed& at) const;
    /// The largest absolute error of a rod's length at a pose.
    double residual_m(const Placed& at) const;
    /// True if all rods have their lengths at a pose, to the rounding of fitted_from().
    bool close_at(const Placed& at) const;
    /// Converts a step in the variables of Closing to a motion.
    Motion motion(const Vector6& step) const;

    /// Finds the pose in which the rods reach, by Newton's method from `start` (kernels/poses/close_rods.h). If the
    /// method meets a singular pose, fitted_from() is used instead. Returns nullopt if no pose is found.
    std::optional<Placed> closed_from(const Placed& start) const;
    /// The pose near `start` with the least sum of squared errors of the rods' lengths (Levenberg-Marquardt method).
    Placed fitted_from(const Placed& start) const;
};

/// The numbers of a machine that determine the rods for any joint values.
RodMachine rod_machine(const Machine& machine);
/// The rods for these joint values: lengths and travels in metres, angles of arms in radians.
Rods rods_of(const RodMachine& machine, const PerLeg& joint_values);
Rods rods_of(const Machine& machine, const PerLeg& joint_values);

}  // namespace hexscan

#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>

#include "kernels/scan_geometry.h"
#include "src/machine/description/units.h"
#include "src/machine/legs/leg_kinds.h"
#include "src/machine/legs/universal_joints.h"
#include "src/machine/rotation.h"
#include "src/machine/shared/force_limit.h"
#include "src/machine/shared/legs_apart.h"
#include "src/machine/shared/obstacles.h"
#include "src/machine/shared/rate_limit.h"
#include "src/machine/shared/singularity_limit.h"
#include "src/machine/shared/stiffness_limit.h"

namespace hexscan {

inline constexpr PerLeg no_joint_limit{
    std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
    std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
    std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};

/// The six joints of one side: their positions, and how far each leg may tilt from its joint's axis.
struct JointSet {
    std::array<Vector, leg_count> points_m{};      ///< in the side's own frame
    std::array<Vector, leg_count> axes{};          ///< unit vectors in the side's own frame
    std::array<double, leg_count> max_tilt_rad{};  ///< infinity: no limit
    /// For rod ends: the largest angle between the rod and the plane perpendicular to the bolt. The bolt is the joint's
    /// axis. It is infinity for other joints.
    PerLeg max_misalignment_rad = no_joint_limit;
    std::optional<UniversalJoints> universal{};  ///< replaces both limits above

    bool are_rod_ends() const { return max_misalignment_rad != no_joint_limit; }
    /// True if all limits are tilts from an axis.
    bool only_tilt() const { return !universal && !are_rod_ends(); }
    bool limit_nothing() const { return only_tilt() && max_tilt_rad == no_joint_limit; }
};

/// A hexapod: six base joints, six platform joints and six legs of one kind between them. It does not contain a scan
/// grid. All numbers are in SI.
struct Machine {
    std::string name;
    Units units;                                                 ///< units of the machine file, used in messages
    OrientationOrder orientation_order = OrientationOrder::zyx;  ///< order of all its roll, pitch and yaw angles
    JointSet base;                                               ///< in the base frame
    JointSet platform;                                           ///< in the platform frame
    AnyLegs legs;                                                ///< in metres and radians
    std::optional<Pose> home;
    Obstacles obstacles;                          ///< objects that legs keep clear of; they require `legs_apart`
    std::optional<LegsApart> legs_apart;          ///< nullopt: legs are lines and may cross
    std::optional<SingularityLimit> singularity;  ///< nullopt: no limit at singularities
    std::optional<Load> load;                     ///< nullopt: the legs carry no load
    std::optional<RateLimit> rate;                ///< nullopt: no limit on the legs' rates
    std::optional<Stiffness> stiffness;           ///< nullopt: the legs' stiffness is not known

    /// True if the kernels for telescopic legs support the machine: each of its joints at most limits a tilt. All other
    /// machines use PosedLeg (legs/posed_leg.h).
    bool has_kernels() const { return is_telescopic() && base.only_tilt() && platform.only_tilt(); }
    bool is_telescopic() const { return std::holds_alternative<TelescopicLegs>(legs); }
    /// The legs, which must be telescopic.
    const TelescopicLegs& telescopic() const { return std::get<TelescopicLegs>(legs); }
    TelescopicLegs& telescopic() { return std::get<TelescopicLegs>(legs); }
};

}  // namespace hexscan

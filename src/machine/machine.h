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

namespace hexscan {

inline constexpr PerLeg no_joint_limit{
    std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
    std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
    std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};

/// Six joints of one side: where they are and how far the leg may tilt from each joint's axis.
struct JointSet {
    std::array<Vector, leg_count> points_m{};      ///< in the side's own frame
    std::array<Vector, leg_count> axes{};          ///< unit vectors in the side's own frame
    std::array<double, leg_count> max_tilt_rad{};  ///< infinity where there is no limit
    /// Of rod ends, whose bolt is the joint's axis, the largest angle between rod and the plane square to it; infinity
    /// of joints that are none.
    PerLeg max_misalignment_rad = no_joint_limit;
    std::optional<UniversalJoints> universal{};  ///< in place of both

    bool are_rod_ends() const { return max_misalignment_rad != no_joint_limit; }
    /// Whether all that is limited is a tilt from an axis.
    bool only_tilt() const { return !universal && !are_rod_ends(); }
};

/// A hexapod: six joints below, six above, six legs of a kind between them. It knows no grid. SI throughout.
struct Machine {
    std::string name;
    Units units;                                                 ///< of the file it came from: what its user thinks in
    OrientationOrder orientation_order = OrientationOrder::zyx;  ///< of all roll, pitch and yaw said of it
    JointSet base;                                               ///< base frame
    JointSet platform;                                           ///< platform frame
    AnyLegs legs;                                                ///< in metres and radians
    std::optional<Pose> home;
    Obstacles obstacles;                          ///< what legs keep away from; then they have a thickness, too
    std::optional<LegsApart> legs_apart;          ///< nothing: legs are lines and may cross
    std::optional<SingularityLimit> singularity;  ///< nothing: singularities limit nothing
    std::optional<Load> load;                     ///< nothing: the legs carry none
    std::optional<RateLimit> rate;                ///< nothing: legs may be as fast as they like

    /// Whether kernels know legs and joints: telescopic legs whose joints tilt from an axis.
    bool has_kernels() const { return is_telescopic() && base.only_tilt() && platform.only_tilt(); }
    bool is_telescopic() const { return std::holds_alternative<TelescopicLegs>(legs); }
    /// The legs of a machine whose legs are telescopic.
    const TelescopicLegs& telescopic() const { return std::get<TelescopicLegs>(legs); }
    TelescopicLegs& telescopic() { return std::get<TelescopicLegs>(legs); }
};

}  // namespace hexscan

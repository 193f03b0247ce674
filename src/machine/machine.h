#pragma once

#include <array>
#include <optional>
#include <string>

#include "kernels/scan_geometry.h"
#include "src/machine/leg_kinds.h"
#include "src/machine/rotation.h"
#include "src/machine/units.h"

namespace hexscan {

/// Six joints of one side: where they are and how far the leg may tilt from each joint's axis.
struct JointSet {
    std::array<Vector, leg_count> points_m{};      ///< in the side's own frame
    std::array<Vector, leg_count> axes{};          ///< unit vectors in the side's own frame
    std::array<double, leg_count> max_tilt_rad{};  ///< infinity where there is no limit
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

    /// The legs of a machine whose legs are telescopic.
    const TelescopicLegs& telescopic() const { return std::get<TelescopicLegs>(legs); }
    TelescopicLegs& telescopic() { return std::get<TelescopicLegs>(legs); }
};

}  // namespace hexscan

#pragma once

#include <array>
#include <optional>
#include <string>

#include "kernels/scan_geometry.h"
#include "src/machine/rotation.h"
#include "src/machine/units.h"

namespace hexscan {

/// Six joints of one side: where they are and how far the leg may tilt from each joint's axis.
struct JointSet {
    std::array<Vector, leg_count> points_m{};      ///< in the side's own frame
    std::array<Vector, leg_count> axes{};          ///< unit vectors in the side's own frame
    std::array<double, leg_count> max_tilt_rad{};  ///< infinity where there is no limit
};

/// A hexapod (6-UPS): six joints below, six above, six legs between them. It knows no grid. SI throughout.
struct Machine {
    std::string name;
    Units units;                                                 ///< of the file it came from: what its user thinks in
    OrientationOrder orientation_order = OrientationOrder::zyx;  ///< of all roll, pitch and yaw said of it
    JointSet base;                                               ///< base frame
    JointSet platform;                                           ///< platform frame
    std::array<double, leg_count> min_length_m{}, max_length_m{};
    std::optional<Pose> home;
};

}  // namespace hexscan

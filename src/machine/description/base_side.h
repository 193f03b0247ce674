#pragma once

#include <optional>

#include "src/machine/machine.h"

namespace hexscan {

/// The plane through the feet of a machine's legs, and one side of it. The feet of telescopic legs are their base
/// joints. On the other side, the same legs fit a mirror image of the machine. A machine can get to the other side only
/// if it is taken apart. For legs with rods, the plane goes through their feet at home and is moved to the lowest
/// position that carriages and arms allow. If the platform is beyond this plane, all rods point away from home's side.
struct BaseSide {
    Vector normal;              ///< Unit vector that points to the side.
    Vector base_m, platform_m;  ///< A point of the plane; the platform joints' centroid; each in its own frame.
    bool is_homes = false;  ///< True if home is on this side. False without a home: the side is then above the plane.

    /// Height of the platform joints' centroid above the plane, towards the side. `turned` is the platform's rotation.
    double height_m(const Vector& position_m, const Rotation& turned) const {
        return dot(normal, position_m + turned(platform_m) - base_m);
    }
};

/// Returns nullopt if the feet define no plane, if home lies in that plane, or if the rods cannot reach home. For legs
/// with rods, the machine needs a home.
std::optional<BaseSide> base_side(const Machine& machine);

}  // namespace hexscan

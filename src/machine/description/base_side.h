#pragma once

#include <optional>

#include "src/machine/machine.h"

namespace hexscan {

/// The plane through the feet of a machine's legs, which are the base joints of telescopic legs, and one side of it.
/// The same legs fit a mirror image of the machine on the other side, which no machine gets to without being taken
/// apart. Of legs with rods it is the plane of their feet at home, moved to the lowest that carriages and arms let feet
/// be: beyond it rods point away from home's side.
struct BaseSide {
    Vector normal;              ///< of length 1, towards the side
    Vector base_m, platform_m;  ///< a place on the plane, and the platform joints' centroid, each in its own frame
    bool is_homes = false;      ///< home is on this side; else the machine has no home, and the side is above

    /// How far on the side the platform joints' centroid is; `turned` is the platform's rotation.
    double height_m(const Vector& position_m, const Rotation& turned) const {
        return dot(normal, position_m + turned(platform_m) - base_m);
    }
};

/// Nothing where the feet lie on no plane in particular, where home lies in theirs, or where rods have no home that
/// they reach.
std::optional<BaseSide> base_side(const Machine& machine);

}  // namespace hexscan

#pragma once

#include <optional>

#include "src/machine/machine.h"

namespace hexscan {

/// The plane through a machine's base joints and one side of it. The same legs fit a mirror image of the machine on the
/// other side, which no machine gets to without being taken apart.
struct BaseSide {
    Vector normal;              ///< of length 1, towards the side
    Vector base_m, platform_m;  ///< centroids of the joints, each in its own frame
    bool is_homes = false;      ///< home is on this side; else the machine has no home, and the side is above

    /// How far the platform joints' centroid is on the side; `turned` is the platform's rotation.
    double height_m(const Vector& position_m, const Rotation& turned) const {
        return dot(normal, position_m + turned(platform_m) - base_m);
    }
};

/// Nothing where the base joints lie on no plane in particular, where home lies in theirs, or where legs are not
/// telescopic.
std::optional<BaseSide> base_side(const Machine& machine);

}  // namespace hexscan

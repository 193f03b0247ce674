#pragma once

namespace hexscan {

/// A neighbourhood of a pose: the largest distance of positions, and the largest angle between orientations.
struct PoseRadius {
    double m = 0;    ///< metres
    double rad = 0;  ///< radians
};

/// Proved radii of a pose with given joint values, rounding included. All are 0 near a singularity, and for a pose that
/// has other joint values.
struct PoseCertificate {
    PoseRadius unique_within;     ///< No other pose within this radius has these joint values.
    PoseRadius converges_within;  ///< A search that starts within this radius finds this pose.
    /// Joint values that differ from the given ones by at most this have exactly one pose in `unique_within`.
    double values_within = 0;
};

}  // namespace hexscan

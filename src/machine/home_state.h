#pragma once

#include <array>
#include <limits>
#include <optional>

#include "src/machine/pose_clearance.h"

namespace hexscan {

/// One joint with its leg at the home pose.
struct JointAtHome {
    double tilt_rad = 0;
    double max_tilt_rad = 0;  ///< infinity: no limit
    double left_rad() const { return max_tilt_rad - tilt_rad; }
};

/// One leg at the home pose.
struct LegAtHome {
    double length_m = 0, min_length_m = 0, max_length_m = 0;
    JointAtHome base, platform;
    /// Signed room of each limit in its own unit, metres or radians, in the order of LegLimit; infinite where there is no limit.
    std::array<double, limits_per_leg> left() const {
        return {min_length_m > 0 ? length_m - min_length_m : std::numeric_limits<double>::infinity(),
                max_length_m - length_m, base.left_rad(), platform.left_rad()};
    }
};

/// What a pose, such as home, asks of the legs.
struct HomeState {
    Pose pose;
    std::array<LegAtHome, leg_count> legs;
    PoseClearance clearance;
    bool reachable = false;  ///< no limit is violated by more than rounding can explain
};

HomeState state_at(const Machine& machine, const Pose& pose);

/// Of home. Nothing where the machine has none.
std::optional<HomeState> home_state(const Machine& machine);

/// A violation smaller than this, times the longest leg or in radians, is put down to rounding.
inline constexpr double home_rounding = 1e-9;

/// The machine's longest leg, the measure of its size.
double longest_leg_m(const Machine& machine);

}  // namespace hexscan

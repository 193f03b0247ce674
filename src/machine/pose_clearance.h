#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "kernels/clearance.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/limits.h"
#include "src/machine/shared/shared_limit.h"

namespace hexscan {

/// The limits of all legs of a machine, for clearances.
std::array<LegLimits<double>, leg_count> leg_limits(const Machine& machine);

/// How far the platform can move from a pose in any direction, its orientation kept, before a limit is met; negative
/// where one is violated, and then no shorter move helps. Infinite where nothing limits the machine (no leg ever does
/// that).
struct PoseClearance {
    double clearance_m = 0;
    LimitId limit = LimitId::none;  ///< the active limit
};

PoseClearance pose_clearance(const Machine& machine, const Pose& pose);

/// A machine held at one orientation: the same at every position, with what does not depend on it worked out
/// beforehand.
class OrientedMachine {
public:
    OrientedMachine(const Machine& machine, const Orientation& orientation);

    PoseClearance clearance(const Vector& position_m) const;

    /// Of every row of the machine's table of limits.
    std::vector<double> clearances_m(const Vector& position_m) const;

private:
    PoseClearance clearance_of_legs(const Vector& position_m) const;
    PoseClearance clearance_of_rods(const Vector& position_m) const;
    std::vector<double> clearances_of_legs_m(const Vector& position_m) const;

    struct OrientedLeg {
        LegLimits<double> limits;
        Vector offset_m;  ///< R b - a
        Vector base_axis, platform_axis;
    };
    std::array<OrientedLeg, leg_count> legs_{};
    std::shared_ptr<const PosedLegs> rods_;  ///< of legs that are not telescopic
    PosedSharedLimits shared_;
};

/// A signed clearance in metres as a function of the platform's position. Between two positions it changes by no more
/// than their distance, as the least and the largest of such functions do too.
using ClearanceField = std::function<double(const Vector& position_m)>;

}  // namespace hexscan

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

/// The limits of a machine's legs, in the form that leg_clearances() uses. Machine::has_kernels() must be true.
std::array<LegLimits<double>, leg_count> leg_limits(const Machine& machine);

/// How far the platform can move from a pose in any direction, at the same orientation, before it meets a limit.
/// Negative if a limit is violated: no move shorter than its magnitude reaches a valid pose. It is infinite if no limit
/// applies, which does not happen with real legs.
struct PoseClearance {
    double clearance_m = 0;
    LimitId limit = LimitId::none;  ///< the active limit
};

PoseClearance pose_clearance(const Machine& machine, const Pose& pose);

/// A machine at one orientation. It precomputes everything that does not depend on the position.
class OrientedMachine {
public:
    OrientedMachine(const Machine& machine, const Orientation& orientation);

    PoseClearance clearance(const Vector& position_m) const;

    /// A clearance for every row of the machine's limit table.
    std::vector<double> clearances_m(const Vector& position_m) const;

private:
    /// The smallest clearance of the legs. If it is at least `nearer_than_m`, the result may be any number of at least
    /// `nearer_than_m`.
    PoseClearance clearance_of_legs(const Vector& position_m, double nearer_than_m) const;
    PoseClearance clearance_of_rods(const Vector& position_m, double nearer_than_m) const;
    std::vector<double> clearances_of_legs_m(const Vector& position_m) const;

    struct OrientedLeg {
        LegLimits<double> limits;
        Vector offset_m;  ///< R b - a
        Vector base_axis, platform_axis;
    };
    std::array<OrientedLeg, leg_count> legs_{};
    std::shared_ptr<const PosedLegs> rods_;  ///< null if Machine::has_kernels(), otherwise used in place of `legs_`
    PosedSharedLimits shared_;
};

/// A signed clearance in metres as a function of the platform's position. It is 1-Lipschitz: between two positions it
/// changes by at most their distance. The minimum and the maximum of such functions are 1-Lipschitz too.
using ClearanceField = std::function<double(const Vector& position_m)>;

}  // namespace hexscan

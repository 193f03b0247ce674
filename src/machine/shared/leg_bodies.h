#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>

#include "kernels/shared/rod_bodies.h"
#include "kernels/shared/straight_legs.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/machine.h"
#include "src/machine/shared/leg_pair_row.h"

/// The bodies of a leg, for limits on gaps. They are given by their centre lines (kernels/shared/rod_bodies.h); all
/// have the same thickness.
namespace hexscan {

/// The bodies of a leg at one orientation. The machine's legs must have a thickness.
class PosedBodies {
public:
    PosedBodies(const Machine& machine, const Rotation& turned, const PosedLegs& posed, std::size_t leg);

    /// The bodies without the leg's free ends.
    Bodies at(const Vector& position_m) const;
    /// The leg's numbers, for telescopic legs only.
    const StraightLeg& straight() const { return straight_; }
    /// The leg's numbers, for legs with rods only.
    const RodBodies& rod() const { return rod_; }

    bool has_rod() const { return leg_ != nullptr; }
    double extent_m() const;
    double doubt_m(double longest_m) const { return leg_ ? leg_->doubt_m(longest_m + extent_m()) : 0; }

private:
    StraightLeg straight_;                 ///< the leg's ends
    RodBodies rod_{};                      ///< only for legs with rods
    std::shared_ptr<const PosedLeg> leg_;  ///< null for telescopic legs
};

}  // namespace hexscan

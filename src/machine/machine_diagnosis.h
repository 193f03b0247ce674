#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "src/machine/finding.h"
#include "src/machine/home_state.h"
#include "src/machine/legs/leg_findings.h"

/// Is the machine right? What a look at its joints, axes and home pose tells, without any grid.
namespace hexscan {

/// Causes first, then what follows from them:
///   - unlikely-size: a machine larger or smaller than any, or legs of another order of size than the joints' circles:
///     a unit that is most likely another, or two that are mixed;
///   - joint-order: another cyclic or reversed order of the platform's joints turns the legs less and holds the
///     platform better: the file's six joints are most likely listed in another order than the base's;
///   - joint-swap: with two of the platform's joints swapped, or two pairs of neighbours, legs of different lengths at
///     home would all be alike (a note: a machine may have legs that differ);
///   - base-axes-away, platform-axes-away: a joint with a tilt limit whose axis points away from its leg at home;
///   - platform-below: the platform's joints are below the legs' feet at home (a note: a machine may hang);
///   - legs-cross: two legs' middle lines meet at home, and nothing is said of their thickness;
///   - angles-coincide: home is pitched by a right angle, where roll and yaw are one motion (a note);
///   - singular-everywhere, singular, nearly-singular: the legs do not hold the platform, in any pose or at home
///     (singularity.h);
///   - home-unreachable: which limits the home pose violates, by how much, and what each would have to be.
/// Only unlikely-size, joint-order and singular-everywhere are asked of a machine without a home pose.
std::vector<Finding> machine_findings(const Machine& machine);

/// Which limits an unreachable pose violates, of which legs, by how much, and what each would have to be.
std::string violations_text(const Machine& machine, const HomeState& state);

/// The two legs whose middle lines, from joint to joint or of rods along them, come nearest to each other.
struct NearestLegs {
    double distance_m = 0;
    std::size_t first = 0, second = 0;  ///< legs from 0
};

/// Of all pairs but those that share a joint. Nothing where there is no other.
std::optional<NearestLegs> nearest_legs(const Machine& machine, const Pose& pose);

}  // namespace hexscan

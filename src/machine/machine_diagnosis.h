#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "src/machine/finding.h"
#include "src/machine/home_state.h"
#include "src/machine/legs/leg_findings.h"

/// Checks a machine for likely mistakes. Findings follow from its joints, axes and home pose, without a scan grid.
namespace hexscan {

/// Findings about a machine, causes before effects:
///   - unlikely-size: The machine is larger or smaller than any real one, or its legs and its joint circles differ by
///     orders of magnitude. Most likely a unit is wrong, or two units are mixed.
///   - joint-order: Another cyclic or reversed order of the platform's joints turns the legs less and holds the
///     platform better. Most likely the file lists the platform's joints in another order than the base's.
///   - joint-swap: Legs have different lengths at home. They would be equal if two of the platform's joints, or two
///     neighbouring pairs, were exchanged. This is a note, because a machine may have different legs.
///   - base-axes-away, platform-axes-away: The axis of a joint with a tilt limit points away from its leg at home.
///   - platform-below: The platform's joints are below the legs' feet at home. This is a note, because some machines
///     hang.
///   - legs-cross: The centre lines of two legs meet at home, and the file gives no thickness.
///   - angles-coincide: Home has a pitch of 90 degrees, where roll and yaw are one motion. This is a note.
///   - singular-everywhere, singular, nearly-singular: The legs do not hold the platform, in any pose or at home
///     (singularity.h).
///   - home-unreachable: The limits that the home pose violates, by how much, and the value that would suffice.
///   - wrong-branch, rails-down, arms-inward and others: the findings of append_leg_findings() (leg_findings.h).
/// Without a home pose, only unlikely-size, joint-order and singular-everywhere are checked.
std::vector<Finding> machine_findings(const Machine& machine);

/// Names the limits that an unreachable pose violates: for each, the legs, the size of the violation, and the value
/// that would suffice.
std::string violations_text(const Machine& machine, const HomeState& state);

/// The two legs whose centre lines are nearest to each other. A centre line runs from joint to joint, or along a rod.
struct NearestLegs {
    double distance_m = 0;
    std::size_t first = 0, second = 0;  ///< legs count from 0
};

/// Finds the nearest two legs among all pairs that do not share a joint. Returns nullopt if there is no such pair.
std::optional<NearestLegs> nearest_legs(const Machine& machine, const Pose& pose);

}  // namespace hexscan

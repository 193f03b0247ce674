#pragma once

#include <optional>

#include "src/base/effort.h"
#include "src/check/pose_box.h"
#include "src/check/requirement.h"
#include "src/machine/limits.h"

/// The largest mass that legs hold at the load's place everywhere in a box of poses.
namespace hexscan {

/// Standard gravity in m/s², which turns a mass into its weight.
inline constexpr double standard_gravity = 9.80665;

/// A mass that pulls where the load's force acts, in the direction of that force. The load's torque does not count.
struct CarriedMass {
    double proved_kg = 0;  ///< Proved in interval arithmetic to be carried everywhere. 0: no mass is proved.
    /// The reference refutes any larger mass at `at`. At most tuning::mass_width above proved_kg, unless the search
    /// gave up.
    double fails_kg = 0;
    Pose at;
    LimitId limit = LimitId::none;  ///< The limit that a larger mass violates at `at`.
    /// True: the search ended after tuning::parts_of_mass times the effort, with the masses further apart.
    bool gave_up = false;
};

/// Nullopt unless the machine's load has a force, the machine limits forces or torques, and a mass causes some.
std::optional<CarriedMass> carried_mass(Machine machine, const PoseBox& box, Effort effort = {});

/// True if the requirement is proved without its limits on forces and torques. Legs cannot carry a mass at poses that
/// they do not reach. Runs on the calling thread alone.
Found<bool> is_proved_unloaded(Machine machine, Requirement requirement, Effort effort = {});

}  // namespace hexscan

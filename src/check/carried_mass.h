#pragma once

#include <optional>

#include "src/base/effort.h"
#include "src/check/pose_box.h"
#include "src/check/requirement.h"
#include "src/machine/limits.h"

/// The largest mass that the legs can carry everywhere in a box of poses.
namespace hexscan {

/// Standard gravity in m/s², which converts a mass to its weight.
inline constexpr double standard_gravity = 9.80665;

/// A mass at the point where the load's force acts. It pulls in the direction of that force. The load's torque is
/// ignored.
struct CarriedMass {
    double proved_kg = 0;  ///< Mass that is proved to be carried everywhere. 0: no mass is proved.
    /// It is proved that any larger mass cannot be carried at the pose `at`. This mass exceeds proved_kg by at most the
    /// share tuning::mass_width, unless the search gave up.
    double fails_kg = 0;
    Pose at;
    LimitId limit = LimitId::none;  ///< The limit that a larger mass violates at `at`.
    /// True if the search gave up after tuning::parts_of_mass times the effort, before the two masses were close.
    bool gave_up = false;
};

/// Returns nullopt unless the machine's load has a force, the machine limits forces or torques, and a mass causes any
/// of them.
std::optional<CarriedMass> carried_mass(Machine machine, const PoseBox& box, Effort effort = {});

/// True if the requirement is proved for the machine without its load and all limits on forces and torques. Poses that
/// the legs do not reach cannot carry any mass, so a mass is meaningful only then. Runs on the calling thread only.
Found<bool> is_proved_unloaded(Machine machine, Requirement requirement, Effort effort = {});

}  // namespace hexscan

#pragma once

#include <optional>

#include "src/base/effort.h"
#include "src/check/pose_box.h"
#include "src/check/requirement.h"
#include "src/machine/limits.h"

/// The largest mass that legs hold at the load's place everywhere in a box of poses.
namespace hexscan {

/// Standard gravity, m/s²: the weight of a mass.
inline constexpr double standard_gravity = 9.80665;

/// A mass that hangs where the load's force acts, along that force; the load's torque is left out.
struct CarriedMass {
    double proved_kg = 0;  ///< carried everywhere, in intervals as in proofs of loads; 0 where no mass is
    double fails_kg = 0;  ///< any more is not at `at`, by the reference. No more than tuning::mass_width larger, unless
                          ///< the search gave up
    Pose at;
    LimitId limit = LimitId::none;  ///< the one that is not kept there
    bool gave_up = false;           ///< after tuning::parts_of_mass times the effort, with the two masses farther apart
};

/// Of a machine whose load is a force at least, and that limits what it asks of legs; else nothing.
std::optional<CarriedMass> carried_mass(Machine machine, const PoseBox& box, Effort effort = {});

/// Whether all that is required but for what the legs carry is proved: where they do not get to they carry nothing. On
/// the calling thread alone.
Found<bool> is_proved_unloaded(Machine machine, Requirement requirement, Effort effort = {});

}  // namespace hexscan

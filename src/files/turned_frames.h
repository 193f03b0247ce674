#pragma once

#include <optional>

#include "src/machine/description/machine_description.h"

/// Turned frames of base and tool, given as `base.at` and as angles of `tool`.
namespace hexscan {

/// Transforms joints, axes and legs into the frame of positions. Joints become lists. `base_at` is the pose of the
/// base's frame in that frame. `tool_turned` is the orientation of the tool's frame in the platform's. Invalid numbers
/// do not change; building the machine reports them.
void turn_frames(const std::optional<Pose>& base_at, const Orientation& tool_turned, MachineDescription& description);

}  // namespace hexscan

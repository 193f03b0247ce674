#pragma once

#include <optional>

#include "src/machine/description/machine_description.h"

/// Turned frames of base and tool, given as `base.at` and as angles of `tool`.
namespace hexscan {

/// Transforms joints, axes and legs into the frame of positions. Joints become lists. `base_at` is the pose of the
/// base's frame in the frame of positions. `tool_turned` is the orientation of the tool's frame in the platform's. If
/// numbers are invalid, the description stays unchanged, and building the machine reports them.
void turn_frames(const std::optional<Pose>& base_at, const Orientation& tool_turned, MachineDescription& description);

}  // namespace hexscan

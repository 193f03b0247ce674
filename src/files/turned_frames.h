#pragma once

#include <optional>

#include "src/machine/description/machine_description.h"

/// Frames of base and tool that are turned, as `base.at` and angles of `tool` say.
namespace hexscan {

/// Joints, axes and legs as the frame that positions speak of sees them: joints become lists. `base_at` is where the
/// base's frame stands in it, `tool_turned` how the tool's frame is turned in the platform's. Numbers that are wrong
/// are left as they are: building the machine says so.
void turn_frames(const std::optional<Pose>& base_at, const Orientation& tool_turned, MachineDescription& description);

}  // namespace hexscan

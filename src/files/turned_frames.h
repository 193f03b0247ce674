#pragma once

#include <optional>

#include "src/machine/description/machine_description.h"

/// Turned frames of base and tool, given as `base.at` and as angles of `tool`.
namespace hexscan {

/// Transforms joints, axes and legs into the frame of positions; joints become lists. The pose of the base's frame in
/// it is `base_at`. The orientation of the tool's frame in the platform's is `tool_turned`. Invalid numbers stay as
/// they are, since building the machine reports them.
void turn_frames(const std::optional<Pose>& base_at, const Orientation& tool_turned, MachineDescription& description);

}  // namespace hexscan

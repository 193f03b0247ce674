#pragma once

#include "src/base/json_fields.h"
#include "src/machine/machine.h"

namespace hexscan {

/// A machine in SI for a run's record: name, the units of its file, joints, axes, limits (null where there is none),
/// leg lengths, home (null where it has none). Every double reads back the same.
nlohmann::json machine_json(const Machine& machine);

/// The inverse. Throws InputError naming the field.
Machine machine_from_json(const JsonField& field);

}  // namespace hexscan

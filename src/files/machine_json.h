#pragma once

#include "src/files/json_fields.h"
#include "src/machine/limits.h"
#include "src/machine/machine.h"

namespace hexscan {

/// Its three components.
nlohmann::json vector_json(const Vector& v);

/// A machine in SI for a run's record: name, the units of its file, joints, axes, limits (null where there is none),
/// leg lengths, home (null where it has none). Every double reads back the same.
nlohmann::json machine_json(const Machine& machine);

/// Adds whose a limit is: `leg`, of a pair `legs`, and `obstacle`, counted from 1; of the machine's nothing.
void add_owner(const LimitOwner& owner, nlohmann::json& what);

/// The table's rows in order, for a page: {number, name, kind, legs, side, quantity, dimension, bound, colour}. `kind`
/// is the kind's JSON name, `legs` whose it is, from 0 on, `dimension` "length", "angle" or "number", `bound`
/// "at_least" or "at_most", `colour` "rrggbb".
nlohmann::json limits_json(const LimitTable& table);

/// The inverse of machine_json(). Throws InputError naming the field.
Machine machine_from_json(const JsonField& field);

/// Six numbers, one per leg. Throws InputError naming the field.
PerLeg per_leg_from_json(const JsonField& field);

}  // namespace hexscan

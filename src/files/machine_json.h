#pragma once

#include "src/files/json_fields.h"
#include "src/machine/limits.h"
#include "src/machine/machine.h"

namespace hexscan {

/// A list of the three components.
nlohmann::json vector_json(const Vector& v);

/// A machine in SI for a run's record: name, units of its file, joints, axes, limits, leg lengths and home. A missing
/// limit or home is null. Every double reads back the same.
nlohmann::json machine_json(const Machine& machine);

/// Adds the owner of a limit: `leg`, or `legs` for a pair, and `obstacle`, all counted from 1. A limit of the whole
/// machine adds nothing.
void add_owner(const LimitOwner& owner, nlohmann::json& what);

/// The table's rows in order, for a page: {number, name, kind, legs, obstacle, side, quantity, dimension, bound,
/// violation, colour}. The `kind` is the kind's JSON name. The `legs` and the `obstacle` are the owner's, counted from
/// 0; without an obstacle that key is absent. The `dimension` is "length", "angle", "force", "torque" or "number".
/// The `bound` is "at_least" or "at_most". The `violation` is a message with the fields {asked}, {allowed} and
/// {missing}, and `colour` is "rrggbb".
nlohmann::json limits_json(const LimitTable& table);

/// The inverse of machine_json(). Throws InputError naming the field.
Machine machine_from_json(const JsonField& field);

/// Six numbers, one per leg. Throws InputError naming the field.
PerLeg per_leg_from_json(const JsonField& field);

}  // namespace hexscan

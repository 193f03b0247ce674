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

/// The table's rows in order, for a page: {number, name, kind, legs, side, quantity, dimension, bound, colour}. The
/// `kind` is the kind's JSON name. The `legs` are the owner's legs, counted from 0. The `dimension` is "length",
/// "angle" or "number". The `bound` is "at_least" or "at_most", and `colour` is "rrggbb".
nlohmann::json limits_json(const LimitTable& table);

/// The inverse of machine_json(). Throws InputError naming the field.
Machine machine_from_json(const JsonField& field);

/// Six numbers, one per leg. Throws InputError naming the field.
PerLeg per_leg_from_json(const JsonField& field);

}  // namespace hexscan

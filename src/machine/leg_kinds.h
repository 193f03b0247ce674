#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "src/machine/telescopic_legs.h"

/// The kinds of legs that a machine can have. A kind is one file, which says its numbers, its limits and what its
/// numbers must be to each other, as telescopic_legs.h does; and one place in the list below.
namespace hexscan {

/// The first is what a platform file has that names no kind. Numbers are in metres and radians, in a description in the
/// units of its file.
using AnyLegs = std::variant<TelescopicLegs>;

/// "telescopic": what `legs.kind` of a platform file says.
std::string_view kind_name(const AnyLegs& legs);
inline bool is_default_kind(const AnyLegs& legs) { return legs.index() == 0; }

std::vector<std::string_view> leg_kind_names();

/// Legs of the kind of that name, all numbers 0.
std::optional<AnyLegs> legs_of_kind(std::string_view name);

/// Calls visit(row, values) for every number of the legs' kind, in the order of its table.
template <class SomeLegs, class Visit>
void for_each_number(SomeLegs& legs, Visit visit) {
    std::visit(
        [&](auto& of_kind) {
            for (const auto& row : of_kind.numbers()) visit(row, of_kind.*row.values);
        },
        legs);
}

}  // namespace hexscan

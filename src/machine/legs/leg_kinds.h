#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "src/machine/legs/rotary_legs.h"
#include "src/machine/legs/slider_legs.h"
#include "src/machine/legs/telescopic_legs.h"

/// The kinds of legs that a machine can have. Each kind is one header and one entry in the list below. The header
/// defines the kind's numbers, its limits and the conditions on its numbers; see telescopic_legs.h.
namespace hexscan {

/// The first kind is the default in a machine file. Numbers are in metres and radians; inside a description they are in
/// the units of its file.
using AnyLegs = std::variant<TelescopicLegs, SliderLegs, RotaryLegs>;

/// "telescopic": the value of `legs.kind` in a machine file.
std::string_view kind_name(const AnyLegs& legs);
/// The name of the motions that the legs' own limits bound: "strokes", "travels" or "arm angles".
std::string_view motions_of(const AnyLegs& legs);
inline bool is_default_kind(const AnyLegs& legs) { return legs.index() == 0; }

std::vector<std::string_view> leg_kind_names();

/// Upper bound on the distance of the leg's platform joint from its base joint, in metres. The legs must belong to a
/// finished machine.
double reach_m(const AnyLegs& legs, std::size_t leg);
/// Upper bound on the clearance of the leg's limits at any pose, in metres. The legs must belong to a finished machine.
double most_clearance_m(const AnyLegs& legs, std::size_t leg);
/// Largest length of the part that tilts at the platform joint, in metres. The legs must belong to a finished machine.
double tilting_m(const AnyLegs& legs, std::size_t leg);

/// Length of the arm that the leg's motor turns, in metres. Returns nullopt if the legs have no arms.
std::optional<double> arm_m(const AnyLegs& legs, std::size_t leg);
/// True if the legs have arms on motors. Joint values are then angles, and the motors' loads are torques.
inline bool have_arms(const AnyLegs& legs) { return arm_m(legs, 0).has_value(); }
/// Length of the longest arm, in metres. The result is 0 for legs without arms.
double longest_arm_m(const AnyLegs& legs);
/// The kind of part that the rod's lower joint is on.
JointPlace foot_place(const AnyLegs& legs);

/// Legs of the kind with that name, with all numbers 0. Returns nullopt if no kind has that name.
std::optional<AnyLegs> legs_of_kind(std::string_view name);

/// Calls visit(row, values) for every number of the legs, in the order of the kind's table.
template <class SomeLegs, class Visit>
void for_each_number(SomeLegs& legs, Visit visit) {
    std::visit(
        [&](auto& of_kind) {
            for (const auto& row : of_kind.numbers())
                if (row.is_given(of_kind)) visit(row, of_kind.*row.values);
        },
        legs);
}

/// Calls visit(row, values) for every word of the legs, such as the branch.
template <class SomeLegs, class Visit>
void for_each_word(SomeLegs& legs, Visit visit) {
    std::visit(
        [&](auto& of_kind) {
            for (const auto& row : of_kind.words()) visit(row, of_kind.*row.values);
        },
        legs);
}

}  // namespace hexscan

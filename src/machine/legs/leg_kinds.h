#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "src/machine/legs/rotary_legs.h"
#include "src/machine/legs/slider_legs.h"
#include "src/machine/legs/telescopic_legs.h"

/// The kinds of legs that a machine can have. A kind is one file, which says its numbers, its limits and what its
/// numbers must be to each other, as telescopic_legs.h does; and one place in the list below.
namespace hexscan {

/// The first is what a platform file has that names no kind. Numbers are in metres and radians, in a description in the
/// units of its file.
using AnyLegs = std::variant<TelescopicLegs, SliderLegs, RotaryLegs>;

/// "telescopic": what `legs.kind` of a platform file says.
std::string_view kind_name(const AnyLegs& legs);
inline bool is_default_kind(const AnyLegs& legs) { return legs.index() == 0; }

std::vector<std::string_view> leg_kind_names();

/// Longer than any vector from the leg's base joint to its platform joint can be, in metres; of a machine's legs.
double reach_m(const AnyLegs& legs, std::size_t leg);
/// More than the clearance of the leg's limits is at any pose, in metres; of a machine's legs.
double most_clearance_m(const AnyLegs& legs, std::size_t leg);
/// How long what tilts at the platform's joint is at most, in metres; of a machine's legs.
double tilting_m(const AnyLegs& legs, std::size_t leg);

/// How long an arm is that the leg's motor turns, in metres; nothing of legs whose joints slide.
std::optional<double> arm_m(const AnyLegs& legs, std::size_t leg);
/// Motors turn arms: the joints' values are angles, and what motors hold are torques.
inline bool have_arms(const AnyLegs& legs) { return arm_m(legs, 0).has_value(); }
/// 0 of legs without.
double longest_arm_m(const AnyLegs& legs);
/// Where the rod's lower joint is.
JointPlace foot_place(const AnyLegs& legs);

/// Legs of the kind of that name, all numbers 0.
std::optional<AnyLegs> legs_of_kind(std::string_view name);

/// Calls visit(row, values) for every number that the legs have, in the order of their kind's table.
template <class SomeLegs, class Visit>
void for_each_number(SomeLegs& legs, Visit visit) {
    std::visit(
        [&](auto& of_kind) {
            for (const auto& row : of_kind.numbers())
                if (row.is_given(of_kind)) visit(row, of_kind.*row.values);
        },
        legs);
}

/// The same of every word.
template <class SomeLegs, class Visit>
void for_each_word(SomeLegs& legs, Visit visit) {
    std::visit(
        [&](auto& of_kind) {
            for (const auto& row : of_kind.words()) visit(row, of_kind.*row.values);
        },
        legs);
}

}  // namespace hexscan

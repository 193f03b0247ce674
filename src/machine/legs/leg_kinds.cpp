#include "src/machine/legs/leg_kinds.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace hexscan {
namespace {

template <std::size_t... kinds>
std::vector<AnyLegs> one_of_each(std::index_sequence<kinds...>) {
    return {AnyLegs(std::in_place_index<kinds>)...};
}

std::vector<AnyLegs> all_kinds() { return one_of_each(std::make_index_sequence<std::variant_size_v<AnyLegs>>()); }

}  // namespace

std::string_view kind_name(const AnyLegs& legs) {
    return std::visit([](const auto& of_kind) { return of_kind.kind; }, legs);
}

std::string_view motions_of(const AnyLegs& legs) {
    return std::visit([](const auto& of_kind) { return of_kind.motions; }, legs);
}

std::vector<std::string_view> leg_kind_names() {
    std::vector<std::string_view> names;
    for (const AnyLegs& legs : all_kinds()) names.push_back(kind_name(legs));
    return names;
}

double reach_m(const AnyLegs& legs, std::size_t leg) {
    return std::visit([&](const auto& of_kind) { return of_kind.reach_m(leg); }, legs);
}

double most_clearance_m(const AnyLegs& legs, std::size_t leg) {
    return std::visit([&](const auto& of_kind) { return of_kind.most_clearance_m(leg); }, legs);
}

double tilting_m(const AnyLegs& legs, std::size_t leg) {
    return std::visit([&](const auto& of_kind) { return of_kind.rod_m(leg); }, legs);
}

std::optional<double> arm_m(const AnyLegs& legs, std::size_t leg) {
    return std::visit([&](const auto& of_kind) -> std::optional<double> { return of_kind.arm_m(leg); }, legs);
}

double longest_arm_m(const AnyLegs& legs) {
    double longest_m = 0;
    for (std::size_t leg = 0; leg < leg_count; ++leg) longest_m = std::max(longest_m, arm_m(legs, leg).value_or(0));
    return longest_m;
}

JointPlace foot_place(const AnyLegs& legs) {
    return std::visit([](const auto& of_kind) { return of_kind.foot; }, legs);
}

std::optional<AnyLegs> legs_of_kind(std::string_view name) {
    for (const AnyLegs& legs : all_kinds())
        if (kind_name(legs) == name) return legs;
    return std::nullopt;
}

}  // namespace hexscan

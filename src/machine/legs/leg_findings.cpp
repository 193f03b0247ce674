#include "src/machine/legs/leg_findings.h"

#include <algorithm>

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/limits.h"

namespace hexscan {

std::string legs_text(const std::vector<std::size_t>& legs) {
    if (legs.size() == leg_count) return "all legs";
    std::vector<std::string> numbers;
    for (const std::size_t leg : legs) numbers.push_back(std::to_string(leg + 1));
    if (numbers.size() == 1) return "leg " + numbers[0];
    const std::string last = numbers.back();
    numbers.pop_back();
    return fmt::format("legs {} and {}", joined(numbers, ", "), last);
}

bool keeps_joint_value(const Machine& machine, const Pose& pose, std::size_t leg) {
    const PosedLegs posed = posed_legs(machine, rotation_of(pose.orientation, machine.orientation_order));
    const std::vector<LimitState> states = posed.legs[leg]->states(pose.position_m + posed.offset_m[leg]);
    const LimitTable table = limits_of(machine);
    for (std::size_t k = 0; k < states.size(); ++k)
        if (table.rows()[k].kind->side.empty() && !(states[k].left >= 0)) return false;
    return true;
}

void append_branch_finding(const std::vector<std::size_t>& legs, std::string_view other,
                           std::vector<Finding>& findings) {
    findings.push_back(
        {Finding::Weight::warning, "wrong-branch",
         fmt::format("{} would reach home on the other branch; should legs.branch be {}?", legs_text(legs), other)});
}

void append_leg_findings(const Machine& machine, const Pose& home, std::vector<Finding>& findings) {
    std::visit(
        [&](const auto& legs) {
            if constexpr (requires { legs.append_findings(machine, home, findings); })
                legs.append_findings(machine, home, findings);
        },
        machine.legs);
}

}  // namespace hexscan

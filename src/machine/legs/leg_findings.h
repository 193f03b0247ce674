#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "src/machine/finding.h"
#include "src/machine/machine.h"

/// Findings about a machine's legs at home, for legs of any kind.
namespace hexscan {

/// Text such as "legs 1, 2 and 5", "leg 3" or "all legs". The indices in `legs` count from 0.
std::string legs_text(const std::vector<std::size_t>& legs);

/// Appends a finding about legs that violate their travel or angle at home but would satisfy it on their other branch.
/// `other` is the word for that branch. The template below finds these legs itself.
void append_branch_finding(const std::vector<std::size_t>& legs, std::string_view other,
                           std::vector<Finding>& findings);

/// True if the leg's rod reaches at the pose and its joint value is within its limits. The leg must have a branch.
bool keeps_joint_value(const Machine& machine, const Pose& pose, std::size_t leg);

template <class LegsOfKind>
void append_branch_finding(const LegsOfKind& legs, const Machine& machine, const Pose& home,
                           std::vector<Finding>& findings) {
    Machine other = machine;
    LegsOfKind flipped = legs;
    for (auto& branch : flipped.branch) branch = branch == 0 ? 1 : 0;
    other.legs = flipped;
    std::vector<std::size_t> wrong;
    for (std::size_t i = 0; i < leg_count; ++i)
        if (!keeps_joint_value(machine, home, i) && keeps_joint_value(other, home, i)) wrong.push_back(i);
    if (!wrong.empty()) append_branch_finding(wrong, legs.branch[wrong[0]] == 0 ? "ahead" : "behind", findings);
}

/// Appends the findings about home that are specific to the machine's kind of legs.
void append_leg_findings(const Machine& machine, const Pose& home, std::vector<Finding>& findings);

}  // namespace hexscan

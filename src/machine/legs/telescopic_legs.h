#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/telescopic_limits.h"
#include "src/machine/legs/leg_numbers.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/limit_table.h"
#include "src/machine/rotation.h"

/// Telescopic legs (6-UPS): each as long as its stroke allows, with a joint that may tilt at either end.
namespace hexscan {

inline constexpr std::array telescopic_limits{LegLimit::shortest, LegLimit::longest, LegLimit::base_joint,
                                              LegLimit::platform_joint};
static_assert(telescopic_limits.size() == telescopic_limit_count);

/// Of machines that have kernels: the number of the leg's limit in the machine's table.
inline LimitId limit_id(std::size_t leg, LegLimit which) {
    return static_cast<LimitId>(limit_number(static_cast<int>(leg), static_cast<int>(which)));
}

struct Machine;

/// The numbers of such legs.
struct TelescopicLegs {
    static constexpr std::string_view kind = "telescopic";
    static constexpr JointPlace foot = JointPlace::base;  ///< what its lower joint joins the leg to
    /// What `legs` of a platform file must have.
    static constexpr std::string_view needs = "must give min and max, or min and stroke";

    PerLeg min_length{}, max_length{};

    static std::span<const LegNumber<TelescopicLegs>> numbers();
    static std::span<const LegWord<TelescopicLegs>> words() { return {}; }
    /// Of each leg: its shortest and its longest length.
    static std::span<const LimitKind> limit_kinds();

    /// What is wrong with a leg whose numbers, in these units, are each right by themselves.
    std::optional<LegProblem> problem(std::size_t leg, const Units& units) const;

    /// These legs being the machine's.
    std::shared_ptr<const PosedLeg> posed(const Machine& machine, std::size_t leg, const Rotation& turned) const;
    /// Of these legs, being the machine's: what one of their own limits allows a leg at most, wherever it reaches.
    double widest(const Machine& machine, std::size_t leg, std::size_t limit) const;
    /// A leg has that in place of what the limit allows it.
    void set_limit(std::size_t leg, std::size_t limit, double value);
    double reach_m(std::size_t leg) const { return max_length[leg]; }
    /// Half of the stroke.
    double most_clearance_m(std::size_t leg) const {
        return min_length[leg] > 0 ? (max_length[leg] - min_length[leg]) / 2 : max_length[leg];
    }
    double rod_m(std::size_t leg) const { return max_length[leg]; }
    static std::optional<double> arm_m(std::size_t) { return std::nullopt; }
};

}  // namespace hexscan

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

/// Telescopic legs (6-UPS). The length of each leg is within its stroke, and a joint at each end lets the leg tilt.
namespace hexscan {

inline constexpr std::array telescopic_limits{LegLimit::shortest, LegLimit::longest, LegLimit::base_joint,
                                              LegLimit::platform_joint};
static_assert(telescopic_limits.size() == telescopic_limit_count);

/// The row of a leg's limit in the machine's table. Machine::has_kernels() must be true.
inline LimitId limit_id(std::size_t leg, LegLimit which) {
    return static_cast<LimitId>(limit_number(static_cast<int>(leg), static_cast<int>(which)));
}

struct Machine;

/// The shortest and the longest length of each telescopic leg, in metres. Inside a description they are in the file's
/// units.
struct TelescopicLegs {
    static constexpr std::string_view kind = "telescopic";
    static constexpr std::string_view motions = "strokes";  ///< name of the motions that the legs' own limits bound
    static constexpr JointPlace foot = JointPlace::base;    ///< the leg's lower joint is on the base
    /// Text of an error: the keys that `legs` of a machine file requires.
    static constexpr std::string_view needs = "must give min and max, or min and stroke";

    PerLeg min_length{}, max_length{};

    static std::span<const LegNumber<TelescopicLegs>> numbers();
    static std::span<const LegWord<TelescopicLegs>> words() { return {}; }
    /// The kinds of limits of each leg: shortest and longest length.
    static std::span<const LimitKind> limit_kinds();

    /// The reason why a leg's numbers are invalid, in these units. Returns nullopt if they are valid.
    std::optional<LegProblem> problem(std::size_t leg, const Units& units) const;

    /// The leg at an orientation. These legs must be those of `machine`.
    std::shared_ptr<const PosedLeg> posed(const Machine& machine, std::size_t leg, const Rotation& turned) const;
    /// The value that disables one of the leg's own limits everywhere within reach. These legs must be those of
    /// `machine`.
    double widest(const Machine& machine, std::size_t leg, std::size_t limit) const;
    /// Sets the value of one of a leg's limits.
    void set_limit(std::size_t leg, std::size_t limit, double value);
    double reach_m(std::size_t leg) const { return max_length[leg]; }
    /// Upper bound on the leg's clearance: half the stroke, or the longest length if the leg has no shortest one.
    double most_clearance_m(std::size_t leg) const {
        return min_length[leg] > 0 ? (max_length[leg] - min_length[leg]) / 2 : max_length[leg];
    }
    double rod_m(std::size_t leg) const { return max_length[leg]; }
    static std::optional<double> arm_m(std::size_t) { return std::nullopt; }
};

}  // namespace hexscan

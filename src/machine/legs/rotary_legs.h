#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/machine/legs/leg_numbers.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/limit_table.h"
#include "src/machine/rotation.h"

/// Rotary legs (6-RSS): an arm on a motor and a rod of fixed length from the arm's tip to the platform (Merlet,
/// Parallel Robots, 2nd ed., ch. 3). The base joint is on the motor's axis at the arm's beginning. Let u and w be the
/// arm's directions at 0 and at 90 degrees, r the arm, d the rod and l the vector from the base joint to the platform
/// joint. Then the arm's angle is
/// phi -/+ acos(g / rho), phi = atan2(l.w, l.u), rho = 2 r hypot(l.u, l.w), g = |l|^2 + r^2 - d^2.
/// The signs are those of an arm that is behind or ahead. Angles that differ by a full turn are equal.
namespace hexscan {

struct Machine;
struct Finding;

struct RotaryLegs {
    static constexpr std::string_view kind = "rotary";
    static constexpr std::string_view motions = "arm angles";
    static constexpr JointPlace foot = JointPlace::arm;  ///< the part that the lower joint connects to the rod
    static constexpr std::string_view needs =
        "must give arm, rod, angle and azimuth, or zero and up instead of azimuth";

    PerLeg arm{}, rod{}, azimuth{};
    PerLeg zero_x{}, zero_y{}, zero_z{}, up_x{}, up_y{}, up_z{};
    PerLeg angle_from{}, angle_to{};
    PerLegWord branch{};
    bool has_azimuth = false, has_zero = false, has_up = false;

    static std::span<const LegNumber<RotaryLegs>> numbers();
    static std::span<const LegWord<RotaryLegs>> words();
    /// For each leg: rod too short, rod too long, both ends of the angle.
    static std::span<const LimitKind> limit_kinds();
    /// The reason why the given numbers do not determine the arms' directions; empty if they do.
    std::string missing() const;
    std::optional<LegProblem> problem(std::size_t leg, const Units& units) const;
    /// Makes zero and up perpendicular unit vectors, which replace azimuth.
    void settle();
    bool is_settled(std::size_t leg) const;

    /// The leg at an orientation. These legs must be the machine's.
    std::shared_ptr<const PosedLeg> posed(const Machine& machine, std::size_t leg, const Rotation& turned) const;
    /// Value with which one of a leg's own limits limits nothing anywhere in reach. These legs must be the machine's.
    double widest(const Machine& machine, std::size_t leg, std::size_t limit) const;
    /// Replaces the value of a leg's limit.
    void set_limit(std::size_t leg, std::size_t limit, double value);
    /// The motor's axis. Angles increase about it.
    Vector motor_axis(std::size_t leg) const;
    /// Turns a vector that the arm carries back from the arm's angle to angle 0.
    Vector at_angle_0(std::size_t leg, double angle_rad, const Vector& v) const;
    double reach_m(std::size_t leg) const { return arm[leg] + rod[leg]; }
    /// Upper bound on the clearance of the leg's limits at any pose.
    double most_clearance_m(std::size_t leg) const;
    double rod_m(std::size_t leg) const { return rod[leg]; }
    double arm_m(std::size_t leg) const { return arm[leg]; }
    /// Appends findings on common mistakes with such legs.
    void append_findings(const Machine& machine, const Pose& home, std::vector<Finding>& findings) const;
};

}  // namespace hexscan

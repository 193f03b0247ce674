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

/// Rotary legs (6-RSS): an arm on a motor and a rod of fixed length from its tip to the platform (Merlet, Parallel
/// Robots, 2nd ed., ch. 3). The base joint is on the motor's axis, where the arm begins. With u and w the arm's
/// directions at 0 and at 90 degrees, r the arm, d the rod and l the vector from the base joint to the platform's
/// joint, the arm's angle is
///     phi -/+ acos(g / rho),  phi = atan2(l.w, l.u),  rho = 2 r hypot(l.u, l.w),  g = |l|^2 + r^2 - d^2:
/// the arm is behind or ahead. Angles a turn apart are the same.
namespace hexscan {

struct Machine;
struct Finding;

struct RotaryLegs {
    static constexpr std::string_view kind = "rotary";
    static constexpr JointPlace foot = JointPlace::arm;  ///< what its lower joint joins the rod to
    static constexpr std::string_view needs = "must give arm, rod, angle and azimuth, or zero and up in its place";

    PerLeg arm{}, rod{}, azimuth{};
    PerLeg zero_x{}, zero_y{}, zero_z{}, up_x{}, up_y{}, up_z{};
    PerLeg angle_from{}, angle_to{};
    PerLegWord branch{};
    bool has_azimuth = false, has_zero = false, has_up = false;

    static std::span<const LegNumber<RotaryLegs>> numbers();
    static std::span<const LegWord<RotaryLegs>> words();
    /// Of each leg: too short a rod, too long a rod, the angle at both ends.
    static std::span<const LimitKind> limit_kinds();
    /// What keeps the numbers that are given from telling where the arms point; empty: nothing.
    std::string missing() const;
    std::optional<LegProblem> problem(std::size_t leg, const Units& units) const;
    /// zero and up become unit vectors, square to each other, and take the place of azimuth.
    void settle();
    bool is_settled(std::size_t leg) const;

    /// These legs being the machine's.
    std::shared_ptr<const PosedLeg> posed(const Machine& machine, std::size_t leg, const Rotation& turned) const;
    /// Of these legs, being the machine's: what one of their own limits allows a leg at most, wherever it reaches.
    double widest(const Machine& machine, std::size_t leg, std::size_t limit) const;
    /// A leg has that in place of what the limit allows it.
    void set_limit(std::size_t leg, std::size_t limit, double value);
    /// The motor's axis, about which the angle rises.
    Vector motor_axis(std::size_t leg) const;
    /// A vector that the arm carries, from where it is to where it is at angle 0.
    Vector at_angle_0(std::size_t leg, double angle_rad, const Vector& v) const;
    double reach_m(std::size_t leg) const { return arm[leg] + rod[leg]; }
    /// No pose has more clearance of the leg's limits.
    double most_clearance_m(std::size_t leg) const;
    double rod_m(std::size_t leg) const { return rod[leg]; }
    double arm_m(std::size_t leg) const { return arm[leg]; }
    /// What builders get wrong about such legs.
    void append_findings(const Machine& machine, const Pose& home, std::vector<Finding>& findings) const;
};

}  // namespace hexscan

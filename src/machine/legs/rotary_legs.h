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

/// Rotary legs (6-RSS): an arm on a motor, and a rod of fixed length from the arm's tip to the platform (Merlet,
/// Parallel Robots, 2nd ed., ch. 3). The base joint is the point where the arm begins, on the motor's axis. Let u and w
/// be the arm's directions at 0 and at 90 degrees, r the arm's length, d the rod's length and l the vector from the
/// base joint to the platform joint. The arm's angle is then phi -/+ acos(g / rho), with phi = atan2(l.w, l.u), rho = 2
/// r hypot(l.u, l.w), g = |l|^2 + r^2 - d^2. The sign is minus for an arm that is behind and plus for one that is
/// ahead. Angles that differ by a full turn are equivalent.
namespace hexscan {

struct Machine;
struct Finding;

/// The numbers of each rotary leg: its arm and rod, the arm's directions, and the range of its angle. They are in
/// metres and radians; inside a description they are in the file's units.
struct RotaryLegs {
    static constexpr std::string_view kind = "rotary";
    static constexpr std::string_view motions = "arm angles";
    static constexpr JointPlace foot = JointPlace::arm;  ///< the rod's lower joint is on the arm
    static constexpr std::string_view needs = "must give arm, rod, angle, and either azimuth or both zero and up";

    PerLeg arm{}, rod{}, azimuth{};
    PerLeg zero_x{}, zero_y{}, zero_z{}, up_x{}, up_y{}, up_z{};
    PerLeg angle_from{}, angle_to{};
    PerLegWord branch{};
    bool has_azimuth = false, has_zero = false, has_up = false;

    static std::span<const LegNumber<RotaryLegs>> numbers();
    static std::span<const LegWord<RotaryLegs>> words();
    /// The kinds of limits of each leg: rod too short, rod too long, smallest and largest angle.
    static std::span<const LimitKind> limit_kinds();
    /// The reason why the given keys do not determine the arms' directions; empty if they do.
    std::string missing() const;
    /// The reason why a leg's numbers are invalid, in these units. Returns nullopt if they are valid.
    std::optional<LegProblem> problem(std::size_t leg, const Units& units) const;
    /// Makes `zero` and `up` perpendicular unit vectors. They replace `azimuth`.
    void settle();
    bool is_settled(std::size_t leg) const;

    /// The leg at an orientation. These legs must be those of `machine`.
    std::shared_ptr<const PosedLeg> posed(const Machine& machine, std::size_t leg, const Rotation& turned) const;
    /// The value that disables one of the leg's own limits everywhere within reach. These legs must be those of
    /// `machine`.
    double widest(const Machine& machine, std::size_t leg, std::size_t limit) const;
    /// Sets the value of one of a leg's limits.
    void set_limit(std::size_t leg, std::size_t limit, double value);
    /// Unit vector of the motor's axis. Angles increase about it by the right-hand rule.
    Vector motor_axis(std::size_t leg) const;
    /// Rotates a vector that the arm carries from its direction at `angle_rad` to its direction at angle 0.
    Vector at_angle_0(std::size_t leg, double angle_rad, const Vector& v) const;
    double reach_m(std::size_t leg) const { return arm[leg] + rod[leg]; }
    /// Upper bound on the clearance of the leg's limits at any pose.
    double most_clearance_m(std::size_t leg) const;
    double rod_m(std::size_t leg) const { return rod[leg]; }
    double arm_m(std::size_t leg) const { return arm[leg]; }
    /// Appends findings about common mistakes in descriptions of such legs.
    void append_findings(const Machine& machine, const Pose& home, std::vector<Finding>& findings) const;
};

}  // namespace hexscan

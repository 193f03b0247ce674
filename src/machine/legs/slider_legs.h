#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "src/machine/legs/leg_numbers.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/limit_table.h"
#include "src/machine/rotation.h"

/// Slider legs (6-PUS): a rod of fixed length between a carriage on a rail and the platform (Merlet, Parallel Robots,
/// 2nd ed., ch. 3). With d the rod, e the rail's direction and l the vector from the base joint, where the carriage's
/// travel is 0, to the platform's joint, the travel is s = l.e -/+ sqrt(d^2 - |l x e|^2): the carriage is behind or
/// ahead.
namespace hexscan {

struct Machine;
struct Finding;

struct SliderLegs {
    static constexpr std::string_view kind = "slider";
    static constexpr JointPlace foot = JointPlace::carriage;  ///< what its lower joint joins the rod to
    static constexpr std::string_view needs = "must give rod, rail and travel";

    PerLeg rod{}, rail_x{}, rail_y{}, rail_z{}, travel_from{}, travel_to{};
    PerLegWord branch{};

    static std::span<const LegNumber<SliderLegs>> numbers();
    static std::span<const LegWord<SliderLegs>> words();
    /// Of each leg: too short a rod, travel at both ends.
    static std::span<const LimitKind> limit_kinds();
    std::optional<LegProblem> problem(std::size_t leg, const Units& units) const;
    /// Rails become unit vectors.
    void settle();
    bool is_settled(std::size_t leg) const;

    /// These legs being the machine's.
    std::shared_ptr<const PosedLeg> posed(const Machine& machine, std::size_t leg, const Rotation& turned) const;
    /// Of these legs, being the machine's: what one of their own limits allows a leg at most, wherever it reaches.
    double widest(const Machine& machine, std::size_t leg, std::size_t limit) const;
    /// A leg has that in place of what the limit allows it.
    void set_limit(std::size_t leg, std::size_t limit, double value);
    /// No leg vector is longer.
    double reach_m(std::size_t leg) const;
    /// No pose has more clearance of the leg's limits.
    double most_clearance_m(std::size_t leg) const;
    double rod_m(std::size_t leg) const { return rod[leg]; }
    static std::optional<double> arm_m(std::size_t) { return std::nullopt; }
    /// What builders get wrong about such legs.
    void append_findings(const Machine& machine, const Pose& home, std::vector<Finding>& findings) const;
};

}  // namespace hexscan

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
/// 2nd ed., ch. 3). The carriage's travel is 0 at the base joint. Let d be the rod's length, e the rail's direction and
/// l the vector from the base joint to the platform joint. The travel is then s = l.e -/+ sqrt(d^2 - |l x e|^2). The
/// sign is minus for a carriage that is behind and plus for one that is ahead.
namespace hexscan {

struct Machine;
struct Finding;

/// The numbers of each slider leg: its rod, the rail's direction, and the range of its travel. They are in metres;
/// inside a description they are in the file's units.
struct SliderLegs {
    static constexpr std::string_view kind = "slider";
    static constexpr std::string_view motions = "travels";
    static constexpr JointPlace foot = JointPlace::carriage;  ///< the rod's lower joint is on the carriage
    static constexpr std::string_view needs = "must give rod, rail and travel";

    PerLeg rod{}, rail_x{}, rail_y{}, rail_z{}, travel_from{}, travel_to{};
    PerLegWord branch{};

    static std::span<const LegNumber<SliderLegs>> numbers();
    static std::span<const LegWord<SliderLegs>> words();
    /// The kinds of limits of each leg: rod too short, smallest and largest travel.
    static std::span<const LimitKind> limit_kinds();
    /// The reason why a leg's numbers are invalid, in these units. Returns nullopt if they are valid.
    std::optional<LegProblem> problem(std::size_t leg, const Units& units) const;
    /// Scales the rails to unit vectors.
    void settle();
    bool is_settled(std::size_t leg) const;

    /// The leg at an orientation. These legs must be those of `machine`.
    std::shared_ptr<const PosedLeg> posed(const Machine& machine, std::size_t leg, const Rotation& turned) const;
    /// The value that disables one of the leg's own limits everywhere within reach. These legs must be those of
    /// `machine`.
    double widest(const Machine& machine, std::size_t leg, std::size_t limit) const;
    /// Sets the value of one of a leg's limits.
    void set_limit(std::size_t leg, std::size_t limit, double value);
    /// Upper bound on the length of the leg vector.
    double reach_m(std::size_t leg) const;
    /// Upper bound on the clearance of the leg's limits at any pose.
    double most_clearance_m(std::size_t leg) const;
    double rod_m(std::size_t leg) const { return rod[leg]; }
    static std::optional<double> arm_m(std::size_t) { return std::nullopt; }
    /// Appends findings about common mistakes in descriptions of such legs.
    void append_findings(const Machine& machine, const Pose& home, std::vector<Finding>& findings) const;
};

}  // namespace hexscan

#include "src/machine/legs/telescopic_legs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "src/machine/legs/leg_forms.h"
#include "src/machine/legs/leg_joint.h"
#include "src/machine/legs/telescope_parts.h"
#include "src/machine/limit_colours.h"
#include "src/machine/machine.h"

namespace hexscan {
namespace {

constexpr double boundless = std::numeric_limits<double>::infinity();

constexpr std::array<LimitKind, 2> stroke_limit_kinds{{
    {.name = "shortest length",
     .plural = "shortest lengths",
     .as_limit = "shortest lengths",
     .heading = "shortest length",
     .json = "shortest",
     .key = "legs.min",
     .side = "",
     .quantity = "length",
     .bound = "shortest",
     .fault = "be too short",
     .dimension = Dimension::length,
     .keeps = LimitKind::Bound::at_least,
     .rgb = limit_colours::violet},
    {.name = "longest length",
     .plural = "longest lengths",
     .as_limit = "longest lengths",
     .heading = "longest length",
     .json = "longest",
     .key = "legs.max",
     .side = "",
     .quantity = "length",
     .bound = "longest",
     .fault = "be too long",
     .dimension = Dimension::length,
     .keeps = LimitKind::Bound::at_most,
     .rgb = limit_colours::pink},
}};

/// A telescopic leg at an orientation: its stroke and the cones of its joints (kernels/clearance.h).
class PosedTelescope final : public PosedLeg {
public:
    PosedTelescope(const Machine& machine, std::size_t leg, const Rotation& turned)
        : joints_{LegJoint(machine.base, leg), LegJoint(machine.platform, leg, turned)},
          whole_{machine.telescopic().min_length[leg],
                 machine.telescopic().max_length[leg],
                 {joints_[0].allowed(), joints_[1].allowed()},
                 {},
                 0} {
        for (const Leg<double>& part : parts_of_telescope(machine, leg, turned))
            whole_.parts[whole_.part_count++] = part;
    }

    WholeLeg whole() const override { return whole_; }
    bool keeps(const Vector& l) const override { return whole_.keeps(l); }

    void clearances_m(const Vector& l, std::span<double> clearances_m) const override {
        whole_.clearances_m(l, {}, boundless, clearances_m.data());
    }

    /// src/engines/lipschitz_rows.cpp derives this bound.
    double doubt_m(double longest_m) const override { return 0x1p-22 * longest_m; }

    std::vector<LimitState> states(const Vector& l) const override {
        const double length_m = std::sqrt(dot(l, l));
        // A leg that may have length 0 is never too short.
        const double shortest_m = whole_.shortest_m, longest_m = whole_.longest_m;
        std::vector<LimitState> states{{length_m, shortest_m, shortest_m > 0 ? length_m - shortest_m : boundless},
                                       {length_m, longest_m, longest_m - length_m}};
        for (const LegJoint& joint : joints_) joint.append_states(l, states);
        return states;
    }

    /// The foot is the base joint, and its motion is along the leg.
    LegShape shape(const Vector& l) const override { return {{}, direction(l), std::sqrt(dot(l, l)), true}; }

private:
    std::array<LegJoint, 2> joints_;
    WholeTelescope whole_;
};

/// A length that no leg of the machine can have.
double beyond_reach_m(const Machine& machine) {
    const PerLeg& longest_m = machine.telescopic().max_length;
    double extent_m = *std::max_element(longest_m.begin(), longest_m.end());
    for (const Vector& point : machine.base.points_m)
        extent_m += std::abs(point.x) + std::abs(point.y) + std::abs(point.z);
    return 10 * extent_m;
}

}  // namespace

std::span<const LegNumber<TelescopicLegs>> TelescopicLegs::numbers() {
    static constexpr std::array rows{LegNumber<TelescopicLegs>{.key = "min",
                                                               .record = "min_length_m",
                                                               .words = "the shortest leg length",
                                                               .dimension = Dimension::length,
                                                               .values = &TelescopicLegs::min_length,
                                                               .of_joint_value = true},
                                     LegNumber<TelescopicLegs>{.key = "max",
                                                               .record = "max_length_m",
                                                               .words = "the longest leg length",
                                                               .dimension = Dimension::length,
                                                               .values = &TelescopicLegs::max_length,
                                                               .of_joint_value = true,
                                                               .span_key = "stroke",
                                                               .above = &TelescopicLegs::min_length}};
    return rows;
}

std::span<const LimitKind> TelescopicLegs::limit_kinds() { return stroke_limit_kinds; }

std::optional<LegProblem> TelescopicLegs::problem(std::size_t leg, const Units& units) const {
    const double shortest_m = units.metres(min_length[leg]), longest_m = units.metres(max_length[leg]);
    if (!(longest_m >= shortest_leg_m))
        return LegProblem{"max",
                          fmt::format("is {} {}; must be at least {}", max_length[leg], units.length,
                                      units.length_text(shortest_leg_m)),
                          "has no length"};
    if (!(shortest_m <= longest_m))
        return LegProblem{
            "min", fmt::format("is above legs.max[{}]; must be at most {} {}", leg, max_length[leg], units.length),
            "has a shortest length above its longest"};
    return std::nullopt;
}

std::shared_ptr<const PosedLeg> TelescopicLegs::posed(const Machine& machine, std::size_t leg,
                                                      const Rotation& turned) const {
    return std::make_shared<PosedTelescope>(machine, leg, turned);
}

double TelescopicLegs::widest(const Machine& machine, std::size_t, std::size_t limit) const {
    return limit == 0 ? 0 : beyond_reach_m(machine);
}

void TelescopicLegs::set_limit(std::size_t leg, std::size_t limit, double value) {
    (limit == 0 ? min_length : max_length)[leg] = value;
}

}  // namespace hexscan

#include "src/machine/legs/slider_legs.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "kernels/slider_clearance.h"
#include "src/machine/legs/leg_findings.h"
#include "src/machine/legs/posed_slider.h"
#include "src/machine/limit_colours.h"
#include "src/machine/machine.h"
#include "src/machine/shared/point_spread.h"

namespace hexscan {
namespace {

constexpr auto slider_limits = static_cast<std::size_t>(SliderLimit::count);

constexpr std::array<LimitKind, slider_limits> slider_limit_kinds{{
    {.name = "rod too short",
     .plural = "rods too short",
     .as_limit = "rods' lengths",
     .heading = "rod",
     .json = "reach",
     .key = "legs.rod",
     .side = "",
     .quantity = "gap to the rail",
     .bound = "rod",
     .fault = "have too short a rod",
     .violation = "{legs}: the rod is too short by {missing}",
     .dimension = Dimension::length,
     .keeps = LimitKind::Bound::at_most,
     .of_geometry = true,
     .rgb = limit_colours::orange},
    {.name = "travel's lower end",
     .plural = "travels' lower ends",
     .as_limit = "travels' lower ends",
     .heading = "travel from",
     .json = "travel_from",
     .key = "legs.travel",
     .side = "",
     .quantity = "travel",
     .bound = "from",
     .fault = "travel too low",
     .violation = "{legs}: the carriage needs {asked}, but its travel begins at {allowed}",
     .dimension = Dimension::length,
     .keeps = LimitKind::Bound::at_least,
     .rgb = limit_colours::violet},
    {.name = "travel's upper end",
     .plural = "travels' upper ends",
     .as_limit = "travels' upper ends",
     .heading = "travel to",
     .json = "travel_to",
     .key = "legs.travel",
     .side = "",
     .quantity = "travel",
     .bound = "to",
     .fault = "travel too high",
     .violation = "{legs}: the carriage needs {asked}, but its travel ends at {allowed}",
     .dimension = Dimension::length,
     .keeps = LimitKind::Bound::at_most,
     .rgb = limit_colours::pink},
}};

using SliderNumber = LegNumber<SliderLegs>;

constexpr std::string_view rail_words = "the rail's direction, [x, y, z]",
                           travel_words = "the ends of the carriage's travel, [from, to]";

}  // namespace

std::span<const LegNumber<SliderLegs>> SliderLegs::numbers() {
    static constexpr std::array rows{SliderNumber{.key = "rod",
                                                  .record = "rod_m",
                                                  .words = "the rod's length",
                                                  .dimension = Dimension::length,
                                                  .values = &SliderLegs::rod},
                                     vector_part<SliderLegs>("rail", "rail_x", rail_words, &SliderLegs::rail_x, 0),
                                     vector_part<SliderLegs>("rail", "rail_y", rail_words, &SliderLegs::rail_y, 1),
                                     vector_part<SliderLegs>("rail", "rail_z", rail_words, &SliderLegs::rail_z, 2),
                                     SliderNumber{.key = "travel",
                                                  .record = "travel_from_m",
                                                  .words = travel_words,
                                                  .dimension = Dimension::length,
                                                  .values = &SliderLegs::travel_from,
                                                  .of_joint_value = true,
                                                  .part = 0,
                                                  .parts = 2,
                                                  .is_signed = true},
                                     SliderNumber{.key = "travel",
                                                  .record = "travel_to_m",
                                                  .words = travel_words,
                                                  .dimension = Dimension::length,
                                                  .values = &SliderLegs::travel_to,
                                                  .of_joint_value = true,
                                                  .part = 1,
                                                  .parts = 2,
                                                  .is_signed = true}};
    return rows;
}

std::span<const LegWord<SliderLegs>> SliderLegs::words() {
    static constexpr std::array rows{LegWord<SliderLegs>{
        .key = "branch", .record = "branch", .allowed = branch_words, .values = &SliderLegs::branch}};
    return rows;
}

std::span<const LimitKind> SliderLegs::limit_kinds() { return slider_limit_kinds; }

std::optional<LegProblem> SliderLegs::problem(std::size_t leg, const Units& units) const {
    if (!(units.metres(rod[leg]) >= shortest_leg_m))
        return LegProblem{
            "rod",
            fmt::format("is {} {}; must be at least {}", rod[leg], units.length, units.length_text(shortest_leg_m)),
            "has a rod without length"};
    if (rail_x[leg] == 0 && rail_y[leg] == 0 && rail_z[leg] == 0)
        return LegProblem{"rail", "has length 0; must be a vector with a direction", "has a rail without direction"};
    if (!(travel_from[leg] <= travel_to[leg]))
        return LegProblem{"travel",
                          fmt::format("runs from {} to {} {}; the first end must not be above the second",
                                      travel_from[leg], travel_to[leg], units.length),
                          "has a travel that ends before it begins"};
    return std::nullopt;
}

void SliderLegs::settle() {
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector rail = direction({rail_x[i], rail_y[i], rail_z[i]});
        rail_x[i] = rail.x;
        rail_y[i] = rail.y;
        rail_z[i] = rail.z;
    }
}

bool SliderLegs::is_settled(std::size_t leg) const {
    return std::abs(std::hypot(rail_x[leg], rail_y[leg], rail_z[leg]) - 1) <= 1e-9;
}

std::shared_ptr<const PosedLeg> SliderLegs::posed(const Machine& machine, std::size_t leg,
                                                  const Rotation& turned) const {
    return posed_slider({.rail = {rail_x[leg], rail_y[leg], rail_z[leg]},
                         .rod_m = rod[leg],
                         .from_m = travel_from[leg],
                         .to_m = travel_to[leg],
                         .ahead = branch[leg] != 0,
                         .at_carriage = LegJoint(machine.base, leg),
                         .at_platform = LegJoint(machine.platform, leg, turned)});
}

double SliderLegs::widest(const Machine&, std::size_t, std::size_t limit) const {
    return static_cast<SliderLimit>(limit) == SliderLimit::travel_from ? -max_extent_m : max_extent_m;
}

void SliderLegs::set_limit(std::size_t leg, std::size_t limit, double value) {
    switch (static_cast<SliderLimit>(limit)) {
        case SliderLimit::travel_from: travel_from[leg] = value; break;
        case SliderLimit::travel_to: travel_to[leg] = value; break;
        default: break;  // The rod's length is geometry: another length would be another machine.
    }
}

double SliderLegs::reach_m(std::size_t leg) const {
    return std::max(std::abs(travel_from[leg]), std::abs(travel_to[leg])) + rod[leg];
}

void SliderLegs::append_findings(const Machine& machine, const Pose& home, std::vector<Finding>& findings) const {
    constexpr double least_part = 0.01;
    append_branch_finding(*this, machine, home, findings);
    const Rotation turned = rotation_of(home.orientation, machine.orientation_order);
    const Vector across = plane_normal(spread_of(machine.base.points_m)).value_or(Vector{0, 0, 1});
    std::vector<std::size_t> down;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector rail{rail_x[i], rail_y[i], rail_z[i]};
        // The leg vector begins at mid-travel, because a file may put travel 0 anywhere along the rail.
        const Vector middle_m = machine.base.points_m[i] + scaled(rail, (travel_from[i] + travel_to[i]) / 2);
        const Vector l = home.position_m + turned(machine.platform.points_m[i]) - middle_m;
        // A rail along the joints' plane may rise outwards, away from the platform, without a finding.
        if (dot(l, rail) < 0 && dot(l, across) * dot(rail, across) < -least_part * length_of(l)) down.push_back(i);
    }
    if (!down.empty())
        findings.push_back({Finding::Weight::warning, "rails-down",
                            fmt::format("the rails of {} point away from the platform at home; a rail's direction is "
                                        "that of rising travel: is its sign right?",
                                        legs_text(down))});
}

double SliderLegs::most_clearance_m(std::size_t leg) const {
    return std::min(rod[leg], (travel_to[leg] - travel_from[leg]) / 2);
}

}  // namespace hexscan

#include "src/machine/slider_legs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "kernels/slider_leg.h"
#include "src/machine/ellipse.h"
#include "src/machine/joint_limits.h"
#include "src/machine/leg_findings.h"
#include "src/machine/limit_colours.h"
#include "src/machine/machine.h"
#include "src/machine/rod_joint.h"

namespace hexscan {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

enum class SliderLimit : std::size_t { reach, travel_from, travel_to, carriage_joint, platform_joint, count };
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
     .violation = "{legs}: the carriage needs {asked}, its travel begins at {allowed}",
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
     .violation = "{legs}: the carriage needs {asked} of {allowed}",
     .dimension = Dimension::length,
     .keeps = LimitKind::Bound::at_most,
     .rgb = limit_colours::pink},
    base_joint_limit_named("carriage joint's tilt", "carriage joints' tilts", "carriage joints' tilt limits",
                           "carriage joint", "tilt too far at the carriage"),
    platform_joint_limit,
}};

constexpr std::array<std::string_view, 2> branches{"behind", "ahead"};

/// A leg whose carriage is behind; one whose carriage is ahead is the same with its rail turned round.
class PosedSlider final : public PosedLeg {
public:
    PosedSlider(const Vector& rail, double rod_m, double from_m, double to_m, bool ahead, const RodJoint& carriage,
                const RodJoint& platform)
        : leg_{ahead ? scaled(rail, -1) : rail, rod_m,    ahead ? -to_m : from_m,
               ahead ? -from_m : to_m,          carriage, platform},
          ahead_(ahead),
          joints_{carriage, platform} {}

    RodForm form() const override { return leg_; }
    bool keeps(const Vector& l) const override { return exact_slider_keeps(leg_, l); }

    /// Reach: the cylinder of the rod's radius about the rail. Travel: the distance from the half sphere about the
    /// rail's end that the far end is on where the carriage is there. Joints: across the rail, from the ellipse that
    /// the limit's circle of rods looks like along it.
    void clearances_m(const Vector& l, std::span<double> clearances_m) const override {
        const Place at = place(l);
        const double beside_m = std::sqrt(at.beside_sq_m2);
        clearances_m[index(SliderLimit::reach)] = leg_.rod_m - beside_m;
        clearances_m[first_end()] = beyond_half_sphere_m(at.along_m - leg_.from_m, beside_m);
        clearances_m[other_end()] = -beyond_half_sphere_m(at.along_m - leg_.to_m, beside_m);
        for (std::size_t k = 0; k < joints_.size(); ++k)
            clearances_m[index(SliderLimit::carriage_joint) + k] = joint_clearance_m(joints_[k], at);
    }

    double doubt_m(double longest_m) const override { return 0x1p-18 * (longest_m + leg_.rod_m); }

    std::vector<LimitState> states(const Vector& l) const override {
        const Place at = place(l);
        const double beside_m = std::sqrt(at.beside_sq_m2), travel_m = travel(at);
        const bool closes = beside_m <= leg_.rod_m;
        const double low_m = ahead_ ? -leg_.to_m : leg_.from_m, high_m = ahead_ ? -leg_.from_m : leg_.to_m;
        const Vector rod = rod_at(at);
        return {{beside_m, leg_.rod_m, leg_.rod_m - beside_m},
                {travel_m, low_m, closes ? travel_m - low_m : infinite},
                {travel_m, high_m, closes ? high_m - travel_m : infinite},
                joints_[0].state(rod, joints_[0].axis),
                joints_[1].state(rod, joints_[1].axis)};
    }

    LegShape shape(const Vector& l) const override {
        const Place at = place(l);
        const double behind_m = at.along_m - height_m(at);
        return {scaled(leg_.rail, behind_m), ahead_ ? scaled(leg_.rail, -1) : leg_.rail, ahead_ ? -behind_m : behind_m,
                at.beside_sq_m2 <= rod_sq_m2_};
    }

private:
    /// A leg vector as the rail sees it.
    struct Place {
        double along_m, beside_sq_m2;
        Vector across_m;  ///< what of it is square to the rail
    };

    static constexpr std::size_t index(SliderLimit limit) { return static_cast<std::size_t>(limit); }
    std::size_t first_end() const { return index(ahead_ ? SliderLimit::travel_to : SliderLimit::travel_from); }
    std::size_t other_end() const { return index(ahead_ ? SliderLimit::travel_from : SliderLimit::travel_to); }

    Place place(const Vector& l) const {
        const SliderPlace at = slider_place(leg_, l);
        return {
            at.along_m.value, at.beside_sq_m2.value, {at.across_m.x.value, at.across_m.y.value, at.across_m.z.value}};
    }
    /// How far the far end is ahead of the carriage.
    double height_m(const Place& at) const { return std::sqrt(std::max(0.0, rod_sq_m2_ - at.beside_sq_m2)); }
    Vector rod_at(const Place& at) const { return at.across_m + scaled(leg_.rail, height_m(at)); }
    double travel(const Place& at) const {
        const double behind_m = at.along_m - height_m(at);
        return ahead_ ? -behind_m : behind_m;
    }

    /// Signed distance of a place from where travel is more than that of a rail's end: of beside <= d what is above the
    /// half sphere of radius d about the end, and of farther ones, so that it is one distance everywhere, what is above
    /// the end.
    double beyond_half_sphere_m(double above_m, double beside_m) const {
        if (above_m >= 0) return std::min(above_m, std::hypot(above_m, beside_m) - leg_.rod_m);
        return -std::hypot(above_m, std::max(0.0, leg_.rod_m - beside_m));
    }

    /// Where the rod is too short it stands for one that just reaches.
    double joint_clearance_m(const RodJoint& joint, const Place& at) const {
        double clearance_m = infinite;
        const double beside_m = std::sqrt(at.beside_sq_m2);
        const Vector across_m = beside_m > leg_.rod_m ? scaled(at.across_m, leg_.rod_m / beside_m) : at.across_m;
        const double along_joint_m = dot(across_m + scaled(leg_.rail, height_m(at)), joint.axis);
        const auto look_at = [&](double cosine, bool kept) {
            const double edge_m = distance_from_edge_m(joint.axis, cosine, across_m);
            clearance_m = std::min(clearance_m, kept ? edge_m : -edge_m);
        };
        if (joint.least_cosine > -1) look_at(joint.least_cosine, along_joint_m >= joint.least_cosine * leg_.rod_m);
        if (joint.most_cosine < 1) look_at(joint.most_cosine, along_joint_m <= joint.most_cosine * leg_.rod_m);
        return clearance_m;
    }

    /// The rods of that cosine to the axis end on a circle: the distance, across the rail, from its ellipse.
    double distance_from_edge_m(const Vector& axis, double cosine, const Vector& across_m) const {
        const double along_rail = dot(axis, leg_.rail);
        const Vector leaning = axis - scaled(leg_.rail, along_rail);
        const double lean = std::sqrt(dot(leaning, leaning));
        const double radius_m = leg_.rod_m * std::sqrt(std::max(0.0, 1 - cosine * cosine));
        const double out_m = std::sqrt(dot(across_m, across_m));
        if (!(lean > 1e-12)) return std::abs(out_m - radius_m);
        const double forward_m = dot(across_m, leaning) / lean;
        const double sideways_m = dot(across_m, cross(leg_.rail, leaning)) / lean;
        return distance_from_ellipse(radius_m, radius_m * std::abs(along_rail), sideways_m,
                                     forward_m - cosine * leg_.rod_m * lean);
    }

    SliderLeg leg_;
    double rod_sq_m2_ = leg_.rod_m * leg_.rod_m;
    bool ahead_;
    std::array<RodJoint, 2> joints_;
};

}  // namespace

std::span<const LegNumber<SliderLegs>> SliderLegs::numbers() {
    static constexpr std::array rows{LegNumber<SliderLegs>{.key = "rod",
                                                           .record = "rod_m",
                                                           .words = "the rod's length",
                                                           .dimension = Dimension::length,
                                                           .values = &SliderLegs::rod},
                                     LegNumber<SliderLegs>{.key = "rail",
                                                           .record = "rail_x",
                                                           .words = "the rail's direction, [x, y, z]",
                                                           .dimension = Dimension::number,
                                                           .values = &SliderLegs::rail_x,
                                                           .part = 0,
                                                           .parts = 3},
                                     LegNumber<SliderLegs>{.key = "rail",
                                                           .record = "rail_y",
                                                           .words = "the rail's direction, [x, y, z]",
                                                           .dimension = Dimension::number,
                                                           .values = &SliderLegs::rail_y,
                                                           .part = 1,
                                                           .parts = 3},
                                     LegNumber<SliderLegs>{.key = "rail",
                                                           .record = "rail_z",
                                                           .words = "the rail's direction, [x, y, z]",
                                                           .dimension = Dimension::number,
                                                           .values = &SliderLegs::rail_z,
                                                           .part = 2,
                                                           .parts = 3},
                                     LegNumber<SliderLegs>{.key = "travel",
                                                           .record = "travel_from_m",
                                                           .words = "the ends of the carriage's travel, [from, to]",
                                                           .dimension = Dimension::length,
                                                           .values = &SliderLegs::travel_from,
                                                           .of_joint_value = true,
                                                           .part = 0,
                                                           .parts = 2,
                                                           .is_signed = true},
                                     LegNumber<SliderLegs>{.key = "travel",
                                                           .record = "travel_to_m",
                                                           .words = "the ends of the carriage's travel, [from, to]",
                                                           .dimension = Dimension::length,
                                                           .values = &SliderLegs::travel_to,
                                                           .of_joint_value = true,
                                                           .part = 1,
                                                           .parts = 2,
                                                           .is_signed = true}};
    return rows;
}

std::span<const LegWord<SliderLegs>> SliderLegs::words() {
    static constexpr std::array rows{
        LegWord<SliderLegs>{.key = "branch", .record = "branch", .allowed = branches, .values = &SliderLegs::branch}};
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
    return std::make_shared<PosedSlider>(Vector{rail_x[leg], rail_y[leg], rail_z[leg]}, rod[leg], travel_from[leg],
                                         travel_to[leg], branch[leg] != 0,
                                         RodJoint(machine.base, leg, machine.base.axes[leg]),
                                         RodJoint(machine.platform, leg, turned(machine.platform.axes[leg])));
}

Machine SliderLegs::without_limits(const Machine& machine, std::span<const LimitId> limits) const {
    Machine freed = machine;
    auto& legs = std::get<SliderLegs>(freed.legs);
    for (const LimitId limit : limits) {
        const std::size_t row = static_cast<std::size_t>(limit) - 1, leg = row / slider_limits;
        switch (static_cast<SliderLimit>(row % slider_limits)) {
            case SliderLimit::travel_from: legs.travel_from[leg] = -max_extent_m; break;
            case SliderLimit::travel_to: legs.travel_to[leg] = max_extent_m; break;
            case SliderLimit::carriage_joint: freed.base.free_joint(leg); break;
            case SliderLimit::platform_joint: freed.platform.free_joint(leg); break;
            default: break;  // a rod of another length is another machine
        }
    }
    return freed;
}

double SliderLegs::reach_m(std::size_t leg) const {
    return std::max(std::abs(travel_from[leg]), std::abs(travel_to[leg])) + rod[leg];
}

void SliderLegs::append_findings(const Machine& machine, const Pose& home, std::vector<Finding>& findings) const {
    append_branch_finding(*this, machine, home, findings);
    const Rotation turned = rotation_of(home.orientation, machine.orientation_order);
    std::vector<std::size_t> down;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector l = home.position_m + turned(machine.platform.points_m[i]) - machine.base.points_m[i];
        if (dot(l, {rail_x[i], rail_y[i], rail_z[i]}) < 0 && rail_z[i] < 0) down.push_back(i);
    }
    if (!down.empty())
        findings.push_back(
            {Finding::Weight::warning, "rails-down",
             fmt::format("the rails of {} point down, away from the platform at home; a rail's direction is "
                         "that of rising travel: is its sign right?",
                         legs_text(down))});
}

double SliderLegs::most_clearance_m(std::size_t leg) const {
    return std::min(rod[leg], (travel_to[leg] - travel_from[leg]) / 2);
}

}  // namespace hexscan

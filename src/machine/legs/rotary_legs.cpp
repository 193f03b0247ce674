#include "src/machine/legs/rotary_legs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "kernels/rotary_clearance.h"
#include "src/machine/legs/leg_findings.h"
#include "src/machine/legs/posed_rotary.h"
#include "src/machine/limit_colours.h"
#include "src/machine/machine.h"
#include "src/machine/shared/point_spread.h"

namespace hexscan {
namespace {

using std::numbers::pi;

constexpr auto rotary_limits = static_cast<std::size_t>(RotaryLimit::count);

constexpr std::array<LimitKind, rotary_limits> rotary_limit_kinds{{
    {.name = "rod too short",
     .plural = "rods too short",
     .as_limit = "rods' lengths",
     .heading = "rod",
     .json = "reach",
     .key = "legs.rod",
     .side = "",
     .quantity = "gap to the arm",
     .bound = "rod",
     .fault = "have too short a rod",
     .violation = "{legs}: the rod is too short by {missing}",
     .dimension = Dimension::length,
     .keeps = LimitKind::Bound::at_most,
     .of_geometry = true,
     .rgb = limit_colours::orange},
    {.name = "rod too long",
     .plural = "rods too long",
     .as_limit = "rods' lengths",
     .heading = "rod, folded",
     .json = "fold",
     .key = "legs.rod",
     .side = "",
     .quantity = "room of the folded arm",
     .bound = "rod",
     .fault = "have too long a rod",
     .violation = "{legs}: the rod is too long by {missing} even for a folded arm",
     .dimension = Dimension::length,
     .keeps = LimitKind::Bound::at_least,
     .of_geometry = true,
     .rgb = limit_colours::cyan},
    {.name = "angle's lower end",
     .plural = "angles' lower ends",
     .as_limit = "angles' lower ends",
     .heading = "angle from",
     .json = "angle_from",
     .key = "legs.angle",
     .side = "",
     .quantity = "angle",
     .bound = "from",
     .fault = "turn too low",
     .violation = "{legs}: the servo needs {asked}, but its limit is {allowed}",
     .dimension = Dimension::angle,
     .keeps = LimitKind::Bound::at_least,
     .rgb = limit_colours::violet},
    {.name = "angle's upper end",
     .plural = "angles' upper ends",
     .as_limit = "angles' upper ends",
     .heading = "angle to",
     .json = "angle_to",
     .key = "legs.angle",
     .side = "",
     .quantity = "angle",
     .bound = "to",
     .fault = "turn too high",
     .violation = "{legs}: the servo needs {asked}, but its limit is {allowed}",
     .dimension = Dimension::angle,
     .keeps = LimitKind::Bound::at_most,
     .rgb = limit_colours::pink},
}};

using RotaryNumber = LegNumber<RotaryLegs>;

constexpr std::string_view angle_words = "the ends of the arm's angle, [from, to]",
                           zero_words = "the arm's direction at angle 0, [x, y, z]",
                           up_words = "the arm's direction at 90 degrees, [x, y, z]";

Vector zero_of(const RotaryLegs& legs, std::size_t i) { return {legs.zero_x[i], legs.zero_y[i], legs.zero_z[i]}; }
Vector up_of(const RotaryLegs& legs, std::size_t i) { return {legs.up_x[i], legs.up_y[i], legs.up_z[i]}; }

}  // namespace

std::span<const LegNumber<RotaryLegs>> RotaryLegs::numbers() {
    static constexpr std::array rows{
        RotaryNumber{.key = "arm",
                     .record = "arm_m",
                     .words = "the arm's length",
                     .dimension = Dimension::length,
                     .values = &RotaryLegs::arm},
        RotaryNumber{.key = "rod",
                     .record = "rod_m",
                     .words = "the rod's length",
                     .dimension = Dimension::length,
                     .values = &RotaryLegs::rod},
        RotaryNumber{.key = "azimuth",
                     .record = "azimuth_rad",
                     .words = "where the arm points at angle 0, in the base's plane",
                     .dimension = Dimension::angle,
                     .values = &RotaryLegs::azimuth,
                     .given = &RotaryLegs::has_azimuth},
        vector_part<RotaryLegs>("zero", "zero_x", zero_words, &RotaryLegs::zero_x, 0, &RotaryLegs::has_zero),
        vector_part<RotaryLegs>("zero", "zero_y", zero_words, &RotaryLegs::zero_y, 1, &RotaryLegs::has_zero),
        vector_part<RotaryLegs>("zero", "zero_z", zero_words, &RotaryLegs::zero_z, 2, &RotaryLegs::has_zero),
        vector_part<RotaryLegs>("up", "up_x", up_words, &RotaryLegs::up_x, 0, &RotaryLegs::has_up),
        vector_part<RotaryLegs>("up", "up_y", up_words, &RotaryLegs::up_y, 1, &RotaryLegs::has_up),
        vector_part<RotaryLegs>("up", "up_z", up_words, &RotaryLegs::up_z, 2, &RotaryLegs::has_up),
        RotaryNumber{.key = "angle",
                     .record = "angle_from_rad",
                     .words = angle_words,
                     .dimension = Dimension::angle,
                     .values = &RotaryLegs::angle_from,
                     .of_joint_value = true,
                     .part = 0,
                     .parts = 2},
        RotaryNumber{.key = "angle",
                     .record = "angle_to_rad",
                     .words = angle_words,
                     .dimension = Dimension::angle,
                     .values = &RotaryLegs::angle_to,
                     .of_joint_value = true,
                     .part = 1,
                     .parts = 2}};
    return rows;
}

std::span<const LegWord<RotaryLegs>> RotaryLegs::words() {
    static constexpr std::array rows{LegWord<RotaryLegs>{
        .key = "branch", .record = "branch", .allowed = branch_words, .values = &RotaryLegs::branch}};
    return rows;
}

std::span<const LimitKind> RotaryLegs::limit_kinds() { return rotary_limit_kinds; }

std::string RotaryLegs::missing() const {
    if (has_azimuth && (has_zero || has_up))
        return "has azimuth together with zero or up; give either azimuth alone, or zero and up";
    if (has_zero != has_up)
        return "has only one of zero and up; give both, the arm's direction at angle 0 and at 90 degrees";
    if (!has_azimuth && !has_zero)
        return "has neither azimuth nor zero and up; must say where the arm points at angle 0";
    return "";
}

std::optional<LegProblem> RotaryLegs::problem(std::size_t leg, const Units& units) const {
    for (const auto& [key, length, fault] : {std::tuple{"arm", arm[leg], "has an arm without length"},
                                             std::tuple{"rod", rod[leg], "has a rod without length"}})
        if (!(units.metres(length) >= shortest_leg_m))
            return LegProblem{
                key,
                fmt::format("is {} {}; must be at least {}", length, units.length, units.length_text(shortest_leg_m)),
                fault};
    if (!(angle_from[leg] <= angle_to[leg]))
        return LegProblem{
            "angle",
            fmt::format("runs from {} to {} {}; the first end must not be above the second; a range across "
                        "half a turn is written [170, 190], in degrees",
                        angle_from[leg], angle_to[leg], units.angle),
            "has an angle that ends before it begins"};
    if (has_azimuth) return std::nullopt;
    const Vector zero = zero_of(*this, leg), up = up_of(*this, leg);
    const double zero_size = std::hypot(zero.x, zero.y, zero.z), up_size = std::hypot(up.x, up.y, up.z);
    if (!(zero_size > 0))
        return LegProblem{"zero", "has length 0; must be a direction", "has an arm without direction"};
    if (!(up_size > 0)) return LegProblem{"up", "has length 0; must be a direction", "has an arm without direction"};
    constexpr double nearly_square = 0.02;
    if (!(std::abs(dot(zero, up)) <= nearly_square * zero_size * up_size))
        return LegProblem{"up", "is not perpendicular to legs.zero; must be where the arm points at 90 degrees",
                          "has directions at 0 and 90 degrees that are not perpendicular"};
    return std::nullopt;
}

void RotaryLegs::settle() {
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector u =
            has_azimuth ? Vector{exact_cos(azimuth[i]), exact_sin(azimuth[i]), 0} : direction(zero_of(*this, i));
        const Vector up = has_azimuth ? Vector{0, 0, 1} : up_of(*this, i);
        const Vector w = direction(up - scaled(u, dot(up, u)));
        zero_x[i] = u.x, zero_y[i] = u.y, zero_z[i] = u.z;
        up_x[i] = w.x, up_y[i] = w.y, up_z[i] = w.z;
    }
    azimuth = {};
    has_azimuth = false;
    has_zero = has_up = true;
}

bool RotaryLegs::is_settled(std::size_t leg) const {
    const Vector u = zero_of(*this, leg), w = up_of(*this, leg);
    const auto is_1 = [](double square) { return std::abs(square - 1) <= 1e-9; };
    return has_zero && has_up && is_1(dot(u, u)) && is_1(dot(w, w)) && std::abs(dot(u, w)) <= 1e-9;
}

Vector RotaryLegs::motor_axis(std::size_t leg) const { return cross(zero_of(*this, leg), up_of(*this, leg)); }

Vector RotaryLegs::at_angle_0(std::size_t leg, double angle_rad, const Vector& v) const {
    const Vector u = zero_of(*this, leg), w = up_of(*this, leg), axis = motor_axis(leg);
    const double along_u = dot(v, u), along_w = dot(v, w), cosine = std::cos(angle_rad), sine = std::sin(angle_rad);
    return scaled(axis, dot(v, axis)) + scaled(u, along_u * cosine + along_w * sine) +
           scaled(w, along_w * cosine - along_u * sine);
}

std::shared_ptr<const PosedLeg> RotaryLegs::posed(const Machine& machine, std::size_t leg,
                                                  const Rotation& turned) const {
    return posed_rotary({.u = zero_of(*this, leg),
                         .w = up_of(*this, leg),
                         .axis = motor_axis(leg),
                         .arm_m = arm[leg],
                         .rod_m = rod[leg],
                         .from_rad = angle_from[leg],
                         .to_rad = angle_to[leg],
                         .ahead = branch[leg] != 0,
                         .at_arm = LegJoint(machine.base, leg),
                         .at_platform = LegJoint(machine.platform, leg, turned)});
}

/// The angle half a turn from the middle of the range. Two such ends together allow the whole turn.
double RotaryLegs::widest(const Machine&, std::size_t leg, std::size_t limit) const {
    const double middle = (angle_from[leg] + angle_to[leg]) / 2;
    return static_cast<RotaryLimit>(limit) == RotaryLimit::angle_from ? std::min(angle_from[leg], middle - pi)
                                                                      : std::max(angle_to[leg], middle + pi);
}

void RotaryLegs::set_limit(std::size_t leg, std::size_t limit, double value) {
    switch (static_cast<RotaryLimit>(limit)) {
        case RotaryLimit::angle_from: angle_from[leg] = value; break;
        case RotaryLimit::angle_to: angle_to[leg] = value; break;
        default: break;  // The rod's length is geometry: another length would be another machine.
    }
}

void RotaryLegs::append_findings(const Machine& machine, const Pose& home, std::vector<Finding>& findings) const {
    append_branch_finding(*this, machine, home, findings);
    constexpr double turn_rad = 2 * pi * (1 + 1e-12);
    constexpr double square_rad = pi / 180;
    std::vector<std::size_t> beyond, inward, askew;
    double most_rad = 0;
    // True if the key `azimuth` can describe these arms.
    const bool is_upright = std::ranges::all_of(up_z, [](double z) { return z == 1; });
    const PointSpread spread = spread_of(machine.base.points_m);
    const std::optional<Vector> normal = plane_normal(spread);
    for (std::size_t i = 0; i < leg_count; ++i) {
        if (angle_to[i] - angle_from[i] > turn_rad) beyond.push_back(i);
        if (!normal) continue;
        const auto in_plane = [&](const Vector& v) { return v - scaled(*normal, dot(v, *normal)); };
        const Vector out = in_plane(machine.base.points_m[i] - spread.middle), zero = in_plane(zero_of(*this, i));
        const double across = length_of(out) * length_of(zero), along = dot(out, zero);
        // No finding if the arm at angle 0 is perpendicular to the joints' plane.
        if (!(length_of(zero) > std::sin(square_rad)) || !(across > 0)) continue;
        if (along < -0.7 * across) {
            inward.push_back(i);
            continue;
        }
        const double off_rad = std::asin(std::min(1.0, std::abs(along) / across));
        if (!(off_rad > square_rad)) continue;
        askew.push_back(i);
        most_rad = std::max(most_rad, off_rad);
    }
    if (!beyond.empty())
        findings.push_back(
            {Finding::Weight::warning, "angle-beyond-half-turn",
             fmt::format("the angle of {} runs through more than a turn, and angles a turn apart are the same: is {} "
                         "the right unit of the file's angles?",
                         legs_text(beyond), machine.units.angle)});
    if (!inward.empty())
        findings.push_back(
            {Finding::Weight::note, "arms-inward",
             fmt::format("the arms of {} point towards the middle of the base at angle 0; most machines have arms "
                         "along the base's edge or outwards, which lets them turn much farther",
                         legs_text(inward))});
    if (!askew.empty())
        findings.push_back(
            {Finding::Weight::note, "arms-askew",
             fmt::format("the arms of {} are not perpendicular to the radius of their base joint at angle 0, but up to "
                         "{} off; the file must give the direction of an arm, not of its motor{}",
                         legs_text(askew), machine.units.angle_text(most_rad, 3),
                         is_upright ? "; azimuth: outward and azimuth: inward make them perpendicular" : "")});
}

double RotaryLegs::most_clearance_m(std::size_t leg) const { return std::min(arm[leg], rod[leg]); }

}  // namespace hexscan

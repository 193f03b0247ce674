#include "src/machine/rotary_legs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <queue>

#include <fmt/format.h>

#include "kernels/rotary_leg.h"
#include "src/machine/joint_limits.h"
#include "src/machine/leg_findings.h"
#include "src/machine/limit_colours.h"
#include "src/machine/machine.h"
#include "src/machine/rod_joint.h"

namespace hexscan {
namespace {

using std::numbers::pi;

constexpr double infinite = std::numeric_limits<double>::infinity();

enum class RotaryLimit : std::size_t { reach, fold, angle_from, angle_to, arm_joint, platform_joint, count };
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
     .violation = "{legs}: the rod is too long by {missing} for the arm to make room",
     .dimension = Dimension::length,
     .keeps = LimitKind::Bound::at_least,
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
     .violation = "{legs}: the servo needs {asked}, its limit is {allowed}",
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
     .violation = "{legs}: the servo needs {asked}, its limit is {allowed}",
     .dimension = Dimension::angle,
     .keeps = LimitKind::Bound::at_most,
     .rgb = limit_colours::pink},
    base_joint_limit_named("arm joint's tilt", "arm joints' tilts", "arm joints' tilt limits", "arm joint",
                           "tilt too far at the arm"),
    platform_joint_limit,
}};

constexpr std::array<std::string_view, 2> branches{"behind", "ahead"};

ArmDirection<double> direction_at(double angle_rad) { return {exact_cos(angle_rad), exact_sin(angle_rad)}; }

/// What a range of angles limits.
ArmRange range_between(double from_rad, double to_rad) {
    if (!(to_rad - from_rad < 2 * pi)) return ArmRange::any;
    if (!(from_rad < to_rad)) return ArmRange::one_angle;
    return to_rad - from_rad <= pi ? ArmRange::to_half_turn : ArmRange::beyond_half_turn;
}

/// The clearance of what is violated: negative however near the limit is.
double violated_by_m(double distance_m) { return -std::max(distance_m, std::numeric_limits<double>::min()); }

/// A lower bound of the least value of a function on [from, to] that changes by `rate` per unit at most, by branch and
/// bound: a hundredth below the least value, or where that is smaller, `small` below it; not below 0.
template <class Function>
double least_value(const Function& function, double from, double to, double rate, double small) {
    struct Part {
        double at_least, middle, half;
        bool operator<(const Part& other) const { return at_least > other.at_least; }
    };
    std::priority_queue<Part> parts;
    double met = infinite;
    const auto push = [&](double middle, double half) {
        const double value = function(middle);
        met = std::min(met, value);
        parts.push({value - rate * half, middle, half});
    };
    constexpr int first_parts = 8;
    const double half = (to - from) / (2 * first_parts);
    for (int k = 0; k < first_parts; ++k) push(from + (2 * k + 1) * half, half);
    while (met - parts.top().at_least > std::max(small, 0.01 * parts.top().at_least)) {
        const Part part = parts.top();
        parts.pop();
        push(part.middle - part.half / 2, part.half / 2);
        push(part.middle + part.half / 2, part.half / 2);
    }
    return std::max(0.0, parts.top().at_least);
}

/// The frame of a motor: u, w and its axis, square to each other.
struct MotorFrame {
    Vector u, w, axis;
};

/// A leg whose arm is behind; one whose arm is ahead is the same seen from the other side, where angles fall.
class PosedRotary final : public PosedLeg {
public:
    PosedRotary(const MotorFrame& frame, double arm_m, double rod_m, double from_rad, double to_rad, bool ahead,
                const RodJoint& at_arm, const RodJoint& at_platform)
        : from_rad_(ahead ? -to_rad : from_rad),
          to_rad_(ahead ? -from_rad : to_rad),
          ahead_(ahead),
          leg_{frame.u,
               ahead ? scaled(frame.w, -1) : frame.w,
               ahead ? scaled(frame.axis, -1) : frame.axis,
               arm_m,
               rod_m,
               direction_at(from_rad_),
               direction_at(to_rad_),
               direction_at((from_rad_ + to_rad_) / 2),
               range_between(from_rad_, to_rad_),
               at_arm,
               at_platform},
          at_arm_(at_arm),
          at_platform_(at_platform) {}

    RodForm form() const override { return leg_; }
    bool keeps(const Vector& l) const override { return exact_rotary_keeps(leg_, l); }

    /// Reach and fold: the nearest and the farthest point of the circle that the tip runs on. Angles: of the spheres
    /// about the tip at the ends of its range the halves ahead of it, which the far end goes through where the arm is
    /// there; from beyond a range they may be come to behind a gap in what the rod reaches, but for what is within the
    /// whole spheres. Joints: the circles on which rods of the limit's tilt end, wherever the arm is; a position that
    /// violates a joint may also leave the other limits before it gets there, so the bound is not beyond theirs.
    void clearances_m(const Vector& l, std::span<double> clearances_m) const override {
        const Place at = place(l);
        const double reach_m = leg_.rod_m - nearest_tip_m(at), fold_m = farthest_tip_m(at) - leg_.rod_m;
        std::fill(clearances_m.begin(), clearances_m.end(), infinite);
        clearances_m[index(RotaryLimit::reach)] = reach_m;
        clearances_m[index(RotaryLimit::fold)] = fold_m;
        double others_m = std::min(reach_m, fold_m);
        if (is_angle_limited()) {
            const FromEnd from = from_end(l, leg_.from), to = from_end(l, leg_.to);
            const double ends_m = std::min(from.half_sphere_m, to.half_sphere_m);
            if (within_angles(leg_, at.exact)) {
                clearances_m[first_end()] = from.half_sphere_m;
                clearances_m[other_end()] = to.half_sphere_m;
                others_m = std::min(others_m, ends_m);
            } else {
                const double off_m =
                    std::max(std::min(from.sphere_m, to.sphere_m), std::min({ends_m, reach_m, fold_m}));
                clearances_m[off_middle_rad(at) < 0 ? first_end() : other_end()] = others_m = violated_by_m(off_m);
            }
        }
        if (!(others_m >= 0)) return;
        clearances_m[index(RotaryLimit::arm_joint)] = joint_clearance_m(at_arm_, true, at, l, others_m);
        clearances_m[index(RotaryLimit::platform_joint)] = joint_clearance_m(at_platform_, false, at, l, others_m);
    }

    double doubt_m(double longest_m) const override {
        const double extent_m = longest_m + leg_.arm_m + leg_.rod_m;
        return 0x1p-16 * extent_m * std::max(1.0, extent_m / std::min(leg_.arm_m, leg_.rod_m));
    }

    std::vector<LimitState> states(const Vector& l) const override {
        const Place at = place(l);
        const double nearest_m = nearest_tip_m(at), farthest_m = farthest_tip_m(at);
        const double low_rad = ahead_ ? -to_rad_ : from_rad_, high_rad = ahead_ ? -from_rad_ : to_rad_;
        const double value_rad = value(at);
        const bool asks_angle = is_angle_limited() && nearest_m <= leg_.rod_m && leg_.rod_m <= farthest_m;
        const Direction arm = arm_at(at);
        const Vector rod = l - tip(arm);
        return {{nearest_m, leg_.rod_m, leg_.rod_m - nearest_m},
                {farthest_m, leg_.rod_m, farthest_m - leg_.rod_m},
                {value_rad, low_rad, asks_angle ? value_rad - low_rad : infinite},
                {value_rad, high_rad, asks_angle ? high_rad - value_rad : infinite},
                at_arm_.state(rod, carried(at_arm_.axis, arm)),
                at_platform_.state(rod, at_platform_.axis)};
    }

    LegShape shape(const Vector& l) const override {
        const Place at = place(l);
        const Direction arm = arm_at(at);
        const Vector forward = scaled(leg_.w, arm.u) - scaled(leg_.u, arm.w);
        return {tip(arm), ahead_ ? scaled(forward, -1) : forward, value(at), at.square_m4 >= 0};
    }

private:
    using Direction = ArmDirection<double>;

    /// A leg vector as the motor sees it (kernels/rotary_leg.h).
    struct Place {
        RotaryPlace exact;
        double u_m, w_m, beside_m, radius_sq_m2, square_m4;
    };

    static constexpr std::size_t index(RotaryLimit limit) { return static_cast<std::size_t>(limit); }
    std::size_t first_end() const { return index(ahead_ ? RotaryLimit::angle_to : RotaryLimit::angle_from); }
    std::size_t other_end() const { return index(ahead_ ? RotaryLimit::angle_from : RotaryLimit::angle_to); }

    Place place(const Vector& l) const {
        const RotaryPlace at = rotary_place(leg_, l);
        return {at, at.u_m.value, at.w_m.value, at.beside_m.value, at.radius_sq_m2.value, at.square_m4.value};
    }
    double nearest_tip_m(const Place& at) const {
        return std::hypot(std::sqrt(at.radius_sq_m2) - leg_.arm_m, at.beside_m);
    }
    double farthest_tip_m(const Place& at) const {
        return std::hypot(std::sqrt(at.radius_sq_m2) + leg_.arm_m, at.beside_m);
    }
    bool is_angle_limited() const { return leg_.range != ArmRange::any; }

    /// Distances from the sphere of the rod's radius about the tip at an end of its range, and from the half of it
    /// ahead.
    struct FromEnd {
        double sphere_m, half_sphere_m;
    };
    FromEnd from_end(const Vector& l, const Direction& arm) const {
        const Vector rod = l - tip(arm);
        const double ahead_m = dot(rod, leg_.w) * arm.u - dot(rod, leg_.u) * arm.w;
        const double sphere_m = std::abs(std::sqrt(dot(rod, rod)) - leg_.rod_m);
        if (ahead_m >= 0) return {sphere_m, sphere_m};
        const double beside_m = std::sqrt(std::max(0.0, dot(rod, rod) - ahead_m * ahead_m));
        return {sphere_m, std::hypot(ahead_m, beside_m - leg_.rod_m)};
    }

    Direction arm_at(const Place& at) const {
        const ArmDirection<exact::Number> arm = hexscan::arm_at(leg_, at.exact);
        return {arm.u.value, arm.w.value};
    }
    double off_middle_rad(const Place& at) const {
        const Direction arm = arm_at(at);
        return std::remainder(std::atan2(arm.w, arm.u) - (from_rad_ + to_rad_) / 2, 2 * pi);
    }
    /// Of the angles that are a turn apart the one nearest to the middle of the range.
    double value(const Place& at) const {
        const double behind_rad = (from_rad_ + to_rad_) / 2 + off_middle_rad(at);
        return ahead_ ? -behind_rad : behind_rad;
    }

    Vector tip(const Direction& arm) const {
        return scaled(leg_.u, leg_.arm_m * arm.u) + scaled(leg_.w, leg_.arm_m * arm.w);
    }
    /// A vector that the arm carries, given as it is at angle 0.
    Vector carried(const Vector& v, const Direction& arm) const {
        const double along_u = dot(v, leg_.u), along_w = dot(v, leg_.w);
        return scaled(leg_.axis, dot(v, leg_.axis)) + scaled(leg_.u, along_u * arm.u - along_w * arm.w) +
               scaled(leg_.w, along_u * arm.w + along_w * arm.u);
    }

    double joint_clearance_m(const RodJoint& joint, bool is_carried, const Place& at, const Vector& l,
                             double others_m) const {
        if (!joint.is_limited()) return infinite;
        const Direction arm = arm_at(at);
        const double along_m = dot(l - tip(arm), is_carried ? carried(joint.axis, arm) : joint.axis);
        const bool kept = joint.keeps(along_m, leg_.rod_m);
        double edge_m = infinite;
        for (const double cosine : {joint.least_cosine, joint.most_cosine})
            if (std::abs(cosine) < 1) edge_m = std::min(edge_m, distance_from_edge_m(joint, cosine, is_carried, at, l));
        return kept ? edge_m : violated_by_m(std::min(edge_m, others_m));
    }

    /// From the circles on which rods of that cosine to the axis end, over all angles of the arm's range.
    double distance_from_edge_m(const RodJoint& joint, double cosine, bool is_carried, const Place& at,
                                const Vector& l) const {
        const double out_m = leg_.rod_m * std::sqrt(1 - cosine * cosine), up_m = leg_.rod_m * cosine;
        const auto from_circle_m = [&](double angle_rad) {
            const Direction arm{std::cos(angle_rad), std::sin(angle_rad)};
            const Vector rod = l - tip(arm), axis = is_carried ? carried(joint.axis, arm) : joint.axis;
            const Vector beside = cross(rod, axis);
            return std::hypot(std::sqrt(dot(beside, beside)) - out_m, dot(rod, axis) - up_m);
        };
        // To turn arm and axis is to turn the position about the motor's axis the other way.
        const double rate_m = is_carried ? std::sqrt(at.radius_sq_m2) : leg_.arm_m;
        const double to_rad = std::min(to_rad_, from_rad_ + 2 * pi);
        return least_value(from_circle_m, from_rad_, to_rad, rate_m, 0x1p-13 * leg_.rod_m);
    }

    double from_rad_, to_rad_;
    bool ahead_;
    RotaryLeg leg_;
    RodJoint at_arm_, at_platform_;
};

using Number = LegNumber<RotaryLegs>;

constexpr Number vector_part(std::string_view key, std::string_view record, std::string_view words,
                             Number::Place values, bool RotaryLegs::*given, int part) {
    Number number;
    number.key = key;
    number.record = record;
    number.words = words;
    number.dimension = Dimension::number;
    number.values = values;
    number.given = given;
    number.part = part;
    number.parts = 3;
    return number;
}

constexpr std::string_view angle_words = "the ends of the arm's angle, [from, to]",
                           zero_words = "the arm's direction at angle 0, [x, y, z]",
                           up_words = "the arm's direction at 90 degrees, [x, y, z]";

Vector zero_of(const RotaryLegs& legs, std::size_t i) { return {legs.zero_x[i], legs.zero_y[i], legs.zero_z[i]}; }
Vector up_of(const RotaryLegs& legs, std::size_t i) { return {legs.up_x[i], legs.up_y[i], legs.up_z[i]}; }

}  // namespace

std::span<const LegNumber<RotaryLegs>> RotaryLegs::numbers() {
    static constexpr std::array rows{
        Number{.key = "arm",
               .record = "arm_m",
               .words = "the arm's length",
               .dimension = Dimension::length,
               .values = &RotaryLegs::arm},
        Number{.key = "rod",
               .record = "rod_m",
               .words = "the rod's length",
               .dimension = Dimension::length,
               .values = &RotaryLegs::rod},
        Number{.key = "azimuth",
               .record = "azimuth_rad",
               .words = "where the arm points at angle 0, in the base's plane",
               .dimension = Dimension::angle,
               .values = &RotaryLegs::azimuth,
               .given = &RotaryLegs::has_azimuth},
        vector_part("zero", "zero_x", zero_words, &RotaryLegs::zero_x, &RotaryLegs::has_zero, 0),
        vector_part("zero", "zero_y", zero_words, &RotaryLegs::zero_y, &RotaryLegs::has_zero, 1),
        vector_part("zero", "zero_z", zero_words, &RotaryLegs::zero_z, &RotaryLegs::has_zero, 2),
        vector_part("up", "up_x", up_words, &RotaryLegs::up_x, &RotaryLegs::has_up, 0),
        vector_part("up", "up_y", up_words, &RotaryLegs::up_y, &RotaryLegs::has_up, 1),
        vector_part("up", "up_z", up_words, &RotaryLegs::up_z, &RotaryLegs::has_up, 2),
        Number{.key = "angle",
               .record = "angle_from_rad",
               .words = angle_words,
               .dimension = Dimension::angle,
               .values = &RotaryLegs::angle_from,
               .of_joint_value = true,
               .part = 0,
               .parts = 2},
        Number{.key = "angle",
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
    static constexpr std::array rows{
        LegWord<RotaryLegs>{.key = "branch", .record = "branch", .allowed = branches, .values = &RotaryLegs::branch}};
    return rows;
}

std::span<const LimitKind> RotaryLegs::limit_kinds() { return rotary_limit_kinds; }

std::string RotaryLegs::missing() const {
    if (has_azimuth && (has_zero || has_up)) return "has azimuth beside zero and up; give one of them";
    if (has_zero != has_up)
        return "has one of zero and up; give both, the arm's direction at angle 0 and at 90 degrees";
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
                        "half a turn is written [170, 190]",
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
        return LegProblem{"up", "is not square to legs.zero; must be where the arm points at 90 degrees",
                          "has directions at 0 and 90 degrees that are not square to each other"};
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
    return std::make_shared<PosedRotary>(MotorFrame{zero_of(*this, leg), up_of(*this, leg), motor_axis(leg)}, arm[leg],
                                         rod[leg], angle_from[leg], angle_to[leg], branch[leg] != 0,
                                         RodJoint(machine.base, leg, machine.base.axes[leg]),
                                         RodJoint(machine.platform, leg, turned(machine.platform.axes[leg])));
}

Machine RotaryLegs::without_limits(const Machine& machine, std::span<const LimitId> limits) const {
    Machine freed = machine;
    auto& legs = std::get<RotaryLegs>(freed.legs);
    for (const LimitId limit : limits) {
        const std::size_t row = static_cast<std::size_t>(limit) - 1, leg = row / rotary_limits;
        switch (static_cast<RotaryLimit>(row % rotary_limits)) {
            // Freed at one end the angle may go half a turn beyond the middle that it has had.
            case RotaryLimit::angle_from:
                legs.angle_from[leg] = std::min(legs.angle_from[leg], legs.angle_to[leg] - 2 * pi);
                break;
            case RotaryLimit::angle_to:
                legs.angle_to[leg] = std::max(legs.angle_to[leg], legs.angle_from[leg] + 2 * pi);
                break;
            case RotaryLimit::arm_joint: freed.base.free_joint(leg); break;
            case RotaryLimit::platform_joint: freed.platform.free_joint(leg); break;
            default: break;  // a rod of another length is another machine
        }
    }
    return freed;
}

void RotaryLegs::append_findings(const Machine& machine, const Pose& home, std::vector<Finding>& findings) const {
    append_branch_finding(*this, machine, home, findings);
    constexpr double half_turn_rad = pi * (1 + 1e-12);
    std::vector<std::size_t> beyond, inward;
    Vector middle_m{0, 0, 0};
    for (const Vector& point : machine.base.points_m) middle_m = middle_m + scaled(point, 1.0 / leg_count);
    for (std::size_t i = 0; i < leg_count; ++i) {
        if (angle_from[i] < -half_turn_rad || angle_to[i] > half_turn_rad) beyond.push_back(i);
        const Vector out = machine.base.points_m[i] - middle_m, zero = zero_of(*this, i);
        const double across = std::hypot(out.x, out.y) * std::hypot(zero.x, zero.y);
        if (out.x * zero.x + out.y * zero.y < -0.7 * across) inward.push_back(i);
    }
    if (!beyond.empty())
        findings.push_back(
            {Finding::Weight::warning, "angle-beyond-half-turn",
             fmt::format(
                 "the angle of {} runs beyond half a turn; angles a turn apart are the same, and 0 is where azimuth "
                 "or zero says: is the file's angle in {} right?",
                 legs_text(beyond), machine.units.angle)});
    if (!inward.empty())
        findings.push_back(
            {Finding::Weight::note, "arms-inward",
             fmt::format("the arms of {} point towards the middle of the base at angle 0; most machines have them "
                         "along the base's edge or outwards, and turn much farther for it",
                         legs_text(inward))});
}

double RotaryLegs::most_clearance_m(std::size_t leg) const { return std::min(arm[leg], rod[leg]); }

}  // namespace hexscan

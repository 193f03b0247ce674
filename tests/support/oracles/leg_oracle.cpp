#include "tests/support/oracles/leg_oracle.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

namespace leg_oracle {
namespace {

using Real = long double;

constexpr Real half_turn = std::numbers::pi_v<Real>;
constexpr Real turn = 2 * half_turn;

struct Vec {
    Real x, y, z;
};

Vec operator+(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vec operator-(const Vec& a, const Vec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vec operator*(Real s, const Vec& a) { return {s * a.x, s * a.y, s * a.z}; }
Real dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vec cross(const Vec& a, const Vec& b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
Real length(const Vec& a) { return std::sqrt(dot(a, a)); }
Vec unit(const Vec& a) { return (1 / length(a)) * a; }

Vec widen(const Point& p) { return {p.x, p.y, p.z}; }
Point narrow(const Vec& v) { return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)}; }

// ---- rotations ------------------------------------------------------------------------------------------

struct Matrix {
    std::array<Vec, 3> rows;
};

Vec product(const Matrix& m, const Vec& v) { return {dot(m.rows[0], v), dot(m.rows[1], v), dot(m.rows[2], v)}; }

Matrix transposed(const Matrix& m) {
    const auto& [a, b, c] = m.rows;
    return {{Vec{a.x, b.x, c.x}, Vec{a.y, b.y, c.y}, Vec{a.z, b.z, c.z}}};
}

Matrix product(const Matrix& a, const Matrix& b) {
    const Matrix columns = transposed(b);
    return {{product(columns, a.rows[0]), product(columns, a.rows[1]), product(columns, a.rows[2])}};
}

Matrix about_x(Real angle) {
    const Real c = std::cos(angle);
    const Real s = std::sin(angle);
    return {{Vec{1, 0, 0}, Vec{0, c, -s}, Vec{0, s, c}}};
}

Matrix about_y(Real angle) {
    const Real c = std::cos(angle);
    const Real s = std::sin(angle);
    return {{Vec{c, 0, s}, Vec{0, 1, 0}, Vec{-s, 0, c}}};
}

Matrix about_z(Real angle) {
    const Real c = std::cos(angle);
    const Real s = std::sin(angle);
    return {{Vec{c, -s, 0}, Vec{s, c, 0}, Vec{0, 0, 1}}};
}

Matrix orientation(const Pose& pose, Order order) {
    const Matrix roll = about_x(pose.roll);
    const Matrix pitch = about_y(pose.pitch);
    const Matrix yaw = about_z(pose.yaw);
    return order == Order::zyx ? product(yaw, product(pitch, roll)) : product(roll, product(pitch, yaw));
}

// ---- the tip's way --------------------------------------------------------------------------------------

Vec carried(const Leg& leg, const Vec& at_zero, Real value) {
    if (leg.kind == Kind::slider) return at_zero;
    const Vec u = widen(leg.u);
    const Vec w = widen(leg.w);
    const Vec motor = cross(u, w);
    const Real c = std::cos(value);
    const Real s = std::sin(value);
    return dot(at_zero, u) * (c * u + s * w) + dot(at_zero, w) * (c * w - s * u) + dot(at_zero, motor) * motor;
}

// The distance from the tip to a point minus the rod's length, as a function of the joint value.
class Gap {
public:
    Gap(const Leg& leg, const Vec& platform_joint)
        : leg_(leg), base_(widen(leg.base)), rail_(unit(widen(leg.rail))), joint_(platform_joint) {}

    Vec tip(Real value) const {
        if (leg_.kind == Kind::slider) return base_ + value * rail_;
        return base_ + leg_.arm * (std::cos(value) * widen(leg_.u) + std::sin(value) * widen(leg_.w));
    }
    Real at(Real value) const { return length(tip(value) - joint_) - leg_.rod; }
    bool grows(Real value) const {
        const Vec direction =
            leg_.kind == Kind::slider ? rail_ : std::cos(value) * widen(leg_.w) - std::sin(value) * widen(leg_.u);
        return dot(tip(value) - joint_, direction) > 0;
    }
    /// Beyond this travel in either direction, the tip is farther from the joint than the rod's length.
    Real far_travel() const { return 2 * (length(joint_ - base_) + leg_.rod); }

private:
    const Leg& leg_;
    Vec base_;
    Vec rail_;
    Vec joint_;
};

// Numbers of bisections of an interval of a few turns. Roots need the resolution of long double. Extremes need only its
// square root, because the gap hardly changes there.
constexpr int root_halvings = 64;
constexpr int extreme_halvings = 40;

// The place where `beyond` becomes true. It must be false at `low` and true at `high`.
template <class Predicate>
Real bisected(Real low, Real high, int halvings, const Predicate& beyond) {
    for (int i = 0; i < halvings; ++i) {
        const Real middle = low + (high - low) / 2;
        (beyond(middle) ? high : low) = middle;
    }
    return low + (high - low) / 2;
}

// Joint values between which the gap first only decreases and then only increases.
struct Way {
    Real first;  // farthest from the platform joint
    Real nearest;
    Real last;  // farthest again; for an arm, `first` one turn later
};

Way way_of_slider(const Gap& gap) {
    const Real far = gap.far_travel();
    return {-far, bisected(-far, far, extreme_halvings, [&](Real v) { return gap.grows(v); }), far};
}

Way way_of_arm(const Gap& gap) {
    // On the circle the gap has one minimum and one maximum. Each lies within a step of the extreme sample.
    constexpr std::size_t samples = 8;
    constexpr Real step = turn / samples;
    std::array<Real, samples> sampled;
    for (std::size_t i = 0; i < samples; ++i) sampled[i] = gap.at(static_cast<Real>(i) * step);
    const auto [least, greatest] = std::minmax_element(sampled.begin(), sampled.end());
    const Real low = static_cast<Real>(least - sampled.begin()) * step;
    const Real high = static_cast<Real>(greatest - sampled.begin()) * step;
    const Real nearest = bisected(low - step, low + step, extreme_halvings, [&](Real v) { return gap.grows(v); });
    Real farthest = bisected(high - step, high + step, extreme_halvings, [&](Real v) { return !gap.grows(v); });
    while (farthest > nearest) farthest -= turn;
    while (farthest <= nearest - turn) farthest += turn;
    return {farthest, nearest, farthest + turn};
}

Real root(const Gap& gap, const Way& way, Branch branch) {
    if (branch == Branch::behind)
        return bisected(way.first, way.nearest, root_halvings, [&](Real v) { return gap.at(v) <= 0; });
    return bisected(way.nearest, way.last, root_halvings, [&](Real v) { return gap.at(v) > 0; });
}

// ---- limits ---------------------------------------------------------------------------------------------

Real into_half_turns(Real angle) {
    const Real rest = std::remainder(angle, turn);
    return rest <= -half_turn ? rest + turn : rest;
}

Real angle_slack(Real angle, Real from, Real to) {
    const Real width = to - from;
    // A full turn in degrees differs slightly from one in radians.
    if (!(width < turn - 1e-12L)) return no_limit;
    const Real about_middle = std::abs(std::remainder(angle - (from + width / 2), turn));
    return width / 2 - about_middle;
}

Real range_slack(const Leg& leg, Real value) {
    if (leg.kind == Kind::rotary) return angle_slack(value, leg.from, leg.to);
    return std::min(value - leg.from, leg.to - value) / leg.rod;
}

Vec turned_about(const Vec& axis, Real angle, const Vec& v) {
    const Vec along = dot(v, axis) * axis, across = v - along;
    return along + std::cos(angle) * across + std::sin(angle) * cross(axis, across);
}

/// The fork is turned until the carried axis is perpendicular to the leg, on the side where the leg points ahead.
Real universal_slack(const RodEnd::Universal& joint, const Vec& axis, const Vec& leg) {
    const Vec fixed = unit(widen(joint.fixed_axis));
    const Vec ahead = unit(axis - dot(axis, fixed) * fixed), carried_axis = cross(fixed, ahead);
    const auto looks = [&](Real angle) { return dot(leg, turned_about(fixed, angle, ahead)); };
    constexpr int samples = 8;
    Real best = 0;
    for (int k = 1; k < samples; ++k)
        if (looks(k * turn / samples) > looks(best)) best = k * turn / samples;
    const Real angle = into_half_turns(bisected(best - turn / 4, best + turn / 4, root_halvings, [&](Real turned) {
        return dot(leg, turned_about(fixed, turned, carried_axis)) <= 0;
    }));
    const Real tilted = half_turn / 2 - std::acos(std::clamp(dot(leg, fixed) / length(leg), Real(-1), Real(1)));
    return std::min(
        {angle - joint.fixed_from, joint.fixed_to - angle, tilted - joint.carried_from, joint.carried_to - tilted});
}

/// The rod and the axis are given in the frame of the end's side.
Real end_slack(const RodEnd& end, const Vec& axis, const Vec& rod) {
    if (end.universal) return universal_slack(*end.universal, axis, rod);
    const Real tilt = std::atan2(length(cross(rod, axis)), dot(rod, axis));
    const Real tilt_slack = end.max_tilt < std::numbers::pi ? end.max_tilt - tilt : Real(no_limit);
    const Real misalignment = std::abs(half_turn / 2 - tilt);
    const bool aligned = end.max_misalignment < std::numbers::pi / 2;
    return std::min(tilt_slack, aligned ? end.max_misalignment - misalignment : Real(no_limit));
}

double rounded(Real value) { return static_cast<double>(value); }

/// Rotation from the base frame to the frame of the platform's end.
using SeenFromPlatform = Matrix;

LegState telescopic_state(const Leg& leg, const Vec& joint, const SeenFromPlatform& seen) {
    const Vec rod = joint - widen(leg.base);
    const Real value = length(rod);
    const Real range = std::min(value - leg.from, leg.to - value) / leg.rod;
    const Real base = end_slack(leg.base_end, widen(leg.base_end.axis), rod);
    const Real platform = end_slack(leg.platform_end, widen(leg.platform_end.axis), product(seen, rod));
    return {true,           rounded(value), leg.base,          no_limit,
            rounded(range), rounded(base),  rounded(platform), rounded(std::min({range, base, platform}))};
}

LegState state(const Leg& leg, const Vec& joint, const SeenFromPlatform& seen) {
    if (leg.kind == Kind::telescopic) return telescopic_state(leg, joint, seen);
    const Gap gap(leg, joint);
    const bool turns = leg.kind == Kind::rotary;
    const Way way = turns ? way_of_arm(gap) : way_of_slider(gap);
    const Real nearer = -gap.at(way.nearest);
    const Real gap_slack = (turns ? std::min(nearer, gap.at(way.last)) : nearer) / leg.rod;
    if (!(gap_slack >= 0)) {
        const double none = std::numeric_limits<double>::quiet_NaN();
        return {false, none, {none, none, none}, rounded(gap_slack), none, none, none, rounded(gap_slack)};
    }
    const Real value = root(gap, way, leg.branch);
    const Vec tip = gap.tip(value);
    const Vec rod = joint - tip;
    const Real range = range_slack(leg, value);
    const Real base = end_slack(leg.base_end, widen(leg.base_end.axis), carried(leg, rod, -value));
    const Real platform = end_slack(leg.platform_end, widen(leg.platform_end.axis), product(seen, rod));
    return {true,
            rounded(turns ? into_half_turns(value) : value),
            narrow(tip),
            rounded(gap_slack),
            rounded(range),
            rounded(base),
            rounded(platform),
            rounded(std::min({gap_slack, range, base, platform}))};
}

LegState state_at(const Leg& leg, const Matrix& turned, const Pose& pose) {
    const Vec joint = Vec{pose.x, pose.y, pose.z} + product(turned, widen(leg.platform));
    return state(leg, joint, transposed(turned));
}

}  // namespace

LegState leg_state(const Leg& leg, const Point& platform_joint, const Point& platform_axis) {
    Leg seen = leg;
    seen.platform_end.axis = platform_axis;
    return state(seen, widen(platform_joint), {{Vec{1, 0, 0}, Vec{0, 1, 0}, Vec{0, 0, 1}}});
}

LegState leg_state(const Machine& machine, int leg, const Pose& pose) {
    return state_at(machine.legs[static_cast<std::size_t>(leg)], orientation(pose, machine.order), pose);
}

MachineState machine_state(const Machine& machine, const Pose& pose) {
    MachineState found{true, no_limit, 0};
    const Matrix turned = orientation(pose, machine.order);
    for (int i = 0; i < 6; ++i) {
        const double margin = state_at(machine.legs[static_cast<std::size_t>(i)], turned, pose).margin;
        if (!(margin >= found.margin)) found = {margin >= 0, margin, i};
    }
    return found;
}

bool reachable(const Machine& machine, const Pose& pose) {
    const Matrix turned = orientation(pose, machine.order);
    return std::all_of(machine.legs.begin(), machine.legs.end(),
                       [&](const Leg& leg) { return state_at(leg, turned, pose).reachable(); });
}

Point rotated(const Point& v, const Pose& pose, Order order) {
    return narrow(product(orientation(pose, order), widen(v)));
}

Point rotated_back(const Point& v, const Pose& pose, Order order) {
    return narrow(product(transposed(orientation(pose, order)), widen(v)));
}

Point carried(const Leg& leg, const Point& at_angle_0, double value) {
    return narrow(carried(leg, widen(at_angle_0), Real(value)));
}

double angle_apart(double a, double b) { return rounded(std::abs(std::remainder(Real(a) - Real(b), turn))); }

}  // namespace leg_oracle

#include "tests/support/random/random_leg_machines.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "tests/support/values.h"

namespace hexscan_test {
namespace {

using leg_oracle::Branch;
using leg_oracle::Kind;
using leg_oracle::Leg;
using leg_oracle::LegState;
using leg_oracle::Order;
using leg_oracle::Point;
using leg_oracle::Pose;
using leg_oracle::RodEnd;

Point sum(const Point& a, const Point& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Point scaled(double s, const Point& a) { return {s * a.x, s * a.y, s * a.z}; }
Point difference(const Point& a, const Point& b) { return sum(a, scaled(-1, b)); }
double dot(const Point& a, const Point& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
double length(const Point& a) { return std::hypot(a.x, a.y, a.z); }
Point unit(const Point& a) { return scaled(1 / length(a), a); }
Point cross(const Point& a, const Point& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

Point on_circle(double radius, double azimuth, double height) {
    return {radius * std::cos(azimuth), radius * std::sin(azimuth), height};
}

Point any_direction(Dice& dice) {
    for (;;) {
        const double x = dice.between(-1, 1);
        const double y = dice.between(-1, 1);
        const double z = dice.between(-1, 1);
        const Point v{x, y, z};
        if (length(v) > 0.1 && length(v) < 1) return unit(v);
    }
}

Point tilted(Dice& dice, const Point& direction, double by) {
    return unit(sum(unit(direction), scaled(by, any_direction(dice))));
}

Branch any_branch(Dice& dice) { return dice.one_of({Branch::behind, Branch::ahead}); }

Point platform_joint_at(const RandomLegMachine& random, const Leg& leg) {
    const Point joint = leg_oracle::rotated(leg.platform, random.home, random.machine.order);
    return sum({random.home.x, random.home.y, random.home.z}, joint);
}

/// Smallest and largest rod length for which a joint value exists with the platform joint there.
struct Gaps {
    double nearest, farthest;
};

Gaps gaps(const Leg& leg, const Point& joint) {
    const Point l = difference(joint, leg.base);
    if (leg.kind == Kind::slider) return {length(cross(l, unit(leg.rail))), infinity};
    const double in_plane = std::hypot(dot(l, leg.u), dot(l, leg.w));
    const double off_plane = dot(l, cross(leg.u, leg.w));
    return {std::hypot(off_plane, in_plane - leg.arm), std::hypot(off_plane, in_plane + leg.arm)};
}

// ---- limits around home ---------------------------------------------------------------------------------

void limit_travel(Dice& dice, Leg& leg, double home) {
    const double room = leg.rod;
    const double below = dice.between(0.05, 0.8) * room;
    const double above = dice.between(0.05, 0.8) * room;
    if (!dice.chance(0.15)) leg.from = home - below;
    if (!dice.chance(0.15)) leg.to = home + above;
}

void limit_angle(Dice& dice, Leg& leg, double home) {
    const double below = radians(dice.between(5, 150));
    const double above = radians(dice.between(5, 150));
    leg.from = home - below;
    leg.to = home + above;
    if (dice.chance(0.15)) {
        leg.from = -pi;
        leg.to = pi;
    } else if (dice.chance(0.3)) {
        const double shift = leg.from > 0 ? -2 * pi : 2 * pi;
        leg.from += shift;
        leg.to += shift;
    }
}

/// An end whose axis is `axis` in the end's frame. It is near the rod at home, or for rod ends nearly perpendicular to
/// it.
RodEnd limited_end(Dice& dice, const Point& along_rod) {
    RodEnd end;
    const int sort = dice.whole(0, 4);
    if (sort == 0) return end;
    if (sort == 1) {
        end.axis = tilted(dice, cross(along_rod, any_direction(dice)), 0.2);
        end.max_misalignment = radians(dice.between(15, 60));
        return end;
    }
    end.axis = sort == 2 ? along_rod : tilted(dice, along_rod, 0.3);
    end.max_tilt = radians(dice.one_of({25.0, 35.0, 50.0, 90.0, 120.0, 180.0}));
    return end;
}

void limit_leg(Dice& dice, RandomLegMachine& random, Leg& leg) {
    const Point joint = platform_joint_at(random, leg);
    const LegState home = leg_oracle::leg_state(leg, joint);
    if (!home.exists) return;
    if (leg.kind == Kind::slider) {
        limit_travel(dice, leg, home.value);
    } else {
        limit_angle(dice, leg, home.value);
    }
    const Point rod = difference(joint, home.tip);
    leg.base_end = limited_end(dice, leg_oracle::carried(leg, rod, -home.value));
    leg.platform_end = limited_end(dice, leg_oracle::rotated_back(rod, random.home, random.machine.order));
    const bool bolt = leg.kind == Kind::rotary && leg.base_end.max_misalignment < pi;
    if (bolt && dice.chance(0.7)) leg.base_end.axis = cross(leg.u, leg.w);
}

// ---- real-valued machines -------------------------------------------------------------------------------

struct Sizes {
    double scale, base_radius, platform_radius, base_spread, platform_spread;
};

Sizes any_sizes(Dice& dice) {
    const double scale = dice.magnitude(0.1, 300);
    const double base_radius = scale * dice.between(0.6, 1.2);
    const double platform_radius = scale * dice.between(0.3, 0.9);
    const double base_spread = radians(dice.between(5, 110));
    const double platform_spread = radians(dice.between(5, 110));
    return {scale, base_radius, platform_radius, base_spread, platform_spread};
}

Pose any_home(Dice& dice, double scale) {
    const double x = scale * dice.between(-0.1, 0.1);
    const double y = scale * dice.between(-0.1, 0.1);
    const double z = scale * dice.between(0.5, 1.2);
    const double roll = dice.between(-0.3, 0.3);
    const double pitch = dice.between(-0.3, 0.3);
    const double yaw = dice.between(-0.4, 0.4);
    return {x, y, z, roll, pitch, yaw};
}

enum class Rails { up, alike, each_its_own, along_axes };

Point rail_of(Dice& dice, Rails rails, const Point& shared, int leg) {
    if (rails == Rails::up) return {0, 0, 1};
    if (rails == Rails::alike) return shared;
    if (rails == Rails::each_its_own) {
        const double size = dice.between(0.5, 2);
        return scaled(size, tilted(dice, {0, 0, 1}, 0.9));
    }
    return {leg / 2 == 0 ? 1.0 : 0.0, leg / 2 == 1 ? 1.0 : 0.0, leg / 2 == 2 ? 1.0 : 0.0};
}

void aim_arm(Dice& dice, Leg& leg, bool upright) {
    leg.u = upright ? on_circle(1, dice.between(-pi, pi), 0) : any_direction(dice);
    const Point motor = unit(cross(leg.u, upright ? Point{0, 0, 1} : any_direction(dice)));
    leg.w = upright ? Point{0, 0, 1} : cross(motor, leg.u);
    leg.from = -pi;
    leg.to = pi;
}

/// Joints on two circles, with rails or arms, but without rods and limits.
RandomLegMachine bare_machine(Dice& dice, Kind kind) {
    RandomLegMachine random{};
    const Sizes sizes = any_sizes(dice);
    random.machine.order = dice.chance(0.3) ? Order::xyz : Order::zyx;
    random.home = any_home(dice, sizes.scale);
    random.span = 0.4 * sizes.scale;
    const Rails rails = dice.one_of({Rails::up, Rails::alike, Rails::each_its_own, Rails::along_axes});
    const Point shared = tilted(dice, {0, 0, 1}, 0.9);
    const bool upright = dice.chance(0.7);
    const bool branches_alike = dice.chance(0.6);
    const Branch branch = any_branch(dice);
    for (int i = 0; i < 6; ++i) {
        Leg& leg = random.machine.legs[static_cast<std::size_t>(i)];
        const double pair = 2 * pi / 3 * (i / 2);
        const double side = i % 2 == 0 ? -0.5 : 0.5;
        leg.kind = kind;
        leg.base = on_circle(sizes.base_radius, pair + side * sizes.base_spread, 0);
        leg.platform = on_circle(sizes.platform_radius, pair + side * sizes.platform_spread, 0);
        leg.branch = branches_alike ? branch : any_branch(dice);
        if (kind == Kind::slider) {
            leg.rail = rail_of(dice, rails, shared, i);
        } else {
            aim_arm(dice, leg, upright);
            leg.arm = sizes.scale * dice.between(0.15, 0.5);
        }
    }
    return random;
}

void choose_rod(Dice& dice, Leg& leg, const Point& joint) {
    const Gaps gap = gaps(leg, joint);
    leg.rod = leg.kind == Kind::slider ? std::max(gap.nearest, length(leg.platform)) * dice.between(1.05, 2)
                                       : gap.nearest + dice.between(0.1, 0.9) * (gap.farthest - gap.nearest);
}

// ---- edges ----------------------------------------------------------------------------------------------

void choose_slider_edge(Dice& dice, Leg& leg, const Point& joint) {
    if (dice.chance(0.5)) {
        leg.rod = gaps(leg, joint).nearest;
    } else {
        // The platform joint lies on the rail, so the carriage passes through it.
        leg.base = difference(joint, scaled(leg.rod * dice.between(-1, 1), unit(leg.rail)));
    }
}

void choose_arm_edge(Dice& dice, Leg& leg, const Point& joint) {
    const Point l = difference(joint, leg.base);
    const Point motor = cross(leg.u, leg.w);
    const int sort = dice.whole(0, 4);
    if (sort == 0) leg.rod = gaps(leg, joint).nearest;
    if (sort == 1) leg.rod = gaps(leg, joint).farthest;
    if (sort == 2) {
        const double in_plane = std::hypot(dot(l, leg.u), dot(l, leg.w));
        leg.arm = dot(l, l) / (2 * in_plane) * dice.between(1, 1.6);
        leg.rod = leg.arm;
    }
    if (sort >= 3) {
        const double along = leg.arm * dice.between(-2, 2);
        leg.base = difference(joint, scaled(along, motor));
        if (sort == 3) leg.rod = std::hypot(along, leg.arm);
    }
}

// ---- universal joints and telescopes ----------------------------------------------------------------------

/// A universal joint near the rod at home. Some have no limit about one axis or both.
RodEnd universal_end(Dice& dice, const Point& along_rod) {
    RodEnd end;
    end.axis = tilted(dice, along_rod, 0.2);
    const Point across = cross(along_rod, any_direction(dice));
    RodEnd::Universal joint{tilted(dice, across, 0.15), -infinity, infinity, -infinity, infinity};
    if (dice.chance(0.9)) {
        joint.fixed_from = dice.chance(0.1) ? -radians(90) : -radians(dice.between(20, 85));
        joint.fixed_to = dice.chance(0.1) ? radians(90) : radians(dice.between(20, 85));
    }
    if (dice.chance(0.9)) {
        joint.carried_from = dice.chance(0.1) ? -radians(90) : radians(dice.between(-80, -15));
        joint.carried_to = dice.chance(0.1) ? radians(90) : radians(dice.between(15, 80));
    }
    end.universal = joint;
    return end;
}

void make_telescopic(Dice& dice, RandomLegMachine& random, Leg& leg) {
    const double home = length(difference(platform_joint_at(random, leg), leg.base));
    leg.kind = Kind::telescopic;
    leg.from = dice.chance(0.2) ? 0 : home * dice.between(0.5, 0.98);
    leg.to = leg.rod = home * dice.between(1.02, 1.6);
}

}  // namespace

RandomLegMachine universal_leg_machine(Kind kind, std::uint64_t seed) {
    RandomLegMachine random = random_leg_machine(kind == Kind::telescopic ? Kind::slider : kind, seed);
    Dice dice(seed + 123456);
    const bool at_platform = dice.chance(0.6), at_base = !at_platform || dice.chance(0.5);
    for (Leg& leg : random.machine.legs) {
        if (kind == Kind::telescopic) make_telescopic(dice, random, leg);
        const LegState home = leg_oracle::leg_state(leg, platform_joint_at(random, leg));
        const Point rod = difference(platform_joint_at(random, leg), home.exists ? home.tip : leg.base);
        const Point seen_from_foot = home.exists ? leg_oracle::carried(leg, rod, -home.value) : rod;
        if (kind == Kind::telescopic) {
            leg.base_end = limited_end(dice, rod);
            leg.platform_end = limited_end(dice, leg_oracle::rotated_back(rod, random.home, random.machine.order));
        }
        if (at_base) leg.base_end = universal_end(dice, seen_from_foot);
        if (at_platform)
            leg.platform_end = universal_end(dice, leg_oracle::rotated_back(rod, random.home, random.machine.order));
    }
    return random;
}

namespace {

// ---- small integers -------------------------------------------------------------------------------------

Point whole_point(Dice& dice, int half_xy, int low_z, int high_z) {
    const int x = dice.whole(-half_xy, half_xy);
    const int y = dice.whole(-half_xy, half_xy);
    const int z = dice.whole(low_z, high_z);
    return {double(x), double(y), double(z)};
}

RodEnd whole_end(Dice& dice, const Point& motor) {
    RodEnd end;
    end.axis = dice.one_of({Point{0, 0, 1}, Point{1, 0, 0}, Point{0, 1, 1}, Point{0, 0, -1}});
    const int sort = dice.whole(0, 3);
    if (sort == 0) end.max_tilt = radians(dice.one_of({45.0, 60.0, 90.0, 120.0, 135.0}));
    if (sort == 1) {
        end.axis = dice.chance(0.5) ? motor : end.axis;
        end.max_misalignment = radians(dice.one_of({30.0, 45.0, 60.0}));
    }
    return end;
}

void whole_slider(Dice& dice, Leg& leg) {
    leg.rail = dice.one_of({Point{0, 0, 1}, Point{0, 0, 1}, Point{0, 0, -1}, Point{1, 0, 0}, Point{0, 1, 0},
                            Point{3, 0, 4}, Point{0, 3, 4}, Point{1, 2, 2}});
    leg.rod = dice.whole(4, 13);
}

void whole_arm(Dice& dice, Leg& leg, const Point& joint) {
    const Point along = dice.one_of({Point{1, 0, 0}, Point{0, 1, 0}, Point{-1, 0, 0}, Point{0, -1, 0}});
    leg.u = along;
    leg.w = dice.chance(0.7) ? Point{0, 0, 1} : Point{-along.y, along.x, 0};
    leg.arm = dice.whole(1, 5);
    leg.rod = dice.whole(2, 13);
    if (dice.chance(0.5)) {
        // At home the arm is at a quarter turn, so the rod's length is the root of an integer.
        const Point arm = dice.one_of({leg.u, leg.w, scaled(-1, leg.u), scaled(-1, leg.w)});
        leg.rod = std::max(1.0, length(difference(joint, sum(leg.base, scaled(leg.arm, arm)))));
    }
}

void limit_to_whole(Dice& dice, Leg& leg, double home) {
    const double step = leg.kind == Kind::slider ? 1 : radians(30);
    const int below = dice.whole(0, 5);
    const int above = dice.whole(0, 5);
    if (leg.kind == Kind::rotary && dice.chance(0.2)) {
        leg.from = -pi;
        leg.to = pi;
        return;
    }
    leg.from = step * (std::floor(home / step) - below);
    leg.to = step * (std::ceil(home / step) + above);
}

Leg whole_leg(Dice& dice, Kind kind, const RandomLegMachine& random) {
    for (;;) {
        Leg leg;
        leg.kind = kind;
        leg.base = whole_point(dice, 6, 0, 1);
        leg.platform = whole_point(dice, 4, -1, 1);
        leg.branch = any_branch(dice);
        if (kind == Kind::slider) {
            whole_slider(dice, leg);
        } else {
            whole_arm(dice, leg, platform_joint_at(random, leg));
        }
        const LegState home = leg_oracle::leg_state(leg, platform_joint_at(random, leg));
        if (!home.exists) continue;
        limit_to_whole(dice, leg, home.value);
        leg.base_end = whole_end(dice, kind == Kind::rotary ? cross(leg.u, leg.w) : Point{1, 0, 0});
        leg.platform_end = whole_end(dice, {1, 0, 0});
        const Point axis = leg_oracle::rotated(leg.platform_end.axis, random.home, random.machine.order);
        const bool kept = leg_oracle::leg_state(leg, platform_joint_at(random, leg), axis).reachable();
        if (kept || dice.chance(0.02)) return leg;
    }
}

}  // namespace

RandomLegMachine random_leg_machine(Kind kind, std::uint64_t seed) {
    Dice dice(seed);
    RandomLegMachine random = bare_machine(dice, kind);
    for (Leg& leg : random.machine.legs) {
        choose_rod(dice, leg, platform_joint_at(random, leg));
        limit_leg(dice, random, leg);
    }
    return random;
}

RandomLegMachine integer_leg_machine(Kind kind, std::uint64_t seed) {
    Dice dice(seed);
    RandomLegMachine random{};
    random.whole = true;
    random.span = 3;
    const int z = dice.whole(2, 8);
    const int quarters = dice.one_of({0, 0, 0, 1, 2, -1});
    random.machine.order = dice.chance(0.3) ? Order::xyz : Order::zyx;
    random.home = {0, 0, double(z), 0, 0, radians(90 * quarters)};
    for (Leg& leg : random.machine.legs) leg = whole_leg(dice, kind, random);
    return random;
}

RandomLegMachine edge_leg_machine(Kind kind, std::uint64_t seed) {
    Dice dice(seed);
    RandomLegMachine random = bare_machine(dice, kind);
    for (Leg& leg : random.machine.legs) {
        const Point joint = platform_joint_at(random, leg);
        choose_rod(dice, leg, joint);
        if (dice.chance(0.2)) {
            if (kind == Kind::slider) {
                choose_slider_edge(dice, leg, joint);
            } else {
                choose_arm_edge(dice, leg, joint);
            }
        }
        limit_leg(dice, random, leg);
    }
    return random;
}

Pose pose_near_home(const RandomLegMachine& random, Dice& dice) {
    Pose pose = random.home;
    const auto shift = [&] {
        const int whole = static_cast<int>(random.span);
        return random.whole ? dice.whole(-whole, whole) : dice.between(-random.span, random.span);
    };
    // Home itself and the row through it are frequent, because a machine's special cases are there.
    const int asked = dice.whole(0, 9);
    if (asked >= 1) pose.x += shift();
    if (asked >= 3) pose.y += shift();
    if (asked >= 4) pose.z += shift();
    if (asked >= 6 && !random.whole) {
        pose.roll += dice.between(-0.3, 0.3);
        pose.pitch += dice.between(-0.3, 0.3);
        pose.yaw += dice.between(-0.3, 0.3);
    }
    return pose;
}

}  // namespace hexscan_test

/// Attacks the proofs of forward kinematics with an oracle of its own, and reports every claim that it refutes.
///
/// usage: pose_attack [FAMILY [COUNT [SEED]]]
///
/// Family radii attacks isolated(). It looks for another pose within unique_within, and for joint values within
/// values_within that have no pose there or two. It looks for starts within converges_within from which Newton's method
/// does not get to the pose.
///
/// Family all compares all_poses() with the oracle. No pose may be listed twice. None may be missing if the answer is
/// complete. Family none does the same for rods of random lengths, which often close in no pose.
///
/// COUNT is the number of random machines of each family; without it, the run takes about a minute. The oracle shares
/// no formula with the program: it solves |p + R(q) b - c| = d for a position and a quaternion, with the rotation's
/// derivatives by its vector, from many random starts. It can miss poses, but it cannot invent any. Exit code: 0 if no
/// claim was refuted, otherwise 1.
///
/// It is no test, so it is built only on demand: cmake --build build/test --target pose_attack.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "src/machine/legs/posed_leg.h"
#include "src/pose/all_poses.h"
#include "tests/support/random/any_machine.h"

namespace {

using namespace hexscan_test;
using hexscan::IsolatedPose;
using hexscan::leg_count;
using hexscan::Machine;
using hexscan::Placed;
using hexscan::Rods;

// The oracle.

using Three = std::array<double, 3>;

Three operator+(const Three& a, const Three& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Three operator-(const Three& a, const Three& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Three operator*(double s, const Three& a) { return {s * a[0], s * a[1], s * a[2]}; }
double times(const Three& a, const Three& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Three crossed(const Three& a, const Three& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double size_of(const Three& a) { return std::sqrt(times(a, a)); }

/// A position and a unit quaternion w, x, y, z.
struct State {
    Three p{};
    std::array<double, 4> q{1, 0, 0, 0};

    Three turned(const Three& v) const {
        const Three axis{q[1], q[2], q[3]}, twice = 2.0 * crossed(axis, v);
        return v + q[0] * twice + crossed(axis, twice);
    }
    void turn(const Three& by) {
        const double angle = size_of(by), half = angle > 1e-9 ? std::sin(angle / 2) / angle : 0.5;
        const std::array<double, 4> r{std::cos(angle / 2), half * by[0], half * by[1], half * by[2]};
        q = {r[0] * q[0] - r[1] * q[1] - r[2] * q[2] - r[3] * q[3],
             r[0] * q[1] + r[1] * q[0] + r[2] * q[3] - r[3] * q[2],
             r[0] * q[2] - r[1] * q[3] + r[2] * q[0] + r[3] * q[1],
             r[0] * q[3] + r[1] * q[2] - r[2] * q[1] + r[3] * q[0]};
        const double norm = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        for (double& part : q) part /= norm;
    }
};

double angle_from(const State& a, const State& b) {
    double minus = 0, plus = 0;
    for (std::size_t k = 0; k < 4; ++k) {
        minus += (a.q[k] - b.q[k]) * (a.q[k] - b.q[k]);
        plus += (a.q[k] + b.q[k]) * (a.q[k] + b.q[k]);
    }
    return 4 * std::asin(std::min(1.0, std::sqrt(std::min(minus, plus)) / 2));
}
double distance_from(const State& a, const State& b) { return size_of(a.p - b.p); }

struct Six {
    std::array<Three, leg_count> feet{}, joints{};
    std::array<double, leg_count> lengths{};

    double size() const {
        double sum = 0;
        for (const Three& b : joints) sum += times(b, b);
        return std::sqrt(sum / leg_count);
    }
    double longest() const { return *std::max_element(lengths.begin(), lengths.end()); }
    std::array<double, leg_count> errors(const State& at) const {
        std::array<double, leg_count> off{};
        for (std::size_t i = 0; i < leg_count; ++i)
            off[i] = size_of(at.p + at.turned(joints[i]) - feet[i]) - lengths[i];
        return off;
    }
};

double largest(const std::array<double, leg_count>& errors) {
    double most = 0;
    for (const double error : errors) most = std::max(most, std::abs(error));
    return most;
}

using Matrix = std::array<std::array<double, leg_count + 1>, leg_count>;

/// Gauss-Jordan elimination with row pivots. The right side is the last column. A small pivot means that the matrix is
/// nearly singular.
std::optional<std::array<double, leg_count>> solved(Matrix m, double* smallest_pivot = nullptr) {
    double smallest = 1e300;
    for (std::size_t column = 0; column < leg_count; ++column) {
        std::size_t pivot = column;
        for (std::size_t row = column + 1; row < leg_count; ++row)
            if (std::abs(m[row][column]) > std::abs(m[pivot][column])) pivot = row;
        smallest = std::min(smallest, std::abs(m[pivot][column]));
        if (!(std::abs(m[pivot][column]) > 1e-14)) return std::nullopt;
        std::swap(m[pivot], m[column]);
        for (std::size_t row = 0; row < leg_count; ++row) {
            if (row == column) continue;
            const double share = m[row][column] / m[column][column];
            for (std::size_t k = column; k <= leg_count; ++k) m[row][k] -= share * m[column][k];
        }
    }
    if (smallest_pivot != nullptr) *smallest_pivot = smallest;
    std::array<double, leg_count> x{};
    for (std::size_t k = 0; k < leg_count; ++k) x[k] = m[k][leg_count] / m[k][k];
    return x;
}

/// The rows of unit vectors along the rods and of their moments about the platform's origin divided by `scale`.
Matrix jacobian(const Six& six, const State& at, double scale) {
    Matrix m{};
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Three arm = at.turned(six.joints[i]), rod = at.p + arm - six.feet[i];
        const double length = size_of(rod);
        const Three along = (1 / length) * rod, moment = (1 / scale) * crossed(arm, along);
        m[i] = {along[0], along[1], along[2], moment[0], moment[1], moment[2], -(length - six.lengths[i])};
    }
    return m;
}

/// A root near `start`, by Newton steps, or nothing. Damped steps must decrease the largest error.
std::optional<State> root_from(const Six& six, State at, bool damps = true, double* smallest_pivot = nullptr) {
    const double scale = std::max(six.size(), 1e-12), enough = 4e-15 * (six.longest() + scale + size_of(at.p));
    double off = largest(six.errors(at));
    for (int step = 0; step < 60; ++step) {
        const auto by = solved(jacobian(six, at, scale), smallest_pivot);
        if (!by) return std::nullopt;
        bool better = false;
        for (double share = 1; share > 0.01; share /= 2) {
            State next = at;
            next.p = next.p + share * Three{(*by)[0], (*by)[1], (*by)[2]};
            next.turn((share / scale) * Three{(*by)[3], (*by)[4], (*by)[5]});
            const double there = largest(six.errors(next));
            if (!(there < off) && damps) continue;
            at = next, off = there, better = true;
            break;
        }
        if (off <= enough || !better) break;
    }
    return off <= 100 * enough ? std::optional(at) : std::nullopt;
}

/// The root of rods that is reached from a root of others while feet and lengths change on straight lines.
std::optional<State> followed(const Six& from, const Six& to, const State& start) {
    constexpr int steps = 64;
    std::optional<State> at = start;
    for (int step = 1; step <= steps && at; ++step) {
        const double share = static_cast<double>(step) / steps;
        Six between = to;
        for (std::size_t i = 0; i < leg_count && step < steps; ++i) {
            between.feet[i] = from.feet[i] + share * (to.feet[i] - from.feet[i]);
            between.lengths[i] = from.lengths[i] + share * (to.lengths[i] - from.lengths[i]);
        }
        at = root_from(between, *at, false);
    }
    return at;
}

// Between the oracle's types and the program's.

Three three(const hexscan::Vector& v) { return {v.x, v.y, v.z}; }
hexscan::Vector vector(const Three& v) { return {v[0], v[1], v[2]}; }

State state(const Placed& at) {
    // The quaternion of the largest component.
    const double m[3][3] = {{at.turned.x.x, at.turned.x.y, at.turned.x.z},
                            {at.turned.y.x, at.turned.y.y, at.turned.y.z},
                            {at.turned.z.x, at.turned.z.y, at.turned.z.z}};
    const double four[4] = {1 + m[0][0] + m[1][1] + m[2][2], 1 + m[0][0] - m[1][1] - m[2][2],
                            1 - m[0][0] + m[1][1] - m[2][2], 1 - m[0][0] - m[1][1] + m[2][2]};
    const auto largest = static_cast<int>(std::max_element(four, four + 4) - four);
    State state;
    state.p = three(at.position_m);
    const double x = m[2][1] - m[1][2], y = m[0][2] - m[2][0], z = m[1][0] - m[0][1];
    const double xy = m[0][1] + m[1][0], xz = m[0][2] + m[2][0], yz = m[1][2] + m[2][1];
    state.q = largest == 0   ? std::array{four[0], x, y, z}
              : largest == 1 ? std::array{x, four[1], xy, xz}
              : largest == 2 ? std::array{y, xy, four[2], yz}
                             : std::array{z, xz, yz, four[3]};
    state.turn({0, 0, 0});
    return state;
}
Placed placed(const State& at) {
    const Three x = at.turned({1, 0, 0}), y = at.turned({0, 1, 0}), z = at.turned({0, 0, 1});
    return {vector(at.p), {{x[0], y[0], z[0]}, {x[1], y[1], z[1]}, {x[2], y[2], z[2]}}};
}
Machine machine_of(const Six& six) {
    Machine machine;
    machine.legs = hexscan::TelescopicLegs{};
    for (std::size_t i = 0; i < leg_count; ++i) {
        machine.base.points_m[i] = vector(six.feet[i]);
        machine.platform.points_m[i] = vector(six.joints[i]);
    }
    return machine;
}
/// The pose between the middles of the joints for one between the origins, and the inverse.
Placed of_middles(const Rods& rods, const State& at) {
    return hexscan::placed(hexscan::between_middles(rods.middles, rod_pose(placed(at))));
}
State of_origins(const Rods& rods, const Placed& at) {
    return state(hexscan::placed(hexscan::between_origins(rods.middles, rod_pose(at))));
}
/// The feet of a machine's rods for these joint values, by the definition of its legs.
Six six_of(const Machine& machine, const hexscan::PerLeg& values) {
    Six six;
    for (std::size_t i = 0; i < leg_count; ++i) {
        six.feet[i] = three(machine.base.points_m[i]), six.joints[i] = three(machine.platform.points_m[i]);
        if (machine.is_telescopic()) {
            six.lengths[i] = values[i];
        } else if (const auto* legs = std::get_if<hexscan::SliderLegs>(&machine.legs)) {
            six.feet[i] = six.feet[i] + values[i] * Three{legs->rail_x[i], legs->rail_y[i], legs->rail_z[i]};
            six.lengths[i] = legs->rod[i];
        } else {
            const auto& arms = std::get<hexscan::RotaryLegs>(machine.legs);
            const double along = arms.arm[i] * std::cos(values[i]), up = arms.arm[i] * std::sin(values[i]);
            six.feet[i] = six.feet[i] + along * Three{arms.zero_x[i], arms.zero_y[i], arms.zero_z[i]} +
                          up * Three{arms.up_x[i], arms.up_y[i], arms.up_z[i]};
            six.lengths[i] = arms.rod[i];
        }
    }
    return six;
}

// Random things.

Three box(Dice& dice, double half) {
    return {dice.between(-half, half), dice.between(-half, half), dice.between(-half, half)};
}
Three on_sphere(Dice& dice) {
    for (;;)
        if (const Three v = box(dice, 1); size_of(v) <= 1 && size_of(v) > 1e-3) return (1 / size_of(v)) * v;
}
std::array<double, 4> any_rotation(Dice& dice) {
    for (;;) {
        std::array<double, 4> q{};
        double square = 0;
        for (double& part : q) part = dice.between(-1, 1), square += part * part;
        if (square > 1 || square < 1e-4) continue;
        for (double& part : q) part /= std::sqrt(square);
        return q;
    }
}
/// A pose at these distances at most from another. Every other one is at a limit of the two, where proofs are tightest.
State within(Dice& dice, const State& from, const hexscan::PoseRadius& radius) {
    State at = from;
    const auto share = [&] { return dice.chance(0.5) ? 1 - 1e-9 : std::cbrt(dice.between(0, 1)); };
    at.p = at.p + (share() * radius.m) * on_sphere(dice);
    at.turn((share() * radius.rad) * on_sphere(dice));
    return at;
}
bool is_within(const State& a, const State& b, const hexscan::PoseRadius& radius) {
    return distance_from(a, b) <= radius.m && angle_from(a, b) <= radius.rad;
}

/// Layouts of base and platform.
constexpr const char* layouts[] = {"general", "3-3", "6-3", "planar", "hexagon", "level", "far tool", "flat pose"};

Six layout(Dice& dice, std::size_t kind) {
    const std::string name = layouts[kind];
    Six six;
    const double big = dice.between(0.7, 1.5), small = dice.between(0.3, 1);
    const auto on_circle = [](double radius, double deg) {
        const double rad = deg * std::numbers::pi / 180;
        return Three{radius * std::cos(rad), radius * std::sin(rad), 0};
    };
    const double spread = dice.between(5, 50), platform_spread = dice.between(5, 50);
    const Three offset = box(dice, name == "far tool" ? 30 : 0.5);
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double pair = 120.0 * static_cast<double>(i / 2), side = i % 2 == 0 ? -1 : 1;
        const double next_pair = 120.0 * static_cast<double>((i + 1) / 2) - 60;
        if (name == "general" || name == "far tool") {
            six.feet[i] = box(dice, 1), six.joints[i] = box(dice, 1);
            if (name == "far tool") six.joints[i] = six.joints[i] + offset;
        } else if (name == "3-3") {
            six.feet[i] = on_circle(big, pair), six.joints[i] = on_circle(small, next_pair);
        } else if (name == "6-3") {
            six.feet[i] = on_circle(big, pair + side * spread), six.joints[i] = on_circle(small, next_pair);
        } else if (name == "planar") {
            six.feet[i] = box(dice, 1), six.joints[i] = box(dice, 1);
            six.feet[i][2] = six.joints[i][2] = 0;
        } else {
            six.feet[i] = on_circle(big, pair + side * spread);
            six.joints[i] = on_circle(small, next_pair - side * platform_spread);
        }
    }
    return six;
}
/// A pose for a layout.
State pose_for(Dice& dice, const Six& six, std::size_t kind) {
    const std::string name = layouts[kind];
    State at;
    if (name == "level") {
        at.p = {0, 0, dice.between(0.5, 2)};
        if (dice.chance(0.5)) at.p[0] = dice.between(-0.3, 0.3);
    } else if (name == "flat pose") {
        at.p = box(dice, 0.3);
        at.p[2] = dice.magnitude(1e-3, 0.3);
        at.turn(0.02 * on_sphere(dice));
    } else {
        at.q = any_rotation(dice);
        Three middle{};
        for (const Three& joint : six.joints) middle = middle + (1.0 / leg_count) * joint;
        at.p = box(dice, 1.2) - at.turned(middle);
    }
    return at;
}
void reach(Six& six, const State& at) {
    six.lengths = {};
    six.lengths = six.errors(at);
}

// The families.

struct Tally {
    long machines = 0, checks = 0, refuted = 0, skipped = 0;
    void refute(const char* what, const Six& six, const State& at) {
        if (++refuted > 10) return;
        std::printf("REFUTED: %s\n", what);
        for (std::size_t i = 0; i < leg_count; ++i)
            std::printf("  foot %.17g %.17g %.17g joint %.17g %.17g %.17g rod %.17g\n", six.feet[i][0], six.feet[i][1],
                        six.feet[i][2], six.joints[i][0], six.joints[i][1], six.joints[i][2], six.lengths[i]);
        std::printf("  at %.17g %.17g %.17g q %.17g %.17g %.17g %.17g\n", at.p[0], at.p[1], at.p[2], at.q[0], at.q[1],
                    at.q[2], at.q[3]);
    }
};

/// A machine of any kind with a pose. Rods of telescopic machines are of any layout, and some are near a singular pose,
/// where a second pose is near.
struct Posed {
    Machine machine;
    hexscan::PerLeg values{};
    Six six;
    State at;
    std::optional<State> twin;  ///< the other pose of a pair that is near a singular pose
};

/// Moves the pose along a line until the determinant is 0, then a little off. The twin is on the other side.
void go_near_singular(Dice& dice, Posed& posed) {
    const auto sign = [&](const State& at) {
        Matrix m = jacobian(posed.six, at, posed.six.size());
        double product = 1;
        for (std::size_t column = 0; column < leg_count; ++column) {
            std::size_t pivot = column;
            for (std::size_t row = column + 1; row < leg_count; ++row)
                if (std::abs(m[row][column]) > std::abs(m[pivot][column])) pivot = row;
            if (pivot != column) std::swap(m[pivot], m[column]), product = -product;
            product *= m[column][column];
            for (std::size_t row = column + 1; row < leg_count; ++row)
                for (std::size_t k = leg_count; k-- > column;)
                    m[row][k] -= m[row][column] / m[column][column] * m[column][k];
        }
        return product > 0;
    };
    const Three way = on_sphere(dice), axis = on_sphere(dice);
    const State from = posed.at;
    const auto along = [&](double t) {
        State at = from;
        at.p = at.p + t * way;
        at.turn(t * axis);
        return at;
    };
    double low = 0, high = 0;
    while (high < 2 && sign(along(high)) == sign(from)) low = high, high += 0.05;
    if (high >= 2) return;
    for (int k = 0; k < 50; ++k) (sign(along((low + high) / 2)) == sign(from) ? low : high) = (low + high) / 2;
    const double off = dice.magnitude(1e-5, 0.1);
    posed.at = along(low - off);
    reach(posed.six, posed.at);
    for (int start = 0; start < 12; ++start) {
        State other = along(low + off * dice.between(0.2, 3));
        other.p = other.p + (2 * off) * box(dice, 1);
        other.turn((2 * off) * box(dice, 1));
        const auto root = root_from(posed.six, other);
        if (root && distance_from(*root, posed.at) + angle_from(*root, posed.at) > 0.01 * off) posed.twin = *root;
    }
}

std::optional<Posed> posed(Dice& dice, std::uint64_t seed) {
    Posed posed;
    if (seed % 2 == 0) {
        hexscan::Pose near;
        posed.machine = any_machine(seed / 2, near);
        const auto shapes = hexscan::leg_shapes(posed.machine, near);
        for (std::size_t i = 0; i < leg_count; ++i) {
            if (!shapes[i].closes) return std::nullopt;
            posed.values[i] = shapes[i].value;
        }
        posed.six = six_of(posed.machine, posed.values);
        posed.at = state({near.position_m, rotation_of(near.orientation, posed.machine.orientation_order)});
        return posed;
    }
    const std::size_t kind = seed / 2 % std::size(layouts);
    posed.six = layout(dice, kind);
    posed.at = pose_for(dice, posed.six, kind);
    reach(posed.six, posed.at);
    if (seed / 2 % 3 != 0) go_near_singular(dice, posed);
    const double unit = dice.one_of({1.0, 1.0, 1e-3, 1e3});
    for (std::size_t i = 0; i < leg_count; ++i)
        posed.six.feet[i] = unit * posed.six.feet[i], posed.six.joints[i] = unit * posed.six.joints[i];
    posed.at.p = unit * posed.at.p;
    if (posed.twin) posed.twin->p = unit * posed.twin->p;
    reach(posed.six, posed.at);
    for (std::size_t i = 0; i < leg_count; ++i) posed.values[i] = posed.six.lengths[i];
    posed.machine = machine_of(posed.six);
    return posed;
}

/// The bounds of the proof plus the oracle's own rounding.
hexscan::PoseRadius same(const IsolatedPose& isolation, const Six& six, const State& at) {
    const double size = six.size(), rounding = 1e-12 * (six.longest() + size + size_of(at.p));
    const double ill = std::max(1.0, 1e-2 * isolation.error.rad / 1e-14);
    return {2 * isolation.error.m + ill * rounding, 2 * isolation.error.rad + ill * rounding / size};
}

bool attack_radii(long count, std::uint64_t seed) {
    Tally unique, converges, values;
    long twins = 0, near_twins = 0;
    double nearest_twin = 1e300;
    for (std::uint64_t k = seed; unique.machines < count; ++k) {
        Dice dice(k);
        const auto given = posed(dice, k);
        if (!given) continue;
        const Posed& at = *given;
        const Rods all = hexscan::rods_of(at.machine, at.values);
        const IsolatedPose isolation =
            hexscan::isolated(hexscan::rod_machine(at.machine), all, rod_pose(of_middles(all, at.at)));
        if (++unique.machines; !isolation.is_proved) {
            ++unique.skipped;
            continue;
        }
        const auto same_as = same(isolation, at.six, at.at);
        const auto is_other = [&](const State& root) { return !is_within(root, at.at, same_as); };
        if (at.twin) {
            ++twins;
            const double share = std::max(distance_from(*at.twin, at.at) / isolation.certificate.unique_within.m,
                                          angle_from(*at.twin, at.at) / isolation.certificate.unique_within.rad);
            nearest_twin = std::min(nearest_twin, share);
            near_twins += share < 3;
            if (share <= 1 && is_other(*at.twin)) unique.refute("a twin within unique_within", at.six, at.at);
        }
        hexscan::PoseRadius start = isolation.certificate.unique_within;
        for (int n = 0; n < 30; ++n, ++unique.checks) {
            if (n == 10) start = {1.5 * start.m, std::min(3.0, 1.5 * start.rad)};
            const auto root = root_from(at.six, within(dice, at.at, start));
            if (root && is_other(*root) && is_within(*root, at.at, isolation.certificate.unique_within))
                unique.refute("another pose within unique_within", at.six, at.at);
        }
        ++converges.machines;
        for (int n = 0; n < 100 && isolation.certificate.converges_within.m > 0; ++n, ++converges.checks) {
            const State from = within(dice, at.at, isolation.certificate.converges_within);
            const auto closed = all.closed_from(of_middles(all, from));
            const hexscan::PoseRadius near{same_as.m + 1e-6 * isolation.certificate.converges_within.m,
                                           same_as.rad + 1e-6 * isolation.certificate.converges_within.rad};
            if (!closed)
                converges.refute("no pose from within converges_within", at.six, from);
            else if (!is_within(of_origins(all, *closed), at.at, near))
                converges.refute("another pose from within converges_within", at.six, from);
        }
        ++values.machines;
        for (int n = 0; n < 100 && isolation.certificate.values_within > 0; ++n, ++values.checks) {
            hexscan::PerLeg other = at.values;
            for (double& value : other)
                value += isolation.certificate.values_within * (1 - 1e-9) *
                         (dice.chance(0.7) ? dice.one_of({-1.0, 1.0}) : dice.between(-1, 1));
            const Six six = six_of(at.machine, other);
            std::optional<State> one;
            for (int start_number = 0; start_number < 6; ++start_number) {
                const auto root = start_number == 0
                                      ? followed(at.six, six, at.at)
                                      : root_from(six, within(dice, at.at, isolation.certificate.unique_within));
                if (!root || !is_within(*root, at.at, isolation.certificate.unique_within)) continue;
                const double apart_m = one ? distance_from(*one, *root) : 0,
                             apart_rad = one ? angle_from(*one, *root) : 0;
                if (apart_m > 1e-4 * isolation.certificate.unique_within.m + same_as.m ||
                    apart_rad > 1e-4 * isolation.certificate.unique_within.rad + same_as.rad)
                    values.refute("two poses for joint values within values_within", six, *root);
                one = root;
            }
            if (!one) values.refute("no pose for joint values within values_within", six, at.at);
        }
    }
    std::printf(
        "radii: %ld machines, %ld not proved; %ld with a twin, the nearest at %.2f of unique_within, %ld below 3\n",
        unique.machines, unique.skipped, twins, nearest_twin, near_twins);
    std::printf("  unique %ld checks, %ld refuted; converges %ld, %ld refuted; values %ld, %ld refuted\n",
                unique.checks, unique.refuted, converges.checks, converges.refuted, values.checks, values.refuted);
    return unique.refuted + converges.refuted + values.refuted == 0;
}

struct Root {
    State at;
    double pivot;
};

/// Roots from random starts on the spheres of the rods.
std::vector<Root> roots_of(Dice& dice, const Six& six, int starts) {
    std::vector<Root> roots;
    const double size = six.size();
    for (int n = 0; n < starts; ++n) {
        const auto i = static_cast<std::size_t>(dice.whole(0, leg_count - 1));
        State at;
        at.q = any_rotation(dice);
        at.p = six.feet[i] - at.turned(six.joints[i]) + six.lengths[i] * on_sphere(dice);
        double pivot = 0;
        const auto root = root_from(six, at, true, &pivot);
        if (!root) continue;
        const auto is_same = [&](const Root& other) {
            return distance_from(other.at, *root) < 1e-6 * size && angle_from(other.at, *root) < 1e-6;
        };
        if (std::none_of(roots.begin(), roots.end(), is_same)) roots.push_back({*root, pivot});
    }
    return roots;
}

/// Compares all_poses() with the oracle's roots.
void compare(Tally& tally, Dice& dice, const Six& six, int starts, long& complete, long& missed_by_oracle, bool shows) {
    const hexscan::RodMachine machine = hexscan::rod_machine(machine_of(six));
    const Rods rods = hexscan::rods_of(machine, six.lengths);
    const hexscan::ClosedPoses found = hexscan::all_poses(machine, rods, {});
    std::vector<State> poses;
    for (const hexscan::ClosedPose& pose : found.poses) poses.push_back(of_origins(rods, pose.at));
    const std::vector<Root> roots = roots_of(dice, six, starts);
    complete += found.complete();
    ++tally.machines;
    const double size = six.size();
    long missing = 0;
    for (const Root& root : roots) {
        ++tally.checks;
        long matches = 0;
        for (const State& there : poses)
            matches += distance_from(there, root.at) < 1e-5 * size && angle_from(there, root.at) < 1e-5;
        if (matches > 1) tally.refute("a pose is listed twice", six, root.at);
        if (matches == 0) ++missing;
        if (matches == 0 && found.complete()) tally.refute("a pose is missing", six, root.at);
    }
    for (const State& there : poses)
        if (!(largest(six.errors(there)) <= 1e-10 * (six.longest() + size)))
            tally.refute("a pose does not close", six, there);
    missed_by_oracle += static_cast<long>(found.poses.size()) > static_cast<long>(roots.size()) - missing;
    if (shows && !found.complete())
        std::printf("  incomplete: %zu found, oracle %zu, missing %ld\n", found.poses.size(), roots.size(), missing);
}

bool attack_all(long count, std::uint64_t seed) {
    constexpr int starts = 3000;
    bool holds = true;
    for (std::size_t kind = 0; kind < std::size(layouts); ++kind) {
        Tally tally;
        long complete = 0, missed_by_oracle = 0;
        for (long n = 0; n < count; ++n) {
            Dice dice(seed + 1000 * static_cast<std::uint64_t>(n) + kind);
            Six six = layout(dice, kind);
            reach(six, pose_for(dice, six, kind));
            compare(tally, dice, six, starts, complete, missed_by_oracle, true);
        }
        std::printf("all: %-10s %ld machines, %ld complete, %ld poses, %ld refuted; the oracle missed poses of %ld\n",
                    layouts[kind], tally.machines, complete, tally.checks, tally.refuted, missed_by_oracle);
        std::fflush(stdout);
        holds = holds && tally.refuted == 0;
    }
    return holds;
}

/// Rods of random lengths, which often close in no pose.
bool attack_none(long count, std::uint64_t seed) {
    constexpr int starts = 3000;
    Tally tally;
    long complete = 0, missed_by_oracle = 0, empty = 0;
    for (long n = 0; n < count; ++n) {
        Dice dice(seed + 7000 + static_cast<std::uint64_t>(n));
        const auto kind = static_cast<std::size_t>(dice.whole(0, static_cast<int>(std::size(layouts)) - 1));
        Six six = layout(dice, kind);
        reach(six, pose_for(dice, six, kind));
        const double by = dice.magnitude(0.01, 1);
        for (double& length : six.lengths) length *= dice.between(1 - 0.9 * by, 1 + by);
        const long before = tally.checks;
        compare(tally, dice, six, starts, complete, missed_by_oracle, true);
        empty += tally.checks == before;
    }
    std::printf("none: %ld machines, %ld without a pose, %ld complete, %ld poses, %ld refuted; the oracle missed %ld\n",
                tally.machines, empty, complete, tally.checks, tally.refuted, missed_by_oracle);
    return tally.refuted == 0;
}

}  // namespace

int main(int argument_count, char** arguments) {
    const std::string family = argument_count > 1 ? arguments[1] : "all families";
    const long count = argument_count > 2 ? std::atol(arguments[2]) : 0;
    const std::uint64_t seed = argument_count > 3 ? std::strtoull(arguments[3], nullptr, 10) : 1;
    bool holds = true, known = false;
    const auto attack = [&](const char* name, long usual, auto run) {
        if (family != name && family != "all families") return;
        known = true;
        holds = run(count > 0 ? count : usual, seed) && holds;
    };
    attack("radii", 2000, attack_radii);
    attack("all", 5, attack_all);
    attack("none", 20, attack_none);
    if (!known) std::fputs("families: radii, all, none\n", stderr);
    return known && holds ? 0 : 1;
}

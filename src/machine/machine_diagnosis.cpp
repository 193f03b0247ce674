#include "src/machine/machine_diagnosis.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "kernels/shared/segment_distance.h"
#include "src/base/numbers.h"
#include "src/base/text.h"
#include "src/machine/description/base_side.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/shared/singularity.h"
#include "src/machine/violation_cures.h"

namespace hexscan {
namespace {

using std::numbers::pi;
using Points = std::array<Vector, leg_count>;
using Weight = Finding::Weight;

Vector centroid(const Points& points) {
    Vector sum{0, 0, 0};
    for (const Vector& point : points) sum = sum + point;
    return scaled(sum, 1.0 / leg_count);
}

Points platform_points_at(const Machine& machine, const Pose& pose) {
    const Rotation turned = rotation_of(pose.orientation, machine.orientation_order);
    Points points = machine.platform.points_m;
    for (Vector& point : points) point = pose.position_m + turned(point);
    return points;
}

// ---- the order of the joints ---------------------------------------------------------------------------------------

/// The number of each leg's platform joint.
using Order = std::array<std::size_t, leg_count>;

Order shifted(std::size_t by, bool reversed) {
    Order order{};
    for (std::size_t i = 0; i < leg_count; ++i) order[i] = (reversed ? by + leg_count - i : by + i) % leg_count;
    return order;
}

/// Azimuths of points, measured about an axis through their centroid.
std::array<double, leg_count> azimuths_rad(const Points& points, const Vector& axis) {
    const Vector beside = std::abs(axis.z) < 0.9 ? Vector{0, 0, 1} : Vector{1, 0, 0};
    const Vector east = cross(beside, axis), north = cross(axis, east), centre = centroid(points);
    std::array<double, leg_count> angles{};
    for (std::size_t i = 0; i < leg_count; ++i)
        angles[i] = std::atan2(dot(points[i] - centre, north), dot(points[i] - centre, east));
    return angles;
}

/// Mean absolute rotation of the legs about the machine's axis, from base to platform.
double mean_turn_rad(const std::array<double, leg_count>& base, const std::array<double, leg_count>& platform,
                     const Order& order) {
    double sum = 0;
    for (std::size_t i = 0; i < leg_count; ++i) sum += std::abs(std::remainder(platform[order[i]] - base[i], 2 * pi));
    return sum / leg_count;
}

Machine in_order(const Machine& machine, const Order& order) {
    Machine reordered = machine;
    for (std::size_t i = 0; i < leg_count; ++i) reordered.platform.points_m[i] = machine.platform.points_m[order[i]];
    return reordered;
}

/// Home, or a level platform above the base if the machine has no home.
Pose pose_to_judge(const Machine& machine) {
    if (machine.home) return *machine.home;
    const Vector offset = centroid(machine.base.points_m) - centroid(machine.platform.points_m);
    if (!machine.is_telescopic()) return {offset + Vector{0, 0, 0.7 * tilting_m(machine.legs, 0)}, {}};
    return {offset + Vector{0, 0, 0.5 * (machine.telescopic().min_length[0] + machine.telescopic().max_length[0])}, {}};
}

Vector axis_at(const Machine& machine, const Pose& pose) {
    const Vector up = centroid(platform_points_at(machine, pose)) - centroid(machine.base.points_m);
    const double height = length_of(up);
    return height > 1e-6 * longest_leg_m(machine) ? scaled(up, 1 / height) : Vector{0, 0, 1};
}

/// How stiffly the legs hold the platform in its weakest direction: the smallest singular value. The result is 0 if a
/// rod cannot reach.
double least_hold(const Machine& machine, const Pose& pose) {
    const auto shapes = leg_shapes(machine, pose);
    if (!std::all_of(shapes.begin(), shapes.end(), [](const LegShape& leg) { return leg.closes; })) return 0;
    return conditioning(machine, pose).singular_values.back();
}

void look_at_order(const Machine& machine, std::vector<Finding>& findings) {
    constexpr double clearly = 1.1, least_turn_rad = pi / 180;
    const Pose pose = pose_to_judge(machine);
    const Vector axis = axis_at(machine, pose);
    const auto base = azimuths_rad(machine.base.points_m, axis);
    const auto platform = azimuths_rad(platform_points_at(machine, pose), axis);
    const double turn_rad = mean_turn_rad(base, platform, shifted(0, false));
    double best_rad = turn_rad - least_turn_rad;
    std::optional<std::pair<std::size_t, bool>> best;
    for (const bool reversed : {false, true})
        for (std::size_t by = 0; by < leg_count; ++by) {
            const double other_rad = mean_turn_rad(base, platform, shifted(by, reversed));
            if (!(other_rad < best_rad)) continue;
            best_rad = other_rad;
            best = {by, reversed};
        }
    if (!best) return;
    const Order order = shifted(best->first, best->second);
    const double now = least_hold(machine, pose), then = least_hold(in_order(machine, order), pose);
    if (!(then > clearly * now)) return;
    findings.push_back(
        {Weight::warning, "joint-order",
         fmt::format(
             "base and platform joints may be listed in different orders; with leg 1 to platform joint {}, leg 2 to "
             "joint {}{}, the legs would turn by {} instead of {} on average, and the conditioning would be better",
             order[0] + 1, order[1] + 1, best->second ? " and so on backwards" : " and so on",
             machine.units.angle_text(best_rad, 3), machine.units.angle_text(turn_rad, 3))});
}

/// Lengths of the shortest and the longest leg at a pose, from joint to joint.
std::pair<double, double> lengths_m(const Machine& machine, const Points& platform, const Order& order) {
    double shortest_m = std::numeric_limits<double>::infinity(), longest_m = 0;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double length_m = length_of(platform[order[i]] - machine.base.points_m[i]);
        shortest_m = std::min(shortest_m, length_m);
        longest_m = std::max(longest_m, length_m);
    }
    return {shortest_m, longest_m};
}

/// Joint orders in which two joints, or two neighbouring pairs of joints, are exchanged. The text completes "with
/// platform".
std::vector<std::pair<Order, std::string>> swaps() {
    std::vector<std::pair<Order, std::string>> all;
    const auto swapped = [](std::size_t i, std::size_t j, std::size_t count) {
        Order order = shifted(0, false);
        for (std::size_t k = 0; k < count; ++k) std::swap(order[(i + k) % leg_count], order[(j + k) % leg_count]);
        return order;
    };
    for (std::size_t i = 0; i < leg_count; ++i)
        for (std::size_t j = i + 1; j < leg_count; ++j)
            all.emplace_back(swapped(i, j, 1), fmt::format("joints {} and {} exchanged", i + 1, j + 1));
    for (std::size_t i = 0; i < leg_count; ++i) {
        const std::size_t j = (i + 2) % leg_count;
        all.emplace_back(swapped(i, j, 2), fmt::format("joints {}, {} exchanged for {}, {}", i + 1,
                                                       (i + 1) % leg_count + 1, j + 1, (j + 1) % leg_count + 1));
    }
    return all;
}

/// Finds an exchange of joints that would make legs of different lengths at home equally long. The finding is only a
/// note, because some machines have legs of different lengths by design.
void look_at_swaps(const Machine& machine, const Pose& home, std::vector<Finding>& findings) {
    constexpr double split_share = 0.02, alike_share = 0.02;
    const Points platform = platform_points_at(machine, home);
    const auto [shortest_m, longest_m] = lengths_m(machine, platform, shifted(0, false));
    double least_m = alike_share * (longest_m - shortest_m);
    if (!(longest_m - shortest_m > split_share * longest_m)) return;
    std::string text;
    for (const auto& [order, names] : swaps()) {
        const auto [from_m, to_m] = lengths_m(machine, platform, order);
        if (!(to_m - from_m < least_m)) continue;
        least_m = to_m - from_m;
        const auto length = [&](double m) { return significant(machine.units.from_metres(m), 5); };
        text = fmt::format(
            "at home the legs are {} to {} {} long from joint to joint. With platform {} they would be {} to {} {} "
            "long. Are base and platform joints listed in the same order?",
            length(shortest_m), length(longest_m), machine.units.length, names, length(from_m), length(to_m),
            machine.units.length);
    }
    if (!text.empty()) findings.push_back({Weight::note, "joint-swap", text});
}

// ---- size ----------------------------------------------------------------------------------------------------------

/// Root mean square distance of joints from their centroid.
double rms_radius_m(const Points& points) {
    const Vector middle = centroid(points);
    double squares_m2 = 0;
    for (const Vector& point : points) squares_m2 += dot(point - middle, point - middle);
    return std::sqrt(squares_m2 / leg_count);
}

/// The length unit in which the file's number for `size_m` would be closest, on a logarithmic scale, to `likely_m`.
Units likely_unit(double size_m, double likely_m, const Units& units) {
    Units best = units;
    for (const char* length : {"m", "cm", "mm", "in"}) {
        const Units other{length, units.angle};
        const auto off = [&](const Units& unit) {
            return std::abs(std::log(unit.metres(units.from_metres(size_m)) / likely_m));
        };
        if (off(other) < off(best)) best = other;
    }
    return best;
}

/// The key or the name of the length that longest_leg_m() returns.
const char* name_of_reach(const Machine& machine) {
    return machine.is_telescopic() ? "legs.max" : "the legs' longest reach";
}

/// Reports sizes that no real machine has. The largest hexapods fill a hall, and the smallest fit on a fingertip.
void look_at_size(const Machine& machine, std::vector<Finding>& findings) {
    constexpr double largest_m = 50, smallest_m = 0.002, usual_m = 0.7, most_ratio = 100, usual_ratio = 1.5;
    const Units& units = machine.units;
    const double base_m = rms_radius_m(machine.base.points_m), platform_m = rms_radius_m(machine.platform.points_m);
    const double joints_m = std::max(base_m, platform_m), legs_m = longest_leg_m(machine);
    const auto doubt = [&](const std::string& text) { findings.push_back({Weight::warning, "unlikely-size", text}); };
    const auto would_be = [&](double size_m, const Units& other) {
        return fmt::format("{} {} would fit", significant(units.from_metres(size_m), 4), other.length);
    };
    const auto meant_m = [&](double size_m, const Units& other) { return other.metres(units.from_metres(size_m)); };
    const auto are_alike = [&](double a_m, double b_m) { return a_m < most_ratio * b_m && b_m < most_ratio * a_m; };
    // If one size is in another unit than the rest, suggests the correction, in the file's unit.
    const auto mixed = [&](double size_m, const Units& other, double rest_m) {
        if (other.length == units.length || !are_alike(meant_m(size_m, other), rest_m)) return std::string();
        return fmt::format("; {}: write {}", would_be(size_m, other), units.length_text(meant_m(size_m, other), 4));
    };
    const double smaller_m = std::min(base_m, platform_m);
    if (smaller_m > 0 && !(joints_m < most_ratio * smaller_m)) {
        const bool base_is_off = std::abs(std::log(base_m / legs_m)) > std::abs(std::log(platform_m / legs_m));
        const double off_m = base_is_off ? base_m : platform_m;
        const double rest_m = base_is_off ? platform_m : base_m;
        doubt(
            fmt::format("the base joints are {} from their centre and the platform joints {} from theirs: are the "
                        "units mixed? units.length applies to all lengths{}",
                        units.length_text(base_m, 4), units.length_text(platform_m, 4),
                        mixed(off_m, likely_unit(off_m, rest_m, units), rest_m)));
        return;
    }
    if (joints_m > 0 && !(legs_m < most_ratio * joints_m && joints_m < most_ratio * legs_m)) {
        std::string fit = mixed(legs_m, likely_unit(legs_m, usual_ratio * joints_m, units), joints_m);
        if (fit.empty()) fit = mixed(joints_m, likely_unit(joints_m, legs_m / usual_ratio, units), legs_m);
        doubt(
            fmt::format("{} is {} and the joints are {} from their middle: are the units mixed? units.length applies "
                        "to all lengths{}",
                        name_of_reach(machine), units.length_text(legs_m, 4), units.length_text(joints_m, 4), fit));
        return;
    }
    const double size_m = std::max(joints_m, legs_m);
    if (size_m < largest_m && size_m > smallest_m) return;
    const Units other = likely_unit(size_m, usual_m, units);
    const bool fits =
        other.length != units.length && meant_m(size_m, other) < largest_m && meant_m(size_m, other) > smallest_m;
    doubt(fmt::format("{} is {}, {} than any machine: is units.length right?{}",
                      legs_m >= joints_m     ? name_of_reach(machine)
                      : base_m >= platform_m ? "the base joints' distance from their centre"
                                             : "the platform joints' distance from their centre",
                      units.length_text(size_m, 4), size_m < largest_m ? "smaller" : "larger",
                      fits ? fmt::format(" {}", would_be(size_m, other)) : ""));
}

// ---- axes ----------------------------------------------------------------------------------------------------------

/// Adds a finding about the axes of the joints that this kind of limit belongs to. Does nothing for limits of the legs
/// themselves.
void look_at_axes(const std::vector<LimitState>& states, const LimitKind& kind, std::vector<Finding>& findings) {
    // An angle has a lower and an upper limit. The upper limit suffices here.
    if (kind.side.empty() || kind.is_least()) return;
    std::vector<std::size_t> away;
    for (std::size_t i = 0; i < states.size(); ++i)
        if (std::isfinite(states[i].allowed) && std::abs(states[i].asked) > pi / 2) away.push_back(i);
    if (away.empty()) return;
    findings.push_back(
        {Weight::warning, fmt::format("{}-axes-away", kind.side),
         fmt::format("the axes of the {} joints of {} point away from their legs at home{}; on both sides an axis must "
                     "point from base to platform, and axis: home sets it along the leg",
                     kind.side, legs_text(away), away.size() == leg_count ? " (upside down?)" : "")});
}

/// Compares heights across the plane of the feet. The result does not depend on how the machine is mounted or where its
/// rails start.
void look_at_height(const Machine& machine, std::vector<Finding>& findings) {
    const auto side = base_side(machine);
    if (!side || !side->is_homes) return;
    const std::array<double, 3> normal{side->normal.x, side->normal.y, side->normal.z};
    const double upright = *std::ranges::max_element(normal, {}, [](double component) { return std::abs(component); });
    if (upright > 0) return;
    const std::array<LegShape, leg_count> shapes = leg_shapes(machine, *machine.home);
    Points feet = machine.base.points_m;
    for (std::size_t i = 0; !machine.is_telescopic() && i < leg_count; ++i) feet[i] = feet[i] + shapes[i].foot_m;
    const double below_m = dot(side->normal, centroid(platform_points_at(machine, *machine.home)) - centroid(feet));
    findings.push_back(
        {Weight::note, "platform-below",
         fmt::format("the platform joints are {} below the {} at home: does the machine hang, or is a sign wrong?",
                     machine.units.length_text(below_m, 4), machine.is_telescopic() ? "base's" : "rods' lower ends")});
}

/// If the file gives no leg diameter: reports legs that cross at home, which is impossible in a real machine.
void look_at_crossing(const Machine& machine, const Pose& home, std::vector<Finding>& findings) {
    constexpr double touching = 1e-9;
    const auto nearest = nearest_legs(machine, home);
    if (machine.legs_apart || !nearest || nearest->distance_m > touching * longest_leg_m(machine)) return;
    findings.push_back(
        {Weight::warning, "legs-cross",
         fmt::format("{} {} and {} cross at home: are the joints in the right order?",
                     machine.is_telescopic() ? "legs" : "the rods of legs", nearest->first + 1, nearest->second + 1)});
}

/// Reports a home pose at which two of the three angles turn about the same axis.
void look_at_angles(const Machine& machine, const Pose& home, std::vector<Finding>& findings) {
    constexpr double least_cosine = 1e-3;
    if (std::abs(std::cos(home.orientation.pitch_rad)) > least_cosine) return;
    findings.push_back(
        {Weight::note, "angles-coincide",
         fmt::format("home is pitched by {}, where roll and yaw turn about the same axis, so the travels in roll, "
                     "pitch and yaw miss one rotation; list the platform joints in a rotated frame to separate the "
                     "angles",
                     machine.units.angle_text(home.orientation.pitch_rad, 4))});
}

// ---- singularity ---------------------------------------------------------------------------------------------------

/// Adds a finding if the machine's structure makes it singular in every pose.
bool look_at_structure(const Machine& machine, std::vector<Finding>& findings) {
    const std::string structure = singular_structure_text(machine);
    if (structure.empty()) return false;
    findings.push_back({Weight::fault, "singular-everywhere", "the machine is singular in every pose: " + structure});
    return true;
}

void look_at_singularity(const Machine& machine, const Pose& home, std::vector<Finding>& findings) {
    constexpr double poor = 30;
    if (look_at_structure(machine, findings)) return;
    // If a rod cannot reach, the conditioning of the other legs has no meaning.
    if (!std::ranges::all_of(leg_shapes(machine, home), &LegShape::closes)) return;
    const Conditioning state = conditioning(machine, home);
    if (state.rank < leg_count)
        findings.push_back({Weight::warning, "singular",
                            fmt::format("the machine is singular at home, rank {} of 6: {}", state.rank,
                                        singularity_text(machine, home))});
    else if (state.condition > poor)
        findings.push_back(
            {Weight::warning, "nearly-singular",
             fmt::format("the machine is nearly singular at home: the condition number of its inverse Jacobian {}, is "
                         "{}; a number above {} is suspect",
                         condition_place_text(machine), significant(state.condition, 3), poor)});
}

// ---- home ----------------------------------------------------------------------------------------------------------

std::string shortfall_text(const Machine& machine, const LimitKind& kind, const std::vector<LimitState>& states,
                           const Shortfall& missing, const Cures& cures) {
    const auto text = [&](double value) { return machine.units.text(value, kind.dimension, 5); };
    if (!kind.violation.empty()) {
        const std::string legs = legs_text(missing.legs);
        return fmt::format(
            "{} ({})",
            fmt::format(
                fmt::runtime(kind.violation),
                fmt::arg("legs",
                         missing.legs.size() == 1 ? legs : fmt::format("{} (leg {} most)", legs, missing.worst + 1)),
                fmt::arg("missing", text(missing.most)), fmt::arg("asked", text(states[missing.worst].asked)),
                fmt::arg("allowed", text(states[missing.worst].allowed))),
            cures.text(kind));
    }
    const LimitState& worst = states[missing.worst];
    const std::string asked = kind.dimension == Dimension::length
                                  ? text(worst.asked) + " long"
                                  : fmt::format("{} {}", kind.quantity, text(worst.asked));
    return fmt::format("{} would {},{} by {} ({}, {} {}; {})", legs_text(missing.legs), kind.fault,
                       missing.legs.size() == 1 ? "" : fmt::format(" leg {}", missing.worst + 1), text(missing.most),
                       asked, kind.bound, text(worst.allowed), cures.text(kind));
}

/// True for a limit on forces or torques at a pose that is singular within rounding. Its values have no meaning there.
bool holds_no_load(const Machine& machine, const Pose& pose, const LimitKind& kind) {
    return (kind.dimension == Dimension::force || kind.dimension == Dimension::torque) &&
           conditioning(machine, pose).rank < static_cast<int>(leg_count);
}

/// For a kind of shared limit: describes the largest violation and counts the other violated limits. The result is
/// empty if none is violated.
std::string shared_shortfall_text(const Machine& machine, const HomeState& home, const LimitTable& table,
                                  const LimitKind& kind) {
    const double rounding = violation_rounding(machine, kind.dimension);
    const auto text = [&](double value) { return machine.units.text(value, kind.dimension, 5); };
    LimitId worst = LimitId::none;
    std::size_t violated = 0;
    for (const LimitId id : table.ids_of(kind)) {
        if (!(home.state(id).left < -rounding)) continue;
        ++violated;
        if (worst == LimitId::none || home.state(id).left < home.state(worst).left) worst = id;
    }
    if (violated == 0) return "";
    const auto& [asked, allowed, left] = home.state(worst);
    return fmt::format(fmt::runtime(kind.violation), fmt::arg("owner", table[worst].owner_text()),
                       fmt::arg("missing", text(-left)), fmt::arg("asked", text(asked)),
                       fmt::arg("allowed", text(allowed))) +
           (violated == 1
                ? ""
                : fmt::format("; {} more {} too close", violated - 1, violated == 2 ? "pair is" : "pairs are"));
}

/// True if all joints that the limit is about (base or platform) have the axis (0, 0, 1), the default of a machine
/// file.
bool has_axes_up(const Machine& machine, const LimitKind& kind) {
    if (kind.side.empty()) return false;
    const auto& axes = (kind.side == "base" ? machine.base : machine.platform).axes;
    return std::all_of(axes.begin(), axes.end(), [](const Vector& n) { return n.x == 0 && n.y == 0 && n.z == 1; });
}

void look_at_home(const Machine& machine, const HomeState& home, std::vector<Finding>& findings) {
    if (home.reachable) return;
    findings.push_back(
        {Weight::fault, "home-unreachable", "the home pose is unreachable: " + violations_text(machine, home)});
}

}  // namespace

std::string violations_text(const Machine& machine, const HomeState& home) {
    std::string text;
    const LimitTable table = limits_of(machine);
    const Cures cures(machine, home);
    const auto append = [&](const std::string& more) { text += (text.empty() ? "" : "; ") + more; };
    for (const LimitKind* kind : table.kinds()) {
        if (!table[table.ids_of(*kind).front()].is_of_one_leg()) {
            if (const std::string shared = shared_shortfall_text(machine, home, table, *kind); !shared.empty())
                append(shared);
            continue;
        }
        const std::vector<LimitState> states = states_of(home, table, *kind);
        const Shortfall missing = shortfall_of(states, violation_rounding(machine, kind->dimension));
        if (missing.legs.empty()) continue;
        if (holds_no_load(machine, home.pose, *kind))
            append(fmt::format("{}: no {} can hold the load, because the legs are singular at this pose",
                               legs_text(missing.legs), kind->quantity));
        else
            append(shortfall_text(machine, *kind, states, missing, cures));
        if (missing.legs.size() == leg_count && has_axes_up(machine, *kind))
            text += "; or are the joints mounted along the legs? Then give axis: home";
    }
    return text;
}

std::vector<Finding> machine_findings(const Machine& machine) {
    std::vector<Finding> findings;
    look_at_size(machine, findings);
    look_at_order(machine, findings);
    const auto home = home_state(machine);
    if (!home) {
        look_at_structure(machine, findings);
        return findings;
    }
    look_at_swaps(machine, home->pose, findings);
    const LimitTable table = limits_of(machine);
    for (const LimitKind* kind : table.kinds()) look_at_axes(states_of(*home, table, *kind), *kind, findings);
    look_at_singularity(machine, home->pose, findings);
    append_leg_findings(machine, home->pose, findings);
    look_at_home(machine, *home, findings);
    look_at_height(machine, findings);
    look_at_crossing(machine, home->pose, findings);
    look_at_angles(machine, home->pose, findings);
    return findings;
}

std::optional<NearestLegs> nearest_legs(const Machine& machine, const Pose& pose) {
    const Points platform = platform_points_at(machine, pose);
    Points base = machine.base.points_m;
    if (!machine.is_telescopic()) {
        const std::array<LegShape, leg_count> shapes = leg_shapes(machine, pose);
        for (std::size_t i = 0; i < leg_count; ++i) base[i] = base[i] + shapes[i].foot_m;
    }
    const double one_joint_m = 1e-9 * longest_leg_m(machine);
    std::optional<NearestLegs> nearest;
    for (std::size_t i = 0; i < leg_count; ++i)
        for (std::size_t j = i + 1; j < leg_count; ++j) {
            if (length_of(base[i] - base[j]) <= one_joint_m || length_of(platform[i] - platform[j]) <= one_joint_m)
                continue;
            const double apart_m = segment_distance_m(Segment3{base[i], platform[i]}, Segment3{base[j], platform[j]});
            // If several pairs are equally near, the first pair is chosen, so that rounding does not decide.
            if (!nearest || apart_m < nearest->distance_m - one_joint_m) nearest = NearestLegs{apart_m, i, j};
        }
    return nearest;
}

}  // namespace hexscan

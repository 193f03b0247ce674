#include "src/machine/description/machine_problem.h"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace hexscan {
namespace {

constexpr double unit_tolerance = 1e-9;

bool within_extent(double value_m) { return std::abs(value_m) <= max_extent_m; }

/// The end of a message about a number outside a range in metres.
std::string not_between(double least_m, double most_m) {
    return fmt::format("not between {} and {} m", least_m, most_m);
}
std::string coordinate_beyond() { return "has a coordinate that is " + not_between(-max_extent_m, max_extent_m); }

bool within_extent(const Vector& v) { return within_extent(v.x) && within_extent(v.y) && within_extent(v.z); }

bool is_unit(const Vector& v) { return std::abs(std::hypot(v.x, v.y, v.z) - 1) <= unit_tolerance; }

bool is_tilt(double tilt_rad) { return tilt_rad > 0 && (tilt_rad <= std::numbers::pi || std::isinf(tilt_rad)); }

std::string universal_problem(const UniversalJoints& joints, std::size_t i, const Vector& axis) {
    const double quarter_rad = std::numbers::pi / 2;
    if (!is_unit(joints.fixed_axis(i)) || !joints.is_across(i, axis))
        return "has a fixed axis that is not a unit vector, or that is parallel to the joint's axis";
    const auto is_range = [&](double from_rad, double to_rad) {
        const bool begins = std::isinf(from_rad) || std::abs(from_rad) <= quarter_rad;
        return begins && (std::isinf(to_rad) || std::abs(to_rad) <= quarter_rad) && from_rad <= to_rad;
    };
    return is_range(joints.fixed_from[i], joints.fixed_to[i]) && is_range(joints.carried_from[i], joints.carried_to[i])
               ? ""
               : "has a range of angles that exceeds a quarter turn to either side, or that ends before it begins";
}

std::string joint_problem(const JointSet& joints, std::size_t i) {
    if (!within_extent(joints.points_m[i])) return coordinate_beyond();
    if (!is_unit(joints.axes[i])) return "has an axis that is not a unit vector";
    if (!is_tilt(joints.max_tilt_rad[i]))
        return "has a largest tilt outside the allowed range: above 0, at most half a turn";
    if (!is_tilt(joints.max_misalignment_rad[i]))
        return "has a largest misalignment outside the allowed range: above 0, at most half a turn";
    return joints.universal ? universal_problem(*joints.universal, i, joints.axes[i]) : "";
}

std::string leg_problem(const AnyLegs& legs, std::size_t i) {
    std::string problem;
    for_each_number(legs, [&](const auto& row, const PerLeg& values) {
        const bool is_angle = row.dimension == Dimension::angle;
        const double most = is_angle ? 2 * std::numbers::pi : max_extent_m;
        const bool is_length = row.dimension == Dimension::length;
        const double least = is_length && !row.is_signed ? 0 : -most;
        if (problem.empty() && !(least <= values[i] && values[i] <= most))
            problem = is_angle     ? "has an angle that is not within a whole turn in either direction"
                      : !is_length ? "has a direction with a component that is " + not_between(least, most)
                                   : (row.is_signed ? "has a travel that is " : "has a length that is ") +
                                         not_between(least, most);
    });
    if (!problem.empty()) return problem;
    return std::visit(
        [&](const auto& of_kind) -> std::string {
            if (const auto together = of_kind.problem(i, Units{})) return together->words;
            if constexpr (requires { of_kind.is_settled(i); })
                if (!of_kind.is_settled(i)) return "has directions that are not perpendicular unit vectors";
            return "";
        },
        legs);
}

std::string apart_problem(const LegsApart& apart) {
    for (const double length_m : {apart.diameter, apart.gap, apart.free_ends})
        if (!(length_m >= 0 && length_m <= max_extent_m))
            return "the legs' diameter, gap or free ends are " + not_between(0, max_extent_m);
    return "";
}

std::string weight_problem(const Load& load, const AnyLegs& legs) {
    for (const double coordinate_m : load.at)
        if (!within_extent(coordinate_m)) return "the load's point of application " + coordinate_beyond();
    const auto problem = load_problem(load, legs);
    return problem ? fmt::format("{} {}", problem->key, problem->text) : "";
}

std::string obstacles_problem_of(const Machine& machine) {
    const Obstacles& obstacles = machine.obstacles;
    if (obstacles.count() == 0) return "";
    if (!machine.legs_apart) return "there are obstacles, but no diameter of the legs is given";
    if (obstacles.keep_out.size() > most_kept_out)
        return fmt::format("there are more than {} spheres and capsules", most_kept_out);
    const auto is_place = [](const Point3& p) { return within_extent({p[0], p[1], p[2]}); };
    const auto is_radius = [](double radius_m) { return radius_m > 0 && radius_m <= max_extent_m; };
    bool all = true;
    for (const std::optional<Plate>& plate : {obstacles.base_plate, obstacles.platform_plate})
        all = all && (!plate || (is_radius(plate->radius) && is_place(plate->middle)));
    for (const KeptOut& out : obstacles.keep_out)
        all = all && is_radius(out.radius) && is_place(out.from) && is_place(out.to);
    return all ? ""
               : fmt::format("an obstacle {}, or a radius that is not above 0 and at most {} m", coordinate_beyond(),
                             max_extent_m);
}

std::string singularity_problem(const Machine& machine) {
    const SingularityLimit& limit = *machine.singularity;
    if (!(limit.min_conditioning >= 0 && limit.min_conditioning < 1) ||
        (limit.length && !(*limit.length >= shortest_leg_m && *limit.length <= max_extent_m)))
        return "the singularity limit has a conditioning outside [0, 1), or a length that is " +
               not_between(shortest_leg_m, max_extent_m);
    const std::string problem = singularity_limit_problem(machine);
    return problem.empty() ? "" : "the singularity limit " + problem;
}

}  // namespace

std::string machine_problem(const Machine& machine) {
    for (std::size_t i = 0; i < leg_count; ++i) {
        if (const std::string problem = joint_problem(machine.base, i); !problem.empty())
            return fmt::format("base joint {} {}", i + 1, problem);
        if (const std::string problem = joint_problem(machine.platform, i); !problem.empty())
            return fmt::format("platform joint {} {}", i + 1, problem);
        if (const std::string problem = leg_problem(machine.legs, i); !problem.empty())
            return fmt::format("leg {} {}", i + 1, problem);
    }
    if (machine.legs_apart)
        if (const std::string problem = apart_problem(*machine.legs_apart); !problem.empty()) return problem;
    if (machine.load)
        if (const std::string problem = weight_problem(*machine.load, machine.legs); !problem.empty()) return problem;
    if (machine.stiffness)
        if (const auto problem = stiffness_problem(*machine.stiffness, machine.legs))
            return fmt::format("{} {}", problem->key, problem->text);
    if (const std::string problem = obstacles_problem_of(machine); !problem.empty()) return problem;
    return machine.singularity ? singularity_problem(machine) : "";
}

}  // namespace hexscan

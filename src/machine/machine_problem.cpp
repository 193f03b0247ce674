#include "src/machine/machine_problem.h"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace hexscan {
namespace {

constexpr double unit_tolerance = 1e-9;

bool within_extent(double value_m) { return std::abs(value_m) <= max_extent_m; }

bool within_extent(const Vector& v) { return within_extent(v.x) && within_extent(v.y) && within_extent(v.z); }

bool is_unit(const Vector& v) { return std::abs(std::hypot(v.x, v.y, v.z) - 1) <= unit_tolerance; }

bool is_tilt(double tilt_rad) { return tilt_rad > 0 && (tilt_rad <= std::numbers::pi || std::isinf(tilt_rad)); }

std::string joint_problem(const JointSet& joints, std::size_t i) {
    if (!within_extent(joints.points_m[i])) return "lies beyond what can be scanned";
    if (!is_unit(joints.axes[i])) return "has an axis that is no unit vector";
    if (!is_tilt(joints.max_tilt_rad[i])) return "has a largest tilt that is not above 0 and at most half a turn";
    return "";
}

std::string leg_problem(const Machine& machine, std::size_t i) {
    const double shortest_m = machine.min_length_m[i], longest_m = machine.max_length_m[i];
    if (!(shortest_m >= 0 && longest_m <= max_extent_m)) return "has lengths beyond what can be scanned";
    if (!(longest_m >= shortest_leg_m)) return "has no length";
    if (!(shortest_m <= longest_m)) return "has a shortest length above its longest";
    return "";
}

}  // namespace

std::string machine_problem(const Machine& machine) {
    for (std::size_t i = 0; i < leg_count; ++i) {
        if (const std::string problem = joint_problem(machine.base, i); !problem.empty())
            return fmt::format("base joint {} {}", i + 1, problem);
        if (const std::string problem = joint_problem(machine.platform, i); !problem.empty())
            return fmt::format("platform joint {} {}", i + 1, problem);
        if (const std::string problem = leg_problem(machine, i); !problem.empty())
            return fmt::format("leg {} {}", i + 1, problem);
    }
    return "";
}

}  // namespace hexscan

#include "src/check/sizing.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "src/base/infinity.h"
#include "src/check/check_tuning.h"

namespace hexscan {
namespace {

constexpr double tilt_step_rad = 1e-3 * std::numbers::pi / 180;
constexpr double length_part = 1e-6;

double size_of(const Vector& v) { return std::sqrt(dot(v, v)); }

/// Upper bound on the leg lengths at all poses of the requirement.
double no_leg_longer_m(const Machine& machine, const Requirement& requirement) {
    double joints_m = 0;
    for (std::size_t i = 0; i < leg_count; ++i)
        joints_m = std::max(joints_m, size_of(machine.base.points_m[i]) + size_of(machine.platform.points_m[i]));
    return requirement.poses->farthest_m() + joints_m;
}

/// The machine without limits except a longest length. That length is so large that any other limit would bind before
/// it.
Machine freed(const Machine& machine, double longest_m) {
    Machine free = machine;
    free.telescopic().min_length.fill(0);
    free.telescopic().max_length.fill(longest_m);
    for (JointSet* side : {&free.base, &free.platform}) side->max_tilt_rad.fill(infinity);
    return free;
}

Proof prove(const Machine& machine, const Requirement& requirement, double clearance_m, double least_to_m,
            const Loop& loop, Effort effort) {
    ProofRequest request;
    request.effort = effort;
    request.clearance_m = clearance_m;
    request.least_to_m = least_to_m;
    request.most_parts = tuning::parts_of_least_sizes;
    // The size of a limit changes neither the lines of the legs nor the assembly mode.
    request.proves_assembly = false;
    return requirement.poses->prove(ProvenMachine(with_legs_limits_alone(machine)), request, loop);
}

Proof least_clearance(const Machine& machine, const Requirement& requirement, double to_m, const Loop& loop,
                      Effort effort) {
    return prove(machine, requirement, -infinity, to_m, loop, effort);
}

struct LeastTilt {
    std::optional<double> enough_rad;
    double refuted_rad = 0;  ///< some pose is proved to need more than this
    bool gave_up = false;    ///< true if the proof of the largest tilt that was not proved gave up
};

/// Bisects for the smallest tilt limit that is proved, the same for all joints of one side.
LeastTilt least_tilt(Machine machine, JointSet Machine::*side, const Requirement& requirement, const Loop& loop,
                     Effort effort) {
    LeastTilt least;
    const auto suffices = [&](double tilt_rad) {
        (machine.*side).max_tilt_rad.fill(tilt_rad);
        const Proof proof = prove(machine, requirement, requirement.clearance_m, infinity, loop, effort);
        const bool is_met = !proof.violated && proof.at_least_m >= requirement.clearance_m;
        if (!is_met) least.gave_up = proof.gave_up;
        if (proof.violated) least.refuted_rad = std::max(least.refuted_rad, tilt_rad);
        return is_met;
    };
    double too_small = 0, enough = std::numbers::pi - tilt_step_rad;
    if (!suffices(enough)) return least;
    while (enough - too_small > tilt_step_rad) {
        const double middle = (too_small + enough) / 2;
        (suffices(middle) ? enough : too_small) = middle;
    }
    least.enough_rad = enough;
    return least;
}

}  // namespace

LeastSizes least_sizes(const Machine& machine, const Requirement& requirement, const Loop& loop, Effort effort) {
    const double reach = no_leg_longer_m(machine, requirement), to_m = length_part * reach;
    // If a leg is exactly as long as its limit, rounding decides whether the limit is satisfied. The margin avoids
    // this.
    const double margin_m = to_m;
    const Machine far = freed(machine, 3 * reach);
    LeastSizes sizes;
    const Proof of_longest = least_clearance(far, requirement, to_m, loop, effort);
    const auto length_of = [&](double clearance_m) { return 3 * reach - clearance_m + requirement.clearance_m; };
    sizes.longest_m = length_of(of_longest.at_least_m) + margin_m;
    sizes.longest_met_m = length_of(of_longest.least.clearance.clearance_m);
    sizes.longest_gave_up = of_longest.gave_up;
    Machine short_legs = far;
    const double stub_m = length_part * to_m;
    short_legs.telescopic().min_length.fill(stub_m);
    const Proof of_shortest = least_clearance(short_legs, requirement, to_m, loop, effort);
    const auto shortest_of = [&](double clearance_m) {
        return std::max(0.0, clearance_m + stub_m - requirement.clearance_m);
    };
    sizes.shortest_m = std::max(0.0, shortest_of(of_shortest.at_least_m) - margin_m);
    sizes.shortest_met_m = shortest_of(of_shortest.least.clearance.clearance_m);
    sizes.shortest_gave_up = of_shortest.gave_up;
    const LeastTilt base = least_tilt(far, &Machine::base, requirement, loop, effort);
    const LeastTilt platform = least_tilt(far, &Machine::platform, requirement, loop, effort);
    sizes.base_tilt_rad = base.enough_rad;
    sizes.base_tilt_refuted_rad = base.refuted_rad;
    sizes.base_tilt_gave_up = base.gave_up;
    sizes.platform_tilt_rad = platform.enough_rad;
    sizes.platform_tilt_refuted_rad = platform.refuted_rad;
    sizes.platform_tilt_gave_up = platform.gave_up;
    return sizes;
}

LeastSizes together(std::span<const LeastSizes> sizes) {
    LeastSizes all = sizes.front();
    const auto larger = [](const std::optional<double>& a, const std::optional<double>& b) {
        return a && b ? std::optional(std::max(*a, *b)) : std::nullopt;
    };
    for (const LeastSizes& one : sizes.subspan(1)) {
        all.shortest_m = std::min(all.shortest_m, one.shortest_m);
        all.longest_m = std::max(all.longest_m, one.longest_m);
        all.base_tilt_rad = larger(all.base_tilt_rad, one.base_tilt_rad);
        all.platform_tilt_rad = larger(all.platform_tilt_rad, one.platform_tilt_rad);
        all.shortest_met_m = std::min(all.shortest_met_m, one.shortest_met_m);
        all.longest_met_m = std::max(all.longest_met_m, one.longest_met_m);
        all.base_tilt_refuted_rad = std::max(all.base_tilt_refuted_rad, one.base_tilt_refuted_rad);
        all.platform_tilt_refuted_rad = std::max(all.platform_tilt_refuted_rad, one.platform_tilt_refuted_rad);
        all.shortest_gave_up |= one.shortest_gave_up;
        all.longest_gave_up |= one.longest_gave_up;
        all.base_tilt_gave_up |= one.base_tilt_gave_up;
        all.platform_tilt_gave_up |= one.platform_tilt_gave_up;
    }
    return all;
}

}  // namespace hexscan

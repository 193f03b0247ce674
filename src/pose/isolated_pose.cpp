#include "src/pose/isolated_pose.h"

#include <algorithm>
#include <cmath>

#include "src/machine/machine.h"

namespace hexscan {
namespace {

/// Largest size of a motion for which radii are searched: a rotation by 64 degrees.
constexpr double most_size = 0.9;
/// Share of the largest provable radius that is reported as unique. The rest is room for errors of joint values.
constexpr double unique_share = 0.75;

PoseRadius radius_of(double size, double size_m) {
    return {size * size_m * (1 - 1e-12), std::asin(size) * (1 - 1e-12)};
}

/// The largest number up to `most` that holds, to 1 %, if all smaller ones hold too. 0 if no number holds.
template <class Holds>
double largest(double most, Holds holds) {
    constexpr int most_halvings = 60;
    constexpr double resolution = 1.01;
    double low = most;
    for (int halving = 0; !holds(low); low /= 2)
        if (++halving > most_halvings) return 0;
    if (low == most) return most;
    double high = 2 * low;
    while (high > resolution * low) {
        const double middle = std::sqrt(low * high);
        (holds(middle) ? low : high) = middle;
    }
    return low;
}

/// The norm within which all poses lie whose norm is at most `size`: the lower root of off + (skew - 1) t + bend t^2.
/// Nullopt if the equation excludes none of them.
std::optional<double> all_within(const NearPose& near, double size) {
    const double kept = 1 - near.skew(), bend = near.bend(size);
    if (!(near.off() + (near.skew() + bend * size) * size < size)) return std::nullopt;
    const double root = kept * kept - 4 * bend * near.off();
    if (!(root > 0)) return std::nullopt;
    // This form of the root has no cancellation.
    return 1.0001 * 2 * near.off() / (kept + std::sqrt(root)) + 1e-300;
}

/// True if exactly one pose lies within `size`: all are near, and the equation contracts there.
bool has_one(const NearPose& near, double size) {
    const auto within = all_within(near, size);
    return within && *within <= size && near.slope(*within) + near.skew() < 1;
}

/// True if full steps of Newton's method from any pose within `size` lead there and halve the distance at least.
bool converges(const NearPose& near, double error, double size) {
    const double wide = size + error, reach = 1.25 * wide;
    if (!(reach <= Rods::most_sine && error <= size)) return false;
    const double kept = 1 - near.skew() - near.change_at(wide);
    return kept > 0 && near.bend_at(wide, reach) * wide <= kept / 4;
}

/// Bounds on the errors of rods whose joint values are off by at most `value`.
/// `residual_m` bounds the errors of the rods' lengths at the pose.
RodErrors errors_of(const Machine& machine, const Rods& rods, double residual_m, double value) {
    RodErrors errors;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double moved_m = value * arm_m(machine.legs, i).value_or(1);
        errors.foot_m[i] = machine.is_telescopic() ? 0 : moved_m;
        errors.off_m2[i] = moved_m * (rods.length_m[i] + residual_m + moved_m / 2);
    }
    return errors;
}

}  // namespace

IsolatedPose isolated(const Machine& machine, const Rods& rods, const Placed& at) {
    const NearPose near(rods, at);
    if (!(near.off() < most_size && near.skew() < 0.5)) return {};
    const double size = unique_share * largest(most_size, [&](double s) { return has_one(near, s); });
    const auto error = size > 0 ? all_within(near, size) : std::nullopt;
    // Poses that are found twice must be told apart.
    if (!error || !(4 * *error < size) || !has_one(near, size)) return {};
    IsolatedPose found;
    found.is_proved = true;
    found.error = {*error * rods.size_m * (1 + 1e-12), *error * (1 + *error)};
    found.unique_within = radius_of(size, rods.size_m);
    const double start = largest(most_size, [&](double s) { return converges(near, *error, s); });
    found.converges_within = radius_of(start, rods.size_m);
    const double most_value = 2 * *std::ranges::max_element(rods.length_m);
    // All rods have a length of at most this beyond their own, rounding included.
    const double residual_m = 2 * rods.residual_m(at) + 1e-9 * most_value;
    found.values_within = largest(most_value, [&](double value) {
        return has_one(near.with(errors_of(machine, rods, residual_m, value)), size);
    });
    return found;
}

}  // namespace hexscan

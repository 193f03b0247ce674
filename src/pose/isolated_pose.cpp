#include "src/pose/isolated_pose.h"

#include <algorithm>
#include <cmath>
#include <numbers>

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

/// The radius for poses of the platform's origin: every pose within it is within the radius between the middles of the
/// joints. 0 if there is none.
PoseRadius between_origins(const Rods& rods, const PoseRadius& radius, const Placed& at) {
    constexpr double rounding = 0x1p-48;
    const double away_m = length_of(rods.middles.platform_m);
    const double far_m = away_m + length_of(at.position_m) + length_of(rods.middles.base_m);
    // A rotation about the origin moves the middle by its chord. It gets half of the radius at most.
    const double chord = std::min(2 * std::sin(radius.rad / 2), radius.m / (2 * away_m));
    const double rad = 2 * std::asin(chord / 2) - rounding;
    const double m = radius.m - chord * away_m - rounding * far_m;
    return m > 0 && rad > 0 ? PoseRadius{m, rad} : PoseRadius{};
}

/// A size whose motions are all within a radius for poses of the platform's origin.
double size_within(const Rods& rods, const PoseRadius& radius) {
    // Rotations by less than 90 degrees have chords of at most sqrt(2) times their sine.
    const double most_m = rods.size_m + std::numbers::sqrt2 * length_of(rods.middles.platform_m);
    return std::min(radius.m / most_m, std::sin(radius.rad)) * (1 - 1e-12);
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

/// True if exactly one pose lies within `size`: all are within `kept`, and the equation contracts there.
bool has_one(const NearPose& near, double size, double kept) {
    const auto within = all_within(near, size);
    return within && *within <= kept && near.slope(*within) + near.skew() < 1;
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
        errors.off_m2[i] = moved_m * (rods.lengths_m[i] + residual_m + moved_m / 2);
    }
    return errors;
}

}  // namespace

IsolatedPose isolated(const Machine& machine, const Rods& rods, const Placed& at) {
    const NearPose near(rods, at);
    if (!(near.off() < most_size && near.skew() < 0.5)) return {};
    const double size = unique_share * largest(most_size, [&](double s) { return has_one(near, s, s); });
    const auto error = size > 0 ? all_within(near, size) : std::nullopt;
    // Poses that are found twice must be told apart.
    if (!error || !(4 * *error < size) || !has_one(near, size, size)) return {};
    IsolatedPose found;
    found.is_proved = true;
    found.error = {*error * rods.size_m * (1 + 1e-12), *error * (1 + *error)};
    found.alone_within = radius_of(size, rods.size_m);
    found.unique_within = between_origins(rods, found.alone_within, at);
    const double start = largest(most_size, [&](double s) { return converges(near, *error, s); });
    found.converges_within = between_origins(rods, radius_of(start, rods.size_m), at);
    const double most_value = 2 * *std::ranges::max_element(rods.lengths_m);
    // All rods have a length of at most this beyond their own, rounding included.
    const double residual_m = 2 * rods.residual_m(at) + 1e-9 * most_value;
    const double kept = size_within(rods, found.unique_within);
    found.values_within = largest(most_value, [&](double value) {
        return has_one(near.with(errors_of(machine, rods, residual_m, value)), size, kept);
    });
    return found;
}

}  // namespace hexscan

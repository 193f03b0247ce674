#include "src/scan/rows/free_legs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace hexscan {
namespace {

/// c |c| with c = cos(max_tilt). If the squared cosine is a multiple of 1/4 (0, 30, 45, 60, 90 ... degrees), the result
/// is exact. So a leg vector exactly on the cone passes the test.
double signed_cos_sq(double max_tilt_rad) {
    if (!(max_tilt_rad < std::numbers::pi)) return unlimited_signed_cos_sq;
    const double cosine = exact_cos(max_tilt_rad);
    const double quarters = std::round(cosine * cosine * 4) / 4;
    const double squared = std::abs(cosine * cosine - quarters) < 1e-15 ? quarters : cosine * cosine;
    return cosine < 0 ? -squared : squared;
}

double min_elevation_rad(double max_tilt_rad) {
    return max_tilt_rad < std::numbers::pi ? std::numbers::pi / 2 - max_tilt_rad : unlimited_elevation_rad;
}

constexpr double any_tilt_rad = std::numeric_limits<double>::infinity();

void limit_lengths(FreeLeg& leg, double min_m, double max_m) {
    leg.limits.min_length_m = min_m;
    leg.limits.max_length_m = max_m;
    leg.limits.min_length_sq_m2 = min_m * min_m;
    leg.limits.max_length_sq_m2 = max_m * max_m;
}

void limit_tilts(FreeLeg& leg, double base_rad, double platform_rad) {
    leg.limits.base_min_elevation_rad = min_elevation_rad(base_rad);
    leg.limits.platform_min_elevation_rad = min_elevation_rad(platform_rad);
    leg.limits.base_signed_cos_sq = signed_cos_sq(base_rad);
    leg.limits.platform_signed_cos_sq = signed_cos_sq(platform_rad);
}

/// Half the distance between neighbouring angles of a range.
double half_step_rad(const AngleRange& range) {
    return range.count > 1 ? (range.to_rad - range.from_rad) / (range.count - 1) / 2 : 0;
}

/// The largest |sin| on a range of angles.
double largest_sine(const AngleRange& range) {
    const double quarter = std::numbers::pi / 2;
    // The first odd multiple of 90 degrees that is not below the range. |sin| is 1 there.
    const double next = (2 * std::ceil((range.from_rad / quarter - 1) / 2) + 1) * quarter;
    if (next <= range.to_rad) return 1;
    return std::max(std::abs(std::sin(range.from_rad)), std::abs(std::sin(range.to_rad)));
}

/// The shift of a cone along its axis that moves its surface inwards by `radius_m` everywhere.
double axial_shift_m(double max_tilt_rad, double radius_m) { return radius_m / std::sin(max_tilt_rad); }

bool is_limited(double max_tilt_rad) { return max_tilt_rad < std::numbers::pi; }

}  // namespace

std::array<FreeLeg, leg_count> free_legs(const Machine& machine) {
    std::array<FreeLeg, leg_count> legs{};
    for (std::size_t i = 0; i < legs.size(); ++i) {
        FreeLeg& leg = legs[i];
        leg.base_point_m = machine.base.points_m[i];
        leg.platform_point_m = machine.platform.points_m[i];
        leg.platform_axis = machine.platform.axes[i];
        leg.limits.base_axis = without_rounding_dust(machine.base.axes[i]);
        limit_lengths(leg, machine.telescopic().min_length[i], machine.telescopic().max_length[i]);
        limit_tilts(leg, machine.base.max_tilt_rad[i], machine.platform.max_tilt_rad[i]);
    }
    return legs;
}

double rounded_outwards(double radius) { return radius * (1 + 1e-9) + 1e-12; }

double sample_radius_rad(const OrientationSet& set) {
    const double yaw = half_step_rad(set.yaw);
    if (set.tilt) {
        const double radial = set.tilt->to_rad / set.tilt->rings / 2;
        const double along = 2 * set.tilt->to_rad * std::sin(std::numbers::pi / 2 / set.tilt->directions);
        return std::hypot(radial, along) + yaw;
    }
    const double roll = half_step_rad(set.roll), pitch = half_step_rad(set.pitch);
    return std::sqrt(roll * roll + pitch * pitch + yaw * yaw + 2 * roll * yaw * largest_sine(set.pitch));
}

std::vector<std::array<FreeLeg, leg_count>> tightened_legs(const Machine& machine, const OrientationSet& set) {
    const double alpha_rad = rounded_outwards(sample_radius_rad(set));
    std::array<FreeLeg, leg_count> stroke = free_legs(machine), base = stroke, platform = stroke;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector& b = machine.platform.points_m[i];
        const double rho_m =
            rounded_outwards(2 * std::hypot(b.x, b.y, b.z) * std::sin(std::min(alpha_rad, std::numbers::pi) / 2));
        const double base_tilt = machine.base.max_tilt_rad[i];
        const double platform_tilt =
            machine.platform.max_tilt_rad[i] - (is_limited(machine.platform.max_tilt_rad[i]) ? alpha_rad : 0);
        limit_lengths(stroke[i],
                      machine.telescopic().min_length[i] > 0 ? machine.telescopic().min_length[i] + rho_m : 0,
                      machine.telescopic().max_length[i] - rho_m);
        limit_tilts(stroke[i], any_tilt_rad, any_tilt_rad);
        for (FreeLeg* const leg : {&base[i], &platform[i]}) limit_lengths(*leg, 0, unlimited_length_m);
        limit_tilts(base[i], base_tilt, any_tilt_rad);
        limit_tilts(platform[i], any_tilt_rad, platform_tilt);
        if (is_limited(base_tilt))
            base[i].base_point_m =
                base[i].base_point_m + scaled(base[i].limits.base_axis, axial_shift_m(base_tilt, rho_m));
        if (is_limited(platform_tilt) && platform_tilt > 0)
            platform[i].platform_point_m =
                platform[i].platform_point_m - scaled(machine.platform.axes[i], axial_shift_m(platform_tilt, rho_m));
        // If tightening leaves nothing of a limit, nothing can be proved. So these lengths exclude every position.
        if (platform_tilt <= 0 || stroke[i].limits.max_length_m < 0) limit_lengths(stroke[i], unlimited_length_m, 0);
    }
    return {stroke, base, platform};
}

}  // namespace hexscan

#include "src/machine/legs/telescope_parts.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "kernels/surfaces/cone.h"
#include "src/machine/legs/leg_joint.h"

namespace hexscan {
namespace {

FreeLeg with_stroke(const Machine& machine, std::size_t leg) {
    const double min_m = machine.telescopic().min_length[leg], max_m = machine.telescopic().max_length[leg];
    FreeLeg part{};
    part.platform_axis = {0, 0, 1};
    part.limits.base_axis = {0, 0, 1};
    part.limits.min_length_m = min_m;
    part.limits.max_length_m = max_m;
    part.limits.min_length_sq_m2 = min_m * min_m;
    part.limits.max_length_sq_m2 = max_m * max_m;
    part.limits.base_min_elevation_rad = part.limits.platform_min_elevation_rad = unlimited_elevation_rad;
    part.limits.base_signed_cos_sq = part.limits.platform_signed_cos_sq = unlimited_signed_cos_sq;
    return part;
}

/// The equivalent legs (telescope_parts()) of one leg, without the positions of its joints.
std::vector<FreeLeg> parts_of(const Machine& machine, std::size_t leg) {
    const LegJoint base(machine.base, leg), platform(machine.platform, leg);
    const std::span<const AllowedCone> at_base = base.cones(), at_platform = platform.cones();
    std::vector<FreeLeg> parts(std::max({std::size_t{1}, at_base.size(), at_platform.size()}),
                               with_stroke(machine, leg));
    for (std::size_t k = 0; k < at_base.size(); ++k) {
        Leg<double>& limits = parts[k].limits;
        limits.base_axis = without_rounding_dust(at_base[k].axis);
        limits.base_signed_cos_sq = signed_square(at_base[k].cosine);
        limits.base_min_elevation_rad = std::asin(at_base[k].cosine);
    }
    for (std::size_t k = 0; k < at_platform.size(); ++k) {
        parts[k].platform_axis = at_platform[k].axis;
        parts[k].limits.platform_signed_cos_sq = signed_square(at_platform[k].cosine);
        parts[k].limits.platform_min_elevation_rad = std::asin(at_platform[k].cosine);
    }
    return parts;
}

}  // namespace

std::vector<std::array<FreeLeg, leg_count>> telescope_parts(const Machine& machine) {
    std::vector<std::array<FreeLeg, leg_count>> machines;
    for (std::size_t i = 0; i < leg_count; ++i) {
        std::vector<FreeLeg> parts = parts_of(machine, i);
        while (machines.size() < parts.size()) {
            machines.emplace_back();
            for (std::size_t before = 0; before < i; ++before) machines.back()[before] = with_stroke(machine, before);
        }
        parts.resize(machines.size(), with_stroke(machine, i));
        for (std::size_t k = 0; k < machines.size(); ++k) machines[k][i] = parts[k];
    }
    for (auto& legs : machines)
        for (std::size_t i = 0; i < leg_count; ++i) {
            legs[i].base_point_m = machine.base.points_m[i];
            legs[i].platform_point_m = machine.platform.points_m[i];
        }
    return machines;
}

std::vector<Leg<double>> parts_of_telescope(const Machine& machine, std::size_t leg, const Rotation& turned) {
    std::vector<Leg<double>> posed;
    for (const FreeLeg& part : parts_of(machine, leg))
        posed.push_back(exact_leg_at(part, {turned.x, turned.y, turned.z}));
    return posed;
}

}  // namespace hexscan

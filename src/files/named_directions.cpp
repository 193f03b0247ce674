#include "src/files/named_directions.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "src/base/text.h"
#include "src/files/platform_document.h"
#include "src/machine/description/joint_places.h"

namespace hexscan {
namespace {

using Joints = std::array<Vector, leg_count>;

constexpr std::array<std::string_view, 3> arm_words{"outward", "inward", "radial"};

PerLeg azimuths_of(const Value& value, const Joints& joints_m, const Units& units) {
    constexpr double same = 1e-9;
    const std::string word =
        choice(value, {arm_words.begin(), arm_words.end()}, joined(arm_words, ", ") + ", an angle or a list of six");
    Vector middle_m{0, 0, 0};
    for (const Vector& joint : joints_m) middle_m = middle_m + scaled(joint, 1.0 / leg_count);
    const auto apart = [&](std::size_t i, std::size_t j) {
        return std::hypot(joints_m[i].x - joints_m[j].x, joints_m[i].y - joints_m[j].y);
    };
    PerLeg azimuth{};
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double radius_rad = std::atan2(joints_m[i].y - middle_m.y, joints_m[i].x - middle_m.x);
        azimuth[i] = units.from_radians(radius_rad);
        if (word == "radial") continue;
        std::array<std::size_t, leg_count> by_distance{};
        std::iota(by_distance.begin(), by_distance.end(), 0);
        std::ranges::sort(by_distance, {}, [&](std::size_t j) { return apart(i, j); });  // itself first
        const std::size_t nearest = by_distance[1];
        if (!(apart(i, by_distance[2]) > (1 + same) * apart(i, nearest)) || !(apart(i, nearest) > 0))
            value.fail(
                fmt::format("is {}, but no single other base joint is nearest to joint {}; give azimuth as six "
                            "angles",
                            word, i + 1));
        const Vector to = joints_m[nearest] - joints_m[i];
        const bool counter_clockwise = to.y * std::cos(radius_rad) - to.x * std::sin(radius_rad) > 0;
        azimuth[i] += (counter_clockwise == (word == "inward") ? 0.5 : -0.5) * units.half_turn();
        azimuth[i] = std::remainder(azimuth[i], 2 * units.half_turn());
    }
    return azimuth;
}

/// The base's joints in leg order. Returns nullopt if they are invalid; building the machine reports the error.
std::optional<Joints> base_joints_m(const MachineDescription& sides) {
    Machine machine;
    try {
        place_joints(sides, Converter{sides.units}, machine);
    } catch (const DescriptionError&) {
        return std::nullopt;
    }
    return machine.base.points_m;
}

/// A description with these joints only. Its legs have arbitrary valid numbers, so that a machine can be built.
MachineDescription joints_alone(const MachineDescription& sides) {
    MachineDescription bare;
    bare.units = sides.units;
    bare.telescopic().max_length.fill(1);
    for (auto [side, of] : {std::pair{&bare.base, &sides.base}, {&bare.platform, &sides.platform}}) {
        side->pairs = of->pairs;
        side->joints = of->joints;
    }
    return bare;
}

}  // namespace

bool is_word(const Value& value) {
    return !value.is_list() && !value.is_map() && !value.is_empty() && !parse_number<double>(value.text());
}

std::optional<PerLeg> named_azimuths(const Value& value, const MachineDescription& sides) {
    const auto joints_m = base_joints_m(sides);
    if (!joints_m) return std::nullopt;
    return azimuths_of(value, *joints_m, sides.units);
}

std::array<Vector, leg_count> named_directions(const Value& value, const MachineDescription& sides, bool is_base) {
    const std::string word = choice(value, {"up", "down", "radial", "tangential"},
                                    "up, down, radial, tangential, a vector [x, y, z] or a list of six");
    MachineDescription bare = joints_alone(sides);
    (is_base ? bare.base : bare.platform).axis =
        std::ranges::find(axis_words, std::string_view(word), &AxisWord::word)->rule;
    try {
        const Machine machine = build_machine(bare);
        return (is_base ? machine.base : machine.platform).axes;
    } catch (const DescriptionError& error) {
        if (error.key().ends_with(".axis")) value.fail(error.problem());
        std::array<Vector, leg_count> any{};
        any.fill({1, 0, 0});
        return any;
    }
}

}  // namespace hexscan

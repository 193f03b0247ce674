#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "src/machine/legs/leg_numbers.h"
#include "src/machine/limit_colours.h"
#include "src/machine/shared/shared_limit.h"

/// Limits on gaps between legs and obstacles. Obstacles are plates at base and platform, spheres and capsules. The
/// legs' thickness, gap and free ends come from legs_apart.h.
namespace hexscan {

/// A point. Lengths are in metres, or in the file's units inside a description.
using Point3 = std::array<double, 3>;

/// A flat disc without thickness, perpendicular to the z axis of the base or platform frame. In a description its
/// centre is on that axis.
struct Plate {
    double radius = 0;
    Point3 middle{};
    bool operator==(const Plate&) const = default;
};

/// A sphere around `from`, or a capsule: all points within the radius of the line between two points. Coordinates are
/// in the base frame.
struct KeptOut {
    bool is_capsule = false;
    Point3 from{}, to{};
    double radius = 0;
    bool operator==(const KeptOut&) const = default;
};

inline constexpr std::size_t most_kept_out = 16;

struct Obstacles {
    std::optional<Plate> base_plate{}, platform_plate{};
    std::vector<KeptOut> keep_out{};
    std::bitset<leg_count*(most_kept_out + 2)> freed{};  ///< disabled limits, by their number

    /// Number of plates, spheres and capsules.
    std::size_t count() const { return (base_plate ? 1U : 0U) + (platform_plate ? 1U : 0U) + keep_out.size(); }
    std::size_t limit_count() const { return leg_count * count(); }
    bool operator==(const Obstacles&) const = default;
};

namespace obstacle_detail {

constexpr LimitKind kind_of(std::string_view name, std::string_view plural, std::string_view json, std::string_view key,
                            std::string_view other, const limit_colours::OfLegs& rgb) {
    return {.name = name,
            .plural = plural,
            .as_limit = plural,
            .heading = name,
            .json = json,
            .key = key,
            .other = other,
            .quantity = "gap",
            .bound = "least",
            .fault = "be too close",
            .violation =
                "{owner} are too close to each other by {missing}: {asked} from surface to surface, but legs.gap is "
                "{allowed}",
            .dimension = Dimension::length,
            .keeps = LimitKind::Bound::at_least,
            .rgb = rgb};
}

}  // namespace obstacle_detail

inline constexpr LimitKind base_plate_limit = obstacle_detail::kind_of(
    "gap", "gaps above the base's plate", "base_plate", "base.plate", "the base's plate", limit_colours::mauve);
inline constexpr LimitKind platform_plate_limit =
    obstacle_detail::kind_of("gap", "gaps below the platform's plate", "platform_plate", "platform.plate",
                             "the platform's plate", limit_colours::mauve);
inline constexpr LimitKind keep_out_limit =
    obstacle_detail::kind_of("gap", "gaps to obstacles", "keep_out", "keep_out", "obstacle {}", limit_colours::mauve);

/// True for a limit on the gap between legs, or between a leg and an obstacle.
bool is_gap(const LimitKind& kind);

/// A joint that is closer to an obstacle than the required distance at every pose. Lengths are in the machine's units.
struct ObstacleProblem {
    std::string key, text;
};
std::optional<ObstacleProblem> obstacles_problem(const Machine& machine);

/// One limit for each leg and obstacle. Rows of the table are in this order: the base's plate, the platform's plate,
/// the other obstacles.
extern const SharedLimitKinds obstacle_limits;

}  // namespace hexscan

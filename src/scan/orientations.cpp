#include "src/scan/orientations.h"

#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

namespace hexscan {
namespace {

constexpr double quarter_turn_rad = std::numbers::pi / 2;

std::string range_text(const char* name, const AngleRange& range, const Units& units) {
    if (range.count == 1) return fmt::format("{} {}", name, units.angle_text(range.from_rad));
    return fmt::format("{} {} to {} ({})", name, units.angle_text(range.from_rad), units.angle_text(range.to_rad),
                       range.count);
}

std::string count_problem(int count, const char* what, std::int64_t largest) {
    if (count >= 1 && count <= largest) return "";
    return fmt::format("has {} {}; 1 to {} are allowed", count, what, largest);
}

}  // namespace

std::int64_t OrientationSet::count() const {
    if (tilt) return (1 + std::int64_t{tilt->rings} * tilt->directions) * yaw.count;
    const std::int64_t pairs = std::int64_t{roll.count} * pitch.count;
    // A count beyond max_orientations need not be exact, and a product of three counts would overflow.
    return pairs > max_orientations ? std::numeric_limits<std::int64_t>::max() : pairs * yaw.count;
}

std::string angle_range_problem(const AngleRange& range, const Units& units) {
    if (std::string problem = count_problem(range.count, "points", max_orientations); !problem.empty()) return problem;
    for (const double end_rad : {range.from_rad, range.to_rad})
        if (std::string problem = units.angle_problem(units.from_radians(end_rad)); !problem.empty()) return problem;
    const std::string from = units.angle_text(range.from_rad, 12), to = units.angle_text(range.to_rad, 12);
    if (range.from_rad > range.to_rad)
        return fmt::format("runs from {} to {}; 'from' must be below 'to', or equal to it for a single angle", from,
                           to);
    if (range.count == 1 && range.from_rad != range.to_rad)
        return fmt::format("has one point on the range {} to {}; both ends are points, so give at least 2", from, to);
    if (range.count > 1 && !(range.from_rad + (range.to_rad - range.from_rad) / (range.count - 1) > range.from_rad))
        return fmt::format("has {} points on the range {} to {}; several points need a longer range", range.count, from,
                           to);
    return "";
}

std::string tilt_cone_problem(const TiltCone& cone, const Units& units) {
    if (std::string problem = count_problem(cone.rings, "rings", max_rings); !problem.empty()) return problem;
    if (std::string problem = count_problem(cone.directions, "directions", max_orientations); !problem.empty())
        return problem;
    if (!(cone.to_rad > 0 && cone.to_rad <= quarter_turn_rad))
        return fmt::format("reaches to {}; must be above 0 and at most {}", units.angle_text(cone.to_rad, 12),
                           units.angle_text(quarter_turn_rad, 12));
    return "";
}

std::string orientation_count_problem(const OrientationSet& set) {
    if (set.count() <= max_orientations) return "";
    return fmt::format("has more than {} orientations; take fewer points, rings or directions", max_orientations);
}

std::string describe(const OrientationSet& set, const Units& units) {
    if (set.tilt)
        return fmt::format("{} orientations: tilts to {} ({} rings of {} directions), {}", set.count(),
                           units.angle_text(set.tilt->to_rad), set.tilt->rings, set.tilt->directions,
                           range_text("yaw", set.yaw, units));
    const std::string angles = fmt::format("{}, {}, {}", range_text("roll", set.roll, units),
                                           range_text("pitch", set.pitch, units), range_text("yaw", set.yaw, units));
    return set.is_single() ? angles : fmt::format("{} orientations: {}", set.count(), angles);
}

}  // namespace hexscan

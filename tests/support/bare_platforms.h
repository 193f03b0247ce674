#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "src/scan/platform.h"
#include "tests/support/random/dice.h"

/// Platforms without limits. A test adds the limits that it checks.
namespace hexscan_test {

inline double length(const hexscan::Vector& v) { return std::hypot(v.x, v.y, v.z); }
inline hexscan::Vector unit(const hexscan::Vector& v) { return {v.x / length(v), v.y / length(v), v.z / length(v)}; }

/// A unit vector; all directions are equally likely.
inline hexscan::Vector direction(Dice& dice) {
    for (;;) {
        const hexscan::Vector v{dice.between(-1, 1), dice.between(-1, 1), dice.between(-1, 1)};
        if (length(v) > 0.1 && length(v) < 1) return unit(v);
    }
}

/// A platform that is limited only by a stroke, which reaches everywhere. All joints are at their origins, so a leg
/// vector is the platform's position. The grid is one point at the origin.
inline hexscan::Platform unlimited(const std::string& name) {
    hexscan::Platform platform;
    platform.machine.name = name;
    for (auto* side : {&platform.machine.base, &platform.machine.platform}) {
        side->axes.fill({0, 0, 1});
        side->max_tilt_rad.fill(std::numeric_limits<double>::infinity());
    }
    platform.machine.telescopic().max_length.fill(1e3);
    return platform;
}

/// A name with the seed from which the platform can be made again.
inline std::string seeded(const std::string& name, std::uint64_t seed) { return name + " " + std::to_string(seed); }

/// A range of `count` points about a centre. A single point is at the centre.
inline hexscan::ScanRange around(double centre, double half, int count) {
    return count == 1 ? hexscan::ScanRange{centre, centre, 1} : hexscan::ScanRange{centre - half, centre + half, count};
}

}  // namespace hexscan_test

#include "tests/support/random/random_set.h"
#include "tests/support/values.h"

#include <cmath>
#include <numbers>
#include <random>

namespace hexscan_test {
namespace {

using hexscan::AngleRange;
using hexscan::Orientation;

/// Orientation of ring `theta` and direction `phi`: roll, pitch and yaw of Rz(phi) Ry(theta) Rz(yaw - phi).
Orientation tilted(double theta, double phi, double yaw) {
    const double cf = std::cos(phi), sf = std::sin(phi), ct = std::cos(theta), st = std::sin(theta);
    const double cy = std::cos(yaw - phi), sy = std::sin(yaw - phi);
    const double r00 = cf * ct * cy - sf * sy, r10 = sf * ct * cy + cf * sy;
    const double r20 = -st * cy, r21 = st * sy, r22 = ct;
    return {std::atan2(r21, r22), std::atan2(-r20, std::hypot(r00, r10)), std::atan2(r10, r00)};
}

}  // namespace

void add_random_set(std::uint64_t seed, hexscan::WorkspaceKind kind, hexscan::Platform& platform) {
    std::mt19937_64 numbers(seed);
    const auto below = [&](int count) { return static_cast<int>(numbers() % static_cast<unsigned>(count)); };
    const auto part = [&] { return static_cast<double>(numbers() >> 11) * 0x1p-53; };
    const double reach = below(3) == 0 ? 0.6 * part() : 0.1 * part();
    const Orientation middle = platform.scan.orientations.first();
    const auto around = [&](double angle) {
        const int counts[] = {1, 1, 2, 3, 4, 7};
        const int count = counts[below(6)];
        return count == 1 ? AngleRange{angle, angle, 1} : AngleRange{angle - reach * part(), angle + reach, count};
    };
    hexscan::OrientationSet& set = platform.scan.orientations;
    set.yaw = around(middle.yaw_rad);
    if (below(3) == 0) {
        const int rings = 1 + below(5), directions = 1 + below(9);
        set.roll = set.pitch = {};
        set.tilt = hexscan::TiltCone{0.01 + reach, rings, directions};
    } else {
        set.roll = around(middle.roll_rad);
        set.pitch = around(middle.pitch_rad);
    }
    platform.scan.workspace = kind;
}

std::vector<Orientation> members(const hexscan::OrientationSet& set) {
    std::vector<Orientation> all;
    for (int y = 0; y < set.yaw.count; ++y) {
        const double yaw = set.yaw.angle_rad(y);
        if (!set.tilt) {
            for (int r = 0; r < set.roll.count; ++r)
                for (int p = 0; p < set.pitch.count; ++p)
                    all.push_back({set.roll.angle_rad(r), set.pitch.angle_rad(p), yaw});
            continue;
        }
        all.push_back({0, 0, yaw});
        for (int ring = 1; ring <= set.tilt->rings; ++ring)
            for (int d = 0; d < set.tilt->directions; ++d)
                all.push_back(
                    tilted(set.tilt->to_rad * ring / set.tilt->rings, 2 * pi * d / set.tilt->directions, yaw));
    }
    return all;
}

hexscan::Platform at(const hexscan::Platform& platform, const Orientation& orientation) {
    hexscan::Platform single = platform;
    // members() gives angles of a cone of tilts in the order zyx, whatever the machine's order.
    if (platform.scan.orientations.tilt) single.machine.orientation_order = hexscan::OrientationOrder::zyx;
    single.scan.orientations = orientation;
    single.scan.workspace = hexscan::WorkspaceKind::constant;
    single.scan.questions = {};
    return single;
}

}  // namespace hexscan_test

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "src/scan/platform.h"
#include "tests/support/oracles/oracle.h"
#include "tests/support/random/random_set.h"

namespace hexscan_test {

/// Distance of a position from every sphere and cone that bounds a leg's end, over all orientations of a set. Computed
/// by geometry and the oracle's rotations. Negative if one is violated.
class RoomByOracle {
public:
    explicit RoomByOracle(const hexscan::Platform& platform) {
        const hexscan::Machine& machine = platform.machine;
        for (const hexscan::Orientation& o : members(platform.scan.orientations))
            for (std::size_t i = 0; i < hexscan::leg_count; ++i) {
                const auto turned = [&](const hexscan::Vector& v) {
                    return hexscan_oracle::rotate({v.x, v.y, v.z}, o.roll_rad, o.pitch_rad, o.yaw_rad,
                                                  at(platform, o).machine.orientation_order);
                };
                const hexscan::Vector base = machine.base.points_m[i], axis = machine.base.axes[i];
                const Place joint = turned(machine.platform.points_m[i]);
                legs_.push_back({{joint.x - base.x, joint.y - base.y, joint.z - base.z},
                                 machine.telescopic().min_length[i],
                                 machine.telescopic().max_length[i],
                                 {Cone{{axis.x, axis.y, axis.z}, machine.base.max_tilt_rad[i]},
                                  Cone{turned(machine.platform.axes[i]), machine.platform.max_tilt_rad[i]}}});
            }
    }

    double operator()(const hexscan::Vector& p) const {
        double least_m = INFINITY;
        for (const Leg& leg : legs_) {
            const Place l{leg.at_origin.x + p.x, leg.at_origin.y + p.y, leg.at_origin.z + p.z};
            const auto length_m = static_cast<double>(std::hypot(l.x, l.y, l.z));
            least_m = std::min(least_m, leg.longest_m - length_m);
            if (leg.shortest_m > 0) least_m = std::min(least_m, length_m - leg.shortest_m);
            for (const Cone& cone : leg.cones) {
                if (!(cone.half_angle_rad < std::numbers::pi)) continue;
                // The nearest point of a cone is its apex if the perpendicular to its flank misses the cone.
                const double off_rad = cone.half_angle_rad - hexscan_oracle::angle_between(l, cone.axis);
                const bool is_apex = std::abs(off_rad) >= std::numbers::pi / 2;
                least_m = std::min(least_m, is_apex ? std::copysign(length_m, off_rad) : length_m * std::sin(off_rad));
            }
        }
        return least_m;
    }

private:
    using Place = hexscan_oracle::Vector3;
    struct Cone {
        Place axis;
        double half_angle_rad;
    };
    struct Leg {
        Place at_origin;  ///< the leg with the platform at the origin
        double shortest_m, longest_m;
        std::array<Cone, 2> cones;
    };
    std::vector<Leg> legs_;
};

}  // namespace hexscan_test

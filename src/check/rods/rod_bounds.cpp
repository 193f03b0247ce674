#include "src/check/rods/rod_bounds.h"

#include <algorithm>
#include <limits>
#include <variant>
#include <vector>

#include "src/check/rods/rod_leg.h"
#include "src/machine/home_state.h"
#include "src/machine/pose_clearance.h"

namespace hexscan {
namespace {

std::unique_ptr<const RodBounds> bounds_of(const Machine&, const TelescopicLegs&, std::size_t) { return nullptr; }

}  // namespace

PreparedBox::PreparedBox(const PoseBox& whole, OrientationOrder order)
    : box(whole),
      position_m{{box.low[0], box.high[0]}, {box.low[1], box.high[1]}, {box.low[2], box.high[2]}},
      angles({{box.low[3], box.low[4], box.low[5]}, {box.high[3], box.high[4], box.high[5]}}, order) {}

AllRodBounds rod_bounds(const Machine& machine) {
    AllRodBounds bounds;
    for (std::size_t i = 0; i < leg_count; ++i)
        bounds[i] = std::visit([&](const auto& legs) { return bounds_of(machine, legs, i); }, machine.legs);
    return bounds;
}

/// The clearances of reach, travel and angle are distances. They have fewer than 64 roundings of lengths within the
/// machine's reach. The clearance of a joint is only a lower bound. So the joint's angle decides whether its limit is
/// certainly violated. Near the edge of a branch, that angle is accurate to the square root of a rounding error.
Interval rod_clearance_at(const Machine& machine, const Pose& pose) {
    constexpr double sure_rad = 1e-6;
    const double rounding_m = 64 * 0x1p-52 * longest_leg_m(machine);
    const std::vector<double> clearances_m = OrientedMachine(machine, pose.orientation).clearances_m(pose.position_m);
    const std::vector<LimitState> states = limit_states(machine, pose);
    const LimitTable table = limits_of(machine);
    Interval least{infinity, infinity};
    for (const Limit& limit : table.rows()) {
        const std::size_t row = static_cast<std::size_t>(limit.id) - 1;
        least.lo = std::min(least.lo, clearances_m[row] - rounding_m);
        if (limit.kind->side.empty())
            least.hi = std::min(least.hi, clearances_m[row] + rounding_m);
        else if (states[row].left < -sure_rad)
            least.hi = std::min(least.hi, -std::numeric_limits<double>::min());
    }
    return least;
}

}  // namespace hexscan

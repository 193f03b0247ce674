#include "src/machine/description/base_side.h"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <variant>

#include "src/machine/legs/posed_leg.h"
#include "src/machine/shared/point_spread.h"

namespace hexscan {
namespace {

/// Positions of the legs' feet at home, in the base frame. The feet are the base joints of telescopic legs, and
/// otherwise the carriages or the arm tips. Returns nullopt if the machine has no home, or if a rod cannot reach at
/// home.
std::optional<std::array<Vector, leg_count>> feet_at_home(const Machine& machine) {
    std::array<Vector, leg_count> feet = machine.base.points_m;
    if (machine.is_telescopic()) return feet;
    if (!machine.home) return std::nullopt;
    const std::array<LegShape, leg_count> shapes = leg_shapes(machine, *machine.home);
    for (std::size_t i = 0; i < leg_count; ++i) {
        if (!shapes[i].closes) return std::nullopt;
        feet[i] = feet[i] + shapes[i].foot_m;
    }
    return feet;
}

/// The smallest component, along `n`, of the vector from a leg's base joint to its foot, over the carriage's travel or
/// a full turn of the arm.
double lowest_foot_m(const AnyLegs& any, std::size_t leg, const Vector& n) {
    return std::visit(
        [&](const auto& legs) {
            using Legs = std::decay_t<decltype(legs)>;
            if constexpr (std::is_same_v<Legs, SliderLegs>) {
                const double rising = dot(n, {legs.rail_x[leg], legs.rail_y[leg], legs.rail_z[leg]});
                return std::min(legs.travel_from[leg] * rising, legs.travel_to[leg] * rising);
            } else if constexpr (std::is_same_v<Legs, RotaryLegs>) {
                const double by_zero = dot(n, {legs.zero_x[leg], legs.zero_y[leg], legs.zero_z[leg]});
                const double by_up = dot(n, {legs.up_x[leg], legs.up_y[leg], legs.up_z[leg]});
                return -legs.arm[leg] * std::hypot(by_zero, by_up);
            } else {
                return 0.0;
            }
        },
        any);
}

}  // namespace

std::optional<BaseSide> base_side(const Machine& machine) {
    const auto feet = feet_at_home(machine);
    if (!feet) return std::nullopt;
    BaseSide side;
    const PointSpread spread = spread_of(*feet);
    const auto normal = plane_normal(spread);
    if (!normal) return std::nullopt;
    side.base_m = spread.middle;
    side.platform_m = centroid_of(machine.platform.points_m);
    side.normal = *normal;
    if (!machine.home) return side;
    const double home_m =
        side.height_m(machine.home->position_m, rotation_of(machine.home->orientation, machine.orientation_order));
    if (!(std::abs(home_m) > negligible_share * std::sqrt(spread.squares(0)))) return std::nullopt;
    if (home_m < 0) side.normal = {-side.normal.x, -side.normal.y, -side.normal.z};
    side.is_homes = true;
    if (machine.is_telescopic()) return side;
    // If the platform is below the lowest possible position of the feet, the rods point the other way.
    double lowest_m = 0;
    for (std::size_t i = 0; i < leg_count; ++i)
        lowest_m +=
            (dot(side.normal, machine.base.points_m[i]) + lowest_foot_m(machine.legs, i, side.normal)) / leg_count;
    side.base_m = side.base_m + scaled(side.normal, lowest_m - dot(side.normal, side.base_m));
    return side;
}

}  // namespace hexscan

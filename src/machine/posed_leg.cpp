#include "src/machine/posed_leg.h"

#include <cmath>

#include "src/machine/machine.h"

namespace hexscan {
namespace {

template <class Legs>
concept HaveRods = requires(const Legs& legs, const Machine& machine, const Rotation& turned) {
    {legs.posed(machine, std::size_t{}, turned)};
};

LegShape telescopic_shape(const Vector& l) { return {{}, direction(l), std::sqrt(dot(l, l)), true}; }

}  // namespace

bool PosedLegs::keeps(const Vector& position_m) const {
    for (std::size_t i = 0; i < legs.size(); ++i)
        if (!legs[i]->keeps(position_m + offset_m[i])) return false;
    return true;
}

PosedLegs posed_legs(const Machine& machine, const Rotation& turned) {
    PosedLegs posed;
    for (std::size_t i = 0; i < leg_count; ++i)
        posed.offset_m[i] = turned(machine.platform.points_m[i]) - machine.base.points_m[i];
    std::visit(
        [&]<class Legs>(const Legs& legs) {
            if constexpr (HaveRods<Legs>) {
                posed.limits = legs.limit_kinds().size();
                for (std::size_t i = 0; i < leg_count; ++i) posed.legs[i] = legs.posed(machine, i, turned);
            }
        },
        machine.legs);
    return posed;
}

std::array<LegShape, leg_count> leg_shapes(const Machine& machine, const Pose& pose) {
    const PosedLegs posed = posed_legs(machine, rotation_of(pose.orientation, machine.orientation_order));
    std::array<LegShape, leg_count> shapes{};
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector l = pose.position_m + posed.offset_m[i];
        shapes[i] = posed.legs[i] ? posed.legs[i]->shape(l) : telescopic_shape(l);
    }
    return shapes;
}

}  // namespace hexscan

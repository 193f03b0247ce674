#include "src/machine/legs/posed_leg.h"

#include <cmath>

#include "hexscan/errors.h"
#include "src/machine/legs/leg_forms.h"
#include "src/machine/limits.h"
#include "src/machine/machine.h"

namespace hexscan {
namespace {

std::array<Vector, leg_count> offsets_m(const Machine& machine, const Rotation& turned) {
    std::array<Vector, leg_count> offsets_m{};
    for (std::size_t i = 0; i < leg_count; ++i)
        offsets_m[i] = turned(machine.platform.points_m[i]) - machine.base.points_m[i];
    return offsets_m;
}

}  // namespace

std::optional<RodForm> PosedLeg::form() const { return std::nullopt; }

LegWithRod leg_with_rod_of(const PosedLeg& leg) {
    return std::visit(
        [](const auto& whole) -> LegWithRod {
            if constexpr (requires { leg_with_rod_of(whole.leg, whole.ahead); })
                return leg_with_rod_of(whole.leg, whole.ahead);
            else
                throw InternalError("a telescopic leg has no rod");
        },
        leg.whole());
}

bool PosedLegs::keeps(const Vector& position_m) const {
    for (std::size_t i = 0; i < legs.size(); ++i)
        if (!legs[i]->keeps(position_m + offset_m[i])) return false;
    return true;
}

std::shared_ptr<const PosedLeg> posed_leg(const Machine& machine, std::size_t leg, const Rotation& turned) {
    return std::visit([&](const auto& legs) { return legs.posed(machine, leg, turned); }, machine.legs);
}

PosedLegs posed_legs(const Machine& machine, const Rotation& turned) {
    if (!machine.has_kernels()) return any_posed_legs(machine, turned);
    PosedLegs posed;
    posed.offset_m = offsets_m(machine, turned);
    return posed;
}

PosedLegs any_posed_legs(const Machine& machine, const Rotation& turned) {
    PosedLegs posed;
    posed.offset_m = offsets_m(machine, turned);
    posed.limits = limits_of_leg(machine);
    for (std::size_t i = 0; i < leg_count; ++i) posed.legs[i] = posed_leg(machine, i, turned);
    return posed;
}

PosedLegs posed_rods(const Machine& machine, const Rotation& turned) {
    return machine.is_telescopic() ? PosedLegs{offsets_m(machine, turned), {}, 0} : any_posed_legs(machine, turned);
}

std::array<LegShape, leg_count> leg_shapes(const Machine& machine, const Pose& pose) {
    const PosedLegs posed = any_posed_legs(machine, rotation_of(pose.orientation, machine.orientation_order));
    std::array<LegShape, leg_count> shapes{};
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector l = pose.position_m + posed.offset_m[i];
        shapes[i] = posed.legs[i]->shape(l);
    }
    return shapes;
}

}  // namespace hexscan

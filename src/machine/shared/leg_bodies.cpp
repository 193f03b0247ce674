#include "src/machine/shared/leg_bodies.h"

#include <cmath>

#include "src/machine/legs/leg_forms.h"

namespace hexscan {

PosedBodies::PosedBodies(const Machine& machine, const Rotation& turned, const PosedLegs& posed, std::size_t leg)
    : straight_{machine.base.points_m[leg], turned(machine.platform.points_m[leg]), machine.legs_apart->free_ends},
      leg_(posed.legs[leg]) {
    if (leg_) rod_ = {leg_with_rod_of(*leg_), straight_.base_m, straight_.joint_m, straight_.free_m};
}

Bodies PosedBodies::at(const Vector& position_m) const {
    if (leg_) return rod_.at(position_m);
    Bodies bodies;
    bodies.add(segment_at(straight_, position_m));
    return bodies;
}

double PosedBodies::extent_m() const {
    return std::sqrt(dot(straight_.base_m, straight_.base_m)) + std::sqrt(dot(straight_.joint_m, straight_.joint_m));
}

}  // namespace hexscan

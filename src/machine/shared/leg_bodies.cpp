#include "src/machine/shared/leg_bodies.h"

#include <cmath>

namespace hexscan {

PosedBodies::PosedBodies(const Machine& machine, const Rotation& turned, const PosedLegs& posed, std::size_t leg)
    : base_m_(machine.base.points_m[leg]),
      joint_m_(turned(machine.platform.points_m[leg])),
      leg_(posed.legs[leg]),
      free_m_(machine.legs_apart->free_ends),
      rod_m_(tilting_m(machine.legs, leg)),
      arm_m_(hexscan::arm_m(machine.legs, leg).value_or(0)) {}

Bodies PosedBodies::at(const Vector& position_m) const {
    const Vector top_m = position_m + joint_m_, l = top_m - base_m_;
    Bodies bodies;
    if (!leg_) {
        bodies.add(without_free_ends(base_m_, top_m, free_m_));
        return bodies;
    }
    const Vector foot = leg_->shape(l).foot_m, rod = l - foot, foot_m = base_m_ + foot;
    if (arm_m_ > 0) {
        bodies.add({base_m_ + scaled(foot, std::min(free_m_ / arm_m_, 1.0)), foot_m});
        bodies.add({foot_m, top_m - scaled(rod, std::min(free_m_ / rod_m_, 1.0))});
    } else {
        const Vector freed = scaled(rod, std::min(free_m_ / rod_m_, 0.5));
        bodies.add({foot_m + freed, top_m - freed});
    }
    return bodies;
}

double PosedBodies::extent_m() const { return std::sqrt(dot(base_m_, base_m_)) + std::sqrt(dot(joint_m_, joint_m_)); }

}  // namespace hexscan

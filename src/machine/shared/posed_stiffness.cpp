#include "src/machine/shared/posed_stiffness.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "src/machine/machine.h"
#include "src/machine/shared/load_wrench.h"
#include "src/machine/shared/singularity.h"

namespace hexscan {

PosedStiffness::PosedStiffness(const Machine& machine, const Rotation& turned) : lines_(machine, turned, {0, 0, 0}) {
    legs_.rows = lines_.rows();
    legs_.are_motors = have_arms(machine.legs);
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double root = std::sqrt(machine.stiffness.value().of_legs[i]);
        legs_.root_of_leg[i] = legs_.are_motors ? root / lines_.leg(i).crank_m() : root;
    }
    if (machine.load)
        std::ranges::copy(wrench_about({0, 0, 0}, *machine.load, turned, characteristic_length_m(machine)), wrench_);
}

double PosedStiffness::clearance_m(const Vector& position_m, double least_n_per_m) const {
    return clearance_of_stiffness_m(legs_, position_m, compliance(position_m), least_n_per_m);
}

std::optional<StiffnessAtPose> stiffness_at(const Machine& machine, const Pose& pose) {
    if (!machine.stiffness) return std::nullopt;
    const PosedStiffness posed(machine, rotation_of(pose.orientation, machine.orientation_order));
    StiffnessAtPose found{posed.least_n_per_m(pose.position_m), {}};
    if (machine.load && found.least_n_per_m > 0) found.displacement_m = posed.displacement_m(pose.position_m);
    return found;
}

}  // namespace hexscan

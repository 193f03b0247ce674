#include "src/check/assembly.h"

#include "src/machine/home_state.h"
#include "src/machine/shared/singularity.h"

namespace hexscan {
namespace {

/// A determinant counts as 0 if it is smaller than another one by this factor. The same applies to lengths.
constexpr double vanishing = 1e-9;

/// 0 if the legs are singular.
double determinant_at(const Machine& machine, const Pose& pose) {
    return conditioning(machine, pose).rank < leg_count ? 0 : determinant(machine, pose);
}

}  // namespace

AssemblyMode::AssemblyMode(const Machine& machine, const Pose& any) : machine_(machine) {
    if (const auto side = base_side(machine); side && side->is_homes) side_ = side;
    if (machine.home) determinant_ = determinant_at(machine, *machine.home);
    if (determinant_ != 0) return;
    against_home_ = false;
    determinant_ = determinant_at(machine, any);
    if (determinant_ != 0) return;
    // Only a machine that is singular everywhere is also singular beside a singular pose, in directions without
    // symmetry.
    Pose beside = any;
    beside.position_m.z += 0.083 * longest_leg_m(machine);
    beside.orientation.roll_rad += 0.11;
    beside.orientation.pitch_rad -= 0.07;
    beside.orientation.yaw_rad += 0.13;
    determinant_ = determinant_at(machine, beside);
}

double AssemblyMode::sense(const Pose& pose) const {
    return determinant_ == 0 ? 1 : determinant(machine_, pose) / determinant_;
}

std::optional<OtherAssembly> AssemblyMode::apart(const Pose& pose) const {
    if (side_ && side_->height_m(pose.position_m, rotation_of(pose.orientation, machine_.orientation_order)) <
                     -vanishing * longest_leg_m(machine_))
        return OtherAssembly{pose, ApartBecause::other_side, true};
    if (sense(pose) > vanishing) return std::nullopt;
    return OtherAssembly{pose, ApartBecause::singular, against_home_};
}

}  // namespace hexscan

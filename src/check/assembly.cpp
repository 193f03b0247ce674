#include "src/check/assembly.h"

#include <cmath>

#include "src/check/shared/surroundings.h"
#include "src/machine/home_state.h"
#include "src/machine/shared/singularity.h"

namespace hexscan {
namespace {

/// A determinant counts as 0 if it is smaller than the reference determinant by this factor. A length counts as 0 if it
/// is smaller than the longest leg by this factor.
constexpr double vanishing = 1e-9;

/// The determinant of the legs' inverse Jacobian. The result is 0 if the legs are singular.
double determinant_at(const Machine& machine, const Pose& pose) {
    return conditioning(machine, pose).rank < leg_count ? 0 : determinant(machine, pose);
}

bool asks_for_sign(const Machine& machine) {
    const auto& limit = machine.singularity;
    return limit && limit->avoid && !limit->frees_sign;
}

}  // namespace

/// The condition that the platform is on home's side of the base.
class AssemblyMode::OnSide final : public PoseCondition {
public:
    explicit OnSide(const AssemblyMode& mode) : mode_(mode), arm_m_(length_of(mode.side_->platform_m)) {}

    double at_least(const PoseBox& box) const override {
        const BaseSide& side = *mode_.side_;
        const Surroundings around(box, mode_.machine_.orientation_order);
        const auto& half = around.half_widths;
        const double lower_m = std::abs(side.normal.x) * half[0] + std::abs(side.normal.y) * half[1] +
                               std::abs(side.normal.z) * half[2] + around.turned_rad * arm_m_;
        // This tolerance is half that of is_on_side(). The other half exceeds all rounding errors by far.
        return side.height_m(around.middle.position_m, around.turned) - lower_m +
               0.5 * vanishing * longest_leg_m(mode_.machine_);
    }
    double lever_m() const override { return arm_m_; }
    bool keeps(const Pose& pose) const override { return mode_.is_on_side(pose); }

private:
    const AssemblyMode& mode_;
    double arm_m_;
};

/// The condition that the determinant has the same sign as at home.
class AssemblyMode::OfSign final : public PoseCondition {
public:
    explicit OfSign(const AssemblyMode& mode) : mode_(mode) {
        Machine machine = with_legs_limits_alone(mode.machine_);
        machine.singularity = SingularityLimit{};
        bound_ = shared_bounds(machine).front();
    }

    double at_least(const PoseBox& box) const override { return bound_->at_least(box); }
    double lever_m() const override { return bound_->lever_m(); }
    std::size_t halved_axis(const PoseBox& box) const override { return bound_->halved_axis(box); }
    bool keeps(const Pose& pose) const override { return mode_.has_sign(pose); }

private:
    const AssemblyMode& mode_;
    std::shared_ptr<const SharedBound> bound_;
};

AssemblyMode::AssemblyMode(const Machine& machine, const Pose& any)
    : machine_(with_legs_limits_alone(machine)), limit_asks_for_sign_(asks_for_sign(machine)) {
    if (const auto side = base_side(machine); side && side->is_homes) side_ = side;
    if (machine.home) compare_with(*machine.home);
    if (determinant_ != 0) return;
    against_home_ = false;
    compare_with(any);
    if (determinant_ != 0) return;
    // Home and `any` are singular. Tests a less symmetric pose near `any` as well. If that pose is singular, too, the
    // machine counts as singular everywhere.
    Pose beside = any;
    beside.position_m.z += 0.083 * longest_leg_m(machine);
    beside.orientation.roll_rad += 0.11;
    beside.orientation.pitch_rad -= 0.07;
    beside.orientation.yaw_rad += 0.13;
    compare_with(beside);
}

void AssemblyMode::compare_with(const Pose& pose) {
    machine_.home = pose;
    determinant_ = determinant_at(machine_, pose);
}

double AssemblyMode::sense(const Pose& pose) const {
    return determinant_ == 0 ? 1 : determinant(machine_, pose) / determinant_;
}

bool AssemblyMode::is_on_side(const Pose& pose) const {
    return !side_ || side_->height_m(pose.position_m, rotation_of(pose.orientation, machine_.orientation_order)) >=
                         -vanishing * longest_leg_m(machine_);
}

bool AssemblyMode::has_sign(const Pose& pose) const { return sense(pose) > vanishing; }

std::optional<OtherAssembly> AssemblyMode::apart(const Pose& pose) const {
    if (!is_on_side(pose)) return OtherAssembly{pose, OtherAssemblyReason::other_side, true};
    if (has_sign(pose)) return std::nullopt;
    return OtherAssembly{pose, OtherAssemblyReason::singular, against_home_};
}

std::vector<std::unique_ptr<const PoseCondition>> AssemblyMode::conditions() const {
    std::vector<std::unique_ptr<const PoseCondition>> conditions;
    if (side_) conditions.push_back(std::make_unique<const OnSide>(*this));
    if (determinant_ != 0 && !limit_asks_for_sign_) conditions.push_back(std::make_unique<const OfSign>(*this));
    return conditions;
}

}  // namespace hexscan

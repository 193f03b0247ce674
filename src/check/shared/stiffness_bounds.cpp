#include "src/check/shared/stiffness_bounds.h"

#include <limits>
#include <string_view>

#include "src/check/rods/rod_bounds.h"
#include "src/check/shared/stiff_box.h"
#include "src/machine/home_state.h"

namespace hexscan {
namespace {

class StiffEnough final : public SharedBound {
public:
    StiffEnough(const Machine& machine, const Limit& limit)
        : SharedBound(machine, limit.id),
          rods_(rod_bounds(machine)),
          least_n_per_m_(machine.stiffness.value().least_n_per_m) {}

    double at_least(const PoseBox& box) const override {
        const double proved = StiffBox(machine(), rods_, box).at_least_n_per_m(least_n_per_m_);
        // The size of the margin does not matter to the caller, so any positive number will do.
        return proved < least_n_per_m_ ? proved - least_n_per_m_ : std::numeric_limits<double>::min();
    }
    double asked_at_least(const PoseBox& box) const override {
        return StiffBox(machine(), rods_, box).at_least_n_per_m(state(middle_of(box)).asked);
    }
    double lever_m() const override { return longest_leg_m(machine()); }
    std::size_t halved_axis(const PoseBox& box) const override {
        return StiffBox(machine(), rods_, box).steepest_axis().value_or(SharedBound::halved_axis(box));
    }
    std::string_view subject() const override { return "stiffness"; }

private:
    AllRodBounds rods_;
    double least_n_per_m_;
};

}  // namespace

std::shared_ptr<const SharedBound> stiffness_bound(const Machine& machine, const Limit& limit) {
    return limit.kind == &stiffness_limit ? std::make_shared<StiffEnough>(machine, limit) : nullptr;
}

}  // namespace hexscan

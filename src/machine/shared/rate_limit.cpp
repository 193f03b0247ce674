#include "src/machine/shared/rate_limit.h"

#include <cmath>
#include <utility>

#include "kernels/shared/clearance_form.h"
#include "kernels/shared/limit_form.h"
#include "src/base/infinity.h"
#include "src/machine/machine.h"
#include "src/machine/shared/leg_lines.h"

namespace hexscan {
namespace {

/// The rate limit of one leg. While the tool moves along the leg, the leg's value changes by 1 / (u . h) of that motion
/// (leg_motion.h). The rate of an arm is divided by the arm's length.
class PosedRateLimit final : public PosedSharedLimit {
public:
    PosedRateLimit(std::shared_ptr<const LegLines> lines, std::size_t leg, double most)
        : lines_(std::move(lines)), leg_(leg), most_(most) {}

    bool keeps(const Vector& position_m) const override { return state(position_m).left >= 0; }

    double clearance_m(const Vector& position_m) const override {
        return clearance_of_rate_m(leg(), leg().line(position_m), least_along());
    }

    double doubt_m(double longest_m) const override { return lines_->doubt_m(longest_m); }

    LimitState state(const Vector& position_m) const override {
        const LegLine line = leg().line(position_m);
        const double asked = line.moves() ? 1 / (std::abs(line.along_motion) * arm()) : infinity;
        return {asked, most_, most_ - asked};
    }

    std::optional<LimitForm> form(const Vector& middle_m, double farthest_m) const override {
        return LimitForm{rate_form(this->doubt_m(length_of(middle_m) + farthest_m))};
    }
    std::optional<ClearanceForm> clearance_form() const override { return ClearanceForm{rate_form(0)}; }

private:
    RateForm rate_form(double doubt_m) const { return {leg(), least_along(), doubt_m}; }
    const TurnedLeg& leg() const { return lines_->leg(leg_); }
    double least_along() const { return 1 / (most_ * arm()); }
    double arm() const { return std::isinf(leg().crank_m()) ? 1 : leg().crank_m(); }

    std::shared_ptr<const LegLines> lines_;
    std::size_t leg_;
    double most_;
};

void append_rate_limits(const Machine& machine, const Rotation& turned, PosedSharedLimits& limits) {
    const auto lines = std::make_shared<const LegLines>(machine, turned, Vector{0, 0, 0});
    for (std::size_t leg = 0; leg < leg_count; ++leg)
        limits.push_back(machine.rate->frees.test(leg)
                             ? freed_limit()
                             : std::make_shared<const PosedRateLimit>(lines, leg, machine.rate->most));
}

}  // namespace

constinit const SharedLimitKinds rate_limits{
    .count = [](const Machine& machine) -> std::size_t { return machine.rate ? leg_count : 0; },
    .append_rows = [](const Machine&, LimitTable& table) { table.append_of_each_leg(rate_limit); },
    .append_posed = append_rate_limits,
    .free = [](Machine& machine, std::size_t number) { machine.rate->frees.set(number); },
    .remove = [](Machine& machine) { machine.rate.reset(); }};

}  // namespace hexscan

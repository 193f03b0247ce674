#include "src/machine/shared/stiffness_limit.h"

#include <cmath>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "kernels/shared/clearance_form.h"
#include "kernels/shared/limit_form.h"
#include "src/machine/machine.h"
#include "src/machine/shared/posed_stiffness.h"

namespace hexscan {
namespace {

class PosedStiffnessLimit final : public PosedSharedLimit {
public:
    PosedStiffnessLimit(const Machine& machine, const Rotation& turned)
        : stiffness_(machine, turned), least_n_per_m_(machine.stiffness->least_n_per_m) {}

    bool keeps(const Vector& position_m) const override { return state(position_m).left >= 0; }
    double clearance_m(const Vector& position_m) const override {
        return stiffness_.clearance_m(position_m, least_n_per_m_);
    }
    double doubt_m(double longest_m) const override { return stiffness_.doubt_m(longest_m); }
    LimitState state(const Vector& position_m) const override {
        const double asked = stiffness_.least_n_per_m(position_m);
        return {asked, least_n_per_m_, asked - least_n_per_m_};
    }
    std::optional<LimitForm> form(const Vector& middle_m, double farthest_m) const override {
        return LimitForm{
            StiffnessForm{stiffness_.legs(), std::sqrt(least_n_per_m_), doubt_m(length_of(middle_m) + farthest_m)}};
    }
    std::optional<ClearanceForm> clearance_form() const override {
        return ClearanceForm{StiffnessClearance{stiffness_.legs(), least_n_per_m_}};
    }

private:
    PosedStiffness stiffness_;
    double least_n_per_m_;
};

}  // namespace

std::optional<StiffnessProblem> stiffness_problem(const Stiffness& stiffness, const AnyLegs& legs) {
    const std::string unit = Units{}.name_of(dimension_of_stiffness(legs));
    for (std::size_t i = 0; i < leg_count; ++i)
        if (const double of_leg = stiffness.of_legs[i]; !(of_leg > 0 && of_leg <= most_stiffness))
            return StiffnessProblem{
                fmt::format("legs.stiffness[{}]", i),
                fmt::format("is {}; must be above 0 and at most {} {}", of_leg, most_stiffness, unit)};
    const double least = stiffness.least_n_per_m;
    if (least >= 0 && least <= most_stiffness) return std::nullopt;
    return StiffnessProblem{"legs.min_stiffness",
                            fmt::format("is {}; must be above 0 and at most {} N/m", least, most_stiffness)};
}

constinit const SharedLimitKinds stiffness_limits{
    .count = [](const Machine& machine) -> std::size_t {
        return machine.stiffness && machine.stiffness->limits() ? 1 : 0;
    },
    .append_rows = [](const Machine&, LimitTable& table) { table.append({}, stiffness_limit); },
    .append_posed =
        [](const Machine& machine, const Rotation& turned, PosedSharedLimits& limits) {
            if (machine.stiffness->is_free)
                limits.push_back(freed_limit());
            else
                limits.push_back(std::make_shared<const PosedStiffnessLimit>(machine, turned));
        },
    .free = [](Machine& machine, std::size_t) { machine.stiffness->is_free = true; },
    .remove =
        [](Machine& machine) {
            if (machine.stiffness) machine.stiffness->least_n_per_m = 0;
        }};

}  // namespace hexscan

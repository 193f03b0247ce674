#include "src/check/figures/leg_loads.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "src/base/interval.h"
#include "src/check/check_tuning.h"
#include "src/check/figures/least_figure.h"
#include "src/check/shared/force_bounds.h"
#include "src/check/shared/taylor_rows.h"
#include "src/machine/home_state.h"
#include "src/machine/shared/leg_forces.h"

namespace hexscan {
namespace {

enum class Way { pull, push, turn };

/// The negative of each leg's load in one direction.
PerLeg negative_loads(const Machine& machine, const Pose& pose, Way way) {
    const Rotation turned = rotation_of(pose.orientation, machine.orientation_order);
    const PosedForces::Forces forces = PosedForces(machine, turned).at(pose.position_m);
    PerLeg loads{};
    for (std::size_t leg = 0; leg < leg_count; ++leg)
        loads[leg] = !forces.hold       ? -infinity
                     : way == Way::turn ? -std::abs(forces.servo_nm[leg])
                                        : (way == Way::pull ? 1 : -1) * forces.rod_n[leg];
    return loads;
}

/// The smallest of the negative loads as a figure.
class NegativeLoad final : public Figure {
public:
    NegativeLoad(const Machine& machine, Way way) : machine_(machine), rods_(rod_bounds(machine)), way_(way) {}

    double at(const Pose& pose) const override { return std::ranges::min(negative_loads(machine_, pose, way_)); }
    double at_least(const PoseBox& box, LeastMet&) const override {
        const auto loads = loads_in(machine_, rods_, box, load());
        if (!loads) return -infinity;
        double least = infinity;
        for (const Interval& load : *loads)
            least = std::min(least, way_ == Way::turn ? -load.magnitude() : way_ == Way::pull ? load.lo : -load.hi);
        return least;
    }
    double lever_m() const override { return longest_leg_m(machine_); }
    std::size_t halved_axis(const PoseBox& box) const override {
        const TaylorRows rows(machine_, rods_, box, rod_vector_of(load()));
        return rows.steepest_axis().value_or(Figure::halved_axis(box));
    }

private:
    LegLoad load() const { return way_ == Way::turn ? LegLoad::torque : LegLoad::force; }

    const Machine& machine_;
    AllRodBounds rods_;
    Way way_;
};

LargestLoad largest(const Machine& machine, std::span<const PoseSpan> poses, Effort effort, Way way) {
    constexpr double tolerance = 1e-3, same = 1e-9;
    Figures figures;
    figures.push_back(std::make_unique<NegativeLoad>(machine, way));
    const LeastFigure least =
        least_figure(figures, poses, {.part = tolerance}, effort.of(tuning::parts_of_loads), FirstMet::all_corners);
    // If several legs carry the same load, rounding must not decide which of them is reported.
    const PerLeg loads = negative_loads(machine, least.at, way);
    const auto leg =
        std::ranges::find_if(loads, [&](double load) { return !(load > least.met + same * std::abs(least.met)); });
    const double sign = way == Way::pull ? 1 : -1;
    return {sign * least.met, sign * least.at_least, static_cast<std::size_t>(leg - loads.begin()) % leg_count,
            least.at,         least.along,           least.gave_up};
}

}  // namespace

double LegLoads::force_met_n() const { return std::max(std::abs(pull.met), std::abs(push.met)); }
double LegLoads::force_bound_n() const { return std::max(std::abs(pull.bound), std::abs(push.bound)); }

LegLoads leg_loads(const Machine& machine, std::span<const PoseSpan> poses, Effort effort) {
    const auto find = [&](Way way) { return largest(machine, poses, effort, way); };
    LegLoads loads{find(Way::pull), find(Way::push), std::nullopt};
    if (have_arms(machine.legs)) loads.torque_nm = find(Way::turn);
    return loads;
}

}  // namespace hexscan

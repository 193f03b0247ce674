#include "src/check/figures/least_of_legs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "src/base/interval.h"
#include "src/check/box_halves.h"
#include "src/check/check_tuning.h"
#include "src/check/shared/gap_box.h"
#include "src/check/shared/held_box.h"
#include "src/check/shared/stiff_box.h"
#include "src/check/shared/surroundings.h"
#include "src/check/shared_bounds.h"
#include "src/machine/home_state.h"
#include "src/machine/shared/posed_stiffness.h"

namespace hexscan {
namespace {

/// The value that a limit bounds (LimitState::asked).
class AskedFigure final : public Figure {
public:
    explicit AskedFigure(std::shared_ptr<const SharedBound> bound) : bound_(std::move(bound)) {}

    double at(const Pose& pose) const override { return bound_->state(pose).asked; }
    double at_least(const PoseBox& box, LeastMet&) const override { return bound_->asked_at_least(box); }
    double lever_m() const override { return bound_->lever_m(); }
    std::size_t halved_axis(const PoseBox& box) const override { return bound_->halved_axis(box); }

private:
    std::shared_ptr<const SharedBound> bound_;
};

/// The negative of the value that a limit bounds. `allowed` is the limit's allowed value.
class NegativeFigure final : public Figure {
public:
    NegativeFigure(std::shared_ptr<const SharedBound> bound, double allowed)
        : bound_(std::move(bound)), allowed_(allowed) {}

    double at(const Pose& pose) const override { return -bound_->state(pose).asked; }
    double at_least(const PoseBox& box, LeastMet&) const override {
        return (Interval(bound_->at_least(box)) - Interval(allowed_)).lo;
    }
    double lever_m() const override { return bound_->lever_m(); }
    std::size_t halved_axis(const PoseBox& box) const override { return bound_->halved_axis(box); }

private:
    std::shared_ptr<const SharedBound> bound_;
    double allowed_;
};

/// The gap of two telescopic legs.
class GapFigure final : public Figure {
public:
    GapFigure(const Machine& machine, const LegPair& pair) : machine_(machine), pair_(pair) {
        for (const std::size_t leg : {pair.first, pair.second})
            arm_m_ = std::max(arm_m_, length_of(machine.platform.points_m[leg]));
    }

    double at(const Pose& pose) const override { return apart_at(machine_, pair_, pose) - diameter_m(); }
    double at_least(const PoseBox& box, LeastMet& met) const override {
        const Surroundings around(box, machine_.orientation_order);
        // No point of either leg moves further than its platform joint.
        const double in_middle_m = at(around.middle), moved_m = 2 * around.moved_at(arm_m_);
        met.meet(in_middle_m);
        const double soon_known_m = in_middle_m - moved_m - 0x1p-20 * (moved_m + longest_leg_m(machine_));
        if (soon_known_m >= met.enough()) return soon_known_m;
        const ApartInBox apart = apart_in_box(machine_, pair_, box, met.enough() + diameter_m());
        met.meet(apart.met_m - diameter_m());
        return std::max((Interval(apart.at_least_m) - Interval(diameter_m())).lo, -diameter_m());
    }
    double lever_m() const override { return arm_m_; }

private:
    double diameter_m() const { return machine_.legs_apart->diameter; }

    const Machine& machine_;
    LegPair pair_;
    double arm_m_ = 0;
};

/// The conditioning, as a figure.
class HeldFigure final : public Figure {
public:
    explicit HeldFigure(const Machine& machine) : machine_(machine), rods_(rod_bounds(machine)) {}

    double at(const Pose& pose) const override { return conditioning_of_legs(machine_, pose); }
    double at_least(const PoseBox& box, LeastMet& met) const override {
        HeldBox held(machine_, rods_, box);
        const double enough = met.enough(), at_least = held.conditioning_at_least(enough);
        if (at_least < enough) {
            const Pose corner = corner_of(box, held.lowest_corner());
            met.meet(at(corner), corner, 0);
        }
        return at_least;
    }
    double lever_m() const override { return longest_leg_m(machine_); }
    std::size_t halved_axis(const PoseBox& box) const override {
        const TaylorRows rows(machine_, rods_, box, RodVector::over_along);
        return rows.steepest_axis().value_or(Figure::halved_axis(box));
    }

private:
    const Machine& machine_;
    AllRodBounds rods_;
};

/// The stiffness, as a figure.
class StiffFigure final : public Figure {
public:
    explicit StiffFigure(const Machine& machine) : machine_(machine), rods_(rod_bounds(machine)) {}

    double at(const Pose& pose) const override {
        return PosedStiffness(machine_, rotation_of(pose.orientation, machine_.orientation_order))
            .least_n_per_m(pose.position_m);
    }
    double at_least(const PoseBox& box, LeastMet& met) const override {
        const Pose middle = middle_of(box);
        met.meet(at(middle), middle, 0);
        return StiffBox(machine_, rods_, box).at_least_n_per_m(met.enough());
    }
    double lever_m() const override { return longest_leg_m(machine_); }
    std::size_t halved_axis(const PoseBox& box) const override {
        return StiffBox(machine_, rods_, box).steepest_axis().value_or(Figure::halved_axis(box));
    }

private:
    const Machine& machine_;
    AllRodBounds rods_;
};

Figures asked_figures(const Machine& machine) {
    Figures figures;
    for (const auto& bound : shared_bounds(machine)) figures.push_back(std::make_unique<AskedFigure>(bound));
    return figures;
}

}  // namespace

LeastFigure least_gap_m(const Machine& machine, std::span<const PoseSpan> poses, Effort effort) {
    Machine alone = with_legs_limits_alone(machine);
    alone.legs_apart = machine.legs_apart.value();
    alone.legs_apart->free_pairs.reset();
    alone.obstacles = machine.obstacles;
    alone.obstacles.freed.reset();
    Figures figures;
    if (machine.is_telescopic()) {
        for (const LegPair& pair : leg_pairs) figures.push_back(std::make_unique<GapFigure>(machine, pair));
        alone.legs_apart->free_pairs.set();
    }
    if (!machine.is_telescopic() || alone.obstacles != Obstacles{})
        for (auto& figure : asked_figures(alone)) figures.push_back(std::move(figure));
    constexpr double tolerance_of_longest = 1e-4;
    return least_figure(figures, poses, {.absolute = tolerance_of_longest * longest_leg_m(machine)},
                        effort.of(tuning::parts_of_least_of_legs));
}

LeastFigure least_conditioning(const Machine& machine, std::span<const PoseSpan> poses, Effort effort) {
    // The tolerance is slightly smaller than promised, because the figure itself has a small error.
    constexpr double tolerance = 1e-3 * (1 - 1e-3);
    Figures figures;
    figures.push_back(std::make_unique<HeldFigure>(machine));
    LeastFigure least =
        least_figure(figures, poses, {.absolute = tolerance}, effort.of(tuning::parts_of_least_of_legs));
    least.at_least = std::max(0.0, least.at_least);
    return least;
}

LeastFigure least_stiffness_n_per_m(const Machine& machine, std::span<const PoseSpan> poses, Effort effort) {
    constexpr double tolerance = 5e-3;
    Figures figures;
    figures.push_back(std::make_unique<StiffFigure>(machine));
    return least_figure(figures, poses, {.part = tolerance}, effort.of(tuning::parts_of_least_stiffness));
}

LeastFigure least_negative_rate(const Machine& machine, std::span<const PoseSpan> poses, Effort effort) {
    constexpr double tolerance = 1e-3;
    Machine alone = with_legs_limits_alone(machine);
    alone.rate = RateLimit{1};
    Figures figures;
    for (const auto& bound : shared_bounds(alone))
        figures.push_back(std::make_unique<NegativeFigure>(bound, alone.rate->most));
    return least_figure(figures, poses, {.part = tolerance}, effort.of(tuning::parts_of_least_of_legs));
}

Found<double> proved_least_gap_m(const Machine& machine, const PoseBox& box, Effort effort) {
    const LeastFigure least = least_gap_m(machine, std::array{PoseSpan{box.low, box.high}}, effort);
    return {least.at_least, least.gave_up};
}

Found<double> proved_least_conditioning(const Machine& machine, const PoseBox& box, Effort effort) {
    const LeastFigure least = least_conditioning(machine, std::array{PoseSpan{box.low, box.high}}, effort);
    return {least.at_least, least.gave_up};
}

Found<double> proved_least_stiffness_n_per_m(const Machine& machine, const PoseBox& box, Effort effort) {
    const LeastFigure least = least_stiffness_n_per_m(machine, std::array{PoseSpan{box.low, box.high}}, effort);
    return {least.at_least, least.gave_up};
}

}  // namespace hexscan

#include "src/check/least_of_legs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "src/base/best_first.h"
#include "src/base/interval.h"
#include "src/check/box_halves.h"
#include "src/check/check_tuning.h"
#include "src/check/shared/gap_box.h"
#include "src/check/shared/held_box.h"
#include "src/check/shared/surroundings.h"
#include "src/check/shared_bounds.h"
#include "src/machine/home_state.h"

namespace hexscan {
namespace {

/// The least that was met, and how much less may be told.
struct Met {
    double tolerance, least = std::numeric_limits<double>::infinity();

    void meet(double figure) { least = std::min(least, figure); }
    double enough() const { return least - tolerance; }
};

/// A number that poses have.
class Figure {
public:
    virtual ~Figure() = default;
    virtual double at(const Pose& pose) const = 0;
    /// No pose of the box has less; no more than `met.enough()` is asked for. What it meets it tells.
    virtual double at_least(const PoseBox& box, Met& met) const = 0;
    virtual double lever_m() const = 0;
};

/// What a limit asks.
class AskedFigure final : public Figure {
public:
    explicit AskedFigure(std::shared_ptr<const SharedBound> bound) : bound_(std::move(bound)) {}

    double at(const Pose& pose) const override { return bound_->state(pose).asked; }
    double at_least(const PoseBox& box, Met&) const override { return bound_->asked_at_least(box); }
    double lever_m() const override { return bound_->lever_m(); }

private:
    std::shared_ptr<const SharedBound> bound_;
};

/// The gap of two telescopic legs.
class GapFigure final : public Figure {
public:
    GapFigure(const Machine& machine, const LegPair& pair) : machine_(machine), pair_(pair) {
        for (const std::size_t leg : {pair.first, pair.second})
            arm_m_ = std::max(arm_m_, length_of(machine.platform.points_m[leg]));
    }

    double at(const Pose& pose) const override { return apart_at(machine_, pair_, pose) - diameter_m(); }
    double at_least(const PoseBox& box, Met& met) const override {
        const Surroundings around(box, machine_.orientation_order);
        // No place on either leg moves by more than its platform joint does.
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

/// The conditioning of telescopic legs.
class HeldFigure final : public Figure {
public:
    explicit HeldFigure(const Machine& machine) : machine_(machine) {}

    double at(const Pose& pose) const override { return conditioning_of_legs(machine_, pose); }
    double at_least(const PoseBox& box, Met& met) const override {
        HeldBox held(machine_, box);
        const double enough = met.enough(), at_least = held.conditioning_at_least(enough);
        if (at_least < enough) met.meet(at(corner_of(box, held.lowest_corner())));
        return at_least;
    }
    double lever_m() const override { return longest_leg_m(machine_); }

private:
    const Machine& machine_;
};

using Figures = std::vector<std::unique_ptr<const Figure>>;

/// A part of a box and what a figure is there at least. The lowest one is looked at first.
struct Part {
    PoseBox box;
    const Figure* of;
    double at_least;
    bool operator<(const Part& other) const { return at_least > other.at_least; }
};

/// The corner where a figure is the least of those one side away.
void meet_low_corner(const Figure& figure, const PoseBox& box, Met& met) {
    unsigned lowest = 0;
    double least = figure.at(corner_of(box, lowest));
    for (bool is_new = true; is_new;) {
        is_new = false;
        for (std::size_t k = 0; k < PoseBox::dimensions; ++k) {
            if (!(box.low[k] < box.high[k])) continue;
            const double next = figure.at(corner_of(box, lowest ^ 1U << k));
            if (!(next < least)) continue;
            lowest ^= 1U << k;
            least = next;
            is_new = true;
        }
    }
    met.meet(least);
}

/// What all figures are at least, to within the tolerance of what one of them has somewhere.
double proved_least(const Figures& figures, const PoseBox& box, double tolerance) {
    Met met{tolerance};
    BestFirst<Part> open;
    const auto add = [&](const PoseBox& part, const Figure& of) {
        const double at_least = of.at_least(part, met);
        // What is no number promises nothing.
        open.add({part, &of, at_least >= -infinity ? at_least : -infinity});
    };
    for (const auto& figure : figures) met.meet(figure->at(middle_of(box)));
    for (const auto& figure : figures) add(box, *figure);
    // Most figures are least at a corner.
    if (const Part* const lowest = open.search([](const Part&) { return true; }, [](const Part&) {}))
        meet_low_corner(*lowest->of, box, met);
    const Part* const left = open.search([&](const Part& part) { return part.at_least >= met.enough(); },
                                         [&](const Part& part) {
                                             met.meet(part.of->at(middle_of(part.box)));
                                             const auto [low, high] =
                                                 halves_of(part.box, widest_axis(part.box, part.of->lever_m()));
                                             add(low, *part.of);
                                             add(high, *part.of);
                                         },
                                         tuning::parts_of_least_of_legs);
    return left ? left->at_least : met.least;
}

Figures asked_figures(const Machine& machine) {
    Figures figures;
    for (const auto& bound : shared_bounds(machine)) figures.push_back(std::make_unique<AskedFigure>(bound));
    return figures;
}

}  // namespace

double proved_least_gap_m(const Machine& machine, const PoseBox& box) {
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
    return proved_least(figures, box, tolerance_of_longest * longest_leg_m(machine));
}

double proved_least_conditioning(const Machine& machine, const PoseBox& box) {
    // What is met is known to far less than the last part.
    constexpr double tolerance = 1e-3 * (1 - 1e-3);
    Figures figures;
    if (machine.is_telescopic()) {
        figures.push_back(std::make_unique<HeldFigure>(machine));
    } else {
        constexpr double any = 0.5;
        Machine alone = with_legs_limits_alone(machine);
        alone.singularity.emplace().avoid = false;
        alone.singularity->min_conditioning = any;
        if (machine.singularity) alone.singularity->length = machine.singularity->length;
        figures = asked_figures(alone);
    }
    return std::max(0.0, proved_least(figures, box, tolerance));
}

}  // namespace hexscan

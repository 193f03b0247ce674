#include "src/check/least_of_legs.h"

#include <algorithm>
#include <limits>

#include "src/base/best_first.h"
#include "src/base/interval.h"
#include "src/check/box_halves.h"
#include "src/check/check_tuning.h"
#include "src/check/shared_bounds.h"
#include "src/machine/home_state.h"

namespace hexscan {
namespace {

/// A part of a box and what a limit's figure is there at least. The lowest one is looked at first.
struct Part {
    PoseBox box;
    const SharedBound* of;
    double at_least;
    bool operator<(const Part& other) const { return at_least > other.at_least; }
};

/// What all limits of a machine have at least, to within the tolerance of what one of them has somewhere.
double proved_least(const Machine& machine, const PoseBox& box, double tolerance) {
    const SharedBounds bounds = shared_bounds(machine);
    double met = std::numeric_limits<double>::infinity();
    const auto meet = [&](const SharedBound& bound, const Pose& pose) { met = std::min(met, bound.state(pose).asked); };
    BestFirst<Part> open;
    const auto add = [&](const PoseBox& part, const SharedBound& of) {
        const double at_least = of.asked_at_least(part);
        // What is no number promises nothing.
        open.add({part, &of, at_least >= -infinity ? at_least : -infinity});
    };
    for (const auto& bound : bounds) add(box, *bound);
    // Most figures are least at a corner.
    if (const Part* const lowest = open.search([](const Part&) { return true; }, [](const Part&) {}))
        for (unsigned corner = 0; corner < 1U << PoseBox::dimensions; ++corner)
            meet(*lowest->of, corner_of(box, corner));
    const Part* const left = open.search([&](const Part& part) { return part.at_least >= met - tolerance; },
                                         [&](const Part& part) {
                                             meet(*part.of, middle_of(part.box));
                                             const auto [low, high] =
                                                 halves_of(part.box, widest_axis(part.box, part.of->lever_m()));
                                             add(low, *part.of);
                                             add(high, *part.of);
                                         },
                                         tuning::parts_of_least_of_legs);
    return left ? left->at_least : met;
}

}  // namespace

double proved_least_gap_m(const Machine& machine, const PoseBox& box) {
    Machine alone = with_legs_limits_alone(machine);
    alone.legs_apart = machine.legs_apart.value();
    alone.legs_apart->free_pairs.reset();
    alone.obstacles = machine.obstacles;
    alone.obstacles.freed.reset();
    constexpr double tolerance_of_longest = 1e-4;
    return proved_least(alone, box, tolerance_of_longest * longest_leg_m(machine));
}

double proved_least_conditioning(const Machine& machine, const PoseBox& box) {
    constexpr double any = 0.5, tolerance = 1e-3;
    Machine alone = with_legs_limits_alone(machine);
    alone.singularity.emplace().avoid = false;
    alone.singularity->min_conditioning = any;
    if (machine.singularity) alone.singularity->length = machine.singularity->length;
    return std::max(0.0, proved_least(alone, box, tolerance));
}

}  // namespace hexscan

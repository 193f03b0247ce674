#include "src/check/figures/kept_ball.h"

#include "src/sweep/measure_kind.h"

namespace hexscan {
namespace {

void set_largest_ball(const Machine& machine, const ScanPlan& plan, const SweepFile& sweep, MachineFigures& figures) {
    const auto ball = largest_kept_ball(machine, plan, sweep.scan.orientations.first(), sweep.effort);
    if (!ball) return;
    figures.largest_ball_m = ball->radius_m;
    figures.largest_ball_gave_up = ball->gave_up ? 1 : 0;
}

double largest_ball_value(const MachineFigures& figures, const ScanRequest&) { return figures.largest_ball_m; }

}  // namespace

/// Radius of the largest ball about a grid point that is reachable throughout, at every orientation.
MeasureDefinition largest_ball_measure() {
    return {.name = "largest_ball",
            .column_unit = "_m",
            .length_power = 1,
            .set = set_largest_ball,
            .value = largest_ball_value,
            .gave_up = &MachineFigures::largest_ball_gave_up};
}

}  // namespace hexscan

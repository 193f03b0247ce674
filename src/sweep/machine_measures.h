#pragma once

#include "src/check/proof.h"
#include "src/sweep/measured.h"

/// What is measured of a machine, one measure each, on the thread that asks.
namespace hexscan {

/// The scan at the one orientation that volumes and balls are measured at: the scan's own, of a set its middle one.
ScanRequest constant_scan(const ScanRequest& scan);
/// The scan of the total workspace, whatever workspace the scan asks for.
ScanRequest total_scan(const ScanRequest& scan);

/// Sets points and cut_off.
void measure_volume(const ScanPlan& plan, Measured& measured);

/// Sets the border contact that a reachable row [first, last] makes. An axis of a single point has no border.
inline bool touches_border(const ScanPlan& plan, int slice, int row, int first, int last) {
    const auto at_end = [](int index, int count) { return count > 1 && (index == 0 || index == count - 1); };
    return at_end(slice, plan.slices()) || at_end(row, plan.rows()) ||
           (plan.columns() > 1 && (first == 0 || last == plan.columns() - 1));
}

/// The largest clearance of all grid points, in metres; 0 where none is positive. Branch and bound over boxes of grid points:
/// between two positions clearances change by no more than their distance.
double largest_ball_m(const Machine& machine, const ScanPlan& plan);

/// How many of the requirements are proved.
int requirements_met(const Machine& machine, const std::vector<Requirement>& requirements);

/// Everything that a study measures of one machine.
Measured measured_on_host(const Machine& machine, const SweepStudy& study);

}  // namespace hexscan

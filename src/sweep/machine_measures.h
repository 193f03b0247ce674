#pragma once

#include <cstdint>

#include "src/check/requirement.h"
#include "src/scan/runs.h"
#include "src/sweep/measured.h"

/// What is measured of a machine, one measure each, on the thread that asks.
namespace hexscan {

/// The scan at the one orientation that volumes and balls are measured at: the scan's own, of a set its middle one.
ScanRequest constant_scan(const ScanRequest& scan);
/// The scan of the total workspace, whatever workspace the scan asks for.
ScanRequest total_scan(const ScanRequest& scan);

/// Sets points and cut_off.
void measure_volume(const ScanPlan& plan, Measured& measured);

/// The runs of one slice.
WorkspaceSlice runs_of_slice(const ScanPlan& plan, int slice);

/// Reachable points of the total workspace of a plan with a set.
std::int64_t total_points_on_host(const ScanPlan& plan);

/// The largest clearance of all grid points, in metres; 0 where none is positive. Branch and bound over boxes of grid
/// points: between two positions clearances change by no more than their distance.
double largest_ball_m(const Machine& machine, const ScanPlan& plan);

/// How many of the requirements are proved; what a box leaves out is as at this machine's home.
int requirements_met(const Machine& machine, const std::vector<Requirement>& requirements);

/// Of what a study measures of a machine, all that is not counted in points of a grid: every device leaves it to the host.
/// `plan` is that of constant_scan.
Measured ball_and_requirements(const Machine& machine, const ScanPlan& plan, const SweepStudy& study);

/// Everything that a study measures of one machine.
Measured measured_on_host(const Machine& machine, const SweepStudy& study);

}  // namespace hexscan

#pragma once

#include <cstdint>
#include <span>

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

/// How many steps a row of points reaches: `steps` says how many more reach a column than the one before, modulo 2^32;
/// the sums are added to `counts`.
void add_summed_steps(std::span<const std::uint32_t> steps, std::span<std::uint32_t> counts);

/// Reachable points of the total workspace of a plan with a set.
std::int64_t total_points_on_host(const ScanPlan& plan);

/// The largest clearance of all grid points, in metres; 0 where none is positive. Branch and bound over boxes of grid
/// points: between two positions clearances change by no more than their distance.
double largest_ball_m(const Machine& machine, const ScanPlan& plan);

/// How many of the requirements are proved.
int requirements_met(const Machine& machine, const std::vector<Requirement>& requirements);

/// Everything that a study measures of one machine.
Measured measured_on_host(const Machine& machine, const SweepStudy& study);

}  // namespace hexscan

#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "src/scan/plan.h"
#include "src/sweep/sweep_file/sweep_file.h"

namespace hexscan {

/// What every sweep measures of one machine or leaves 0: its layout is what ranks send each other and what files keep.
struct MachineFigures {
    std::int64_t eighth_cells = 0;        ///< of the workspace that the scan asks for (kernels/sets/grid_cells.h)
    std::int64_t total_eighth_cells = 0;  ///< of what is reachable at every orientation
    double largest_ball_m = 0;            ///< 0 where nothing is reachable
    std::int32_t requirements_met = 0;
    std::uint8_t is_machine = 0;  ///< 0: no machine can be built of these numbers, and nothing is measured
    std::uint8_t cut_off =
        0;  ///< of the volume: a reachable point lies on the border of the grid, which may cut it off
    std::uint8_t largest_ball_gave_up = 0, requirements_gave_up = 0;  ///< the search: the figure may be too small

    bool operator==(const MachineFigures&) const = default;
};
static_assert(std::has_unique_object_representations_v<MachineFigures> || sizeof(MachineFigures) == 32);

/// What is measured of one machine.
struct Measured : MachineFigures {
    /// For each of the sweep's measures that has a figure of its own, in their order; none where it is no machine.
    std::vector<double> figures;
    /// Of each of them 1 where the search for it gave up: it may be too small.
    std::vector<std::uint8_t> gave_up;

    bool operator==(const Measured&) const = default;
};

/// A measure of a machine as results show it: volumes in m^3, lengths in m, counts.
double value_of(const Measure& measure, const Measured& measured, const ScanRequest& scan);
/// Whether the search for it gave up, so that it may be too small.
bool gave_up(const Measure& measure, const Measured& measured);

}  // namespace hexscan

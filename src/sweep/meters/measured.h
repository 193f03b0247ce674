#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "src/scan/plan.h"
#include "src/sweep/sweep_file/sweep_file.h"

namespace hexscan {

/// The figures of one machine that every sweep has; those not measured are 0. Ranks exchange this layout, and files
/// keep it.
struct MachineFigures {
    std::int64_t eighth_cells = 0;        ///< Eighth cells of the requested workspace (kernels/sets/grid_cells.h).
    std::int64_t total_eighth_cells = 0;  ///< Eighth cells of the total workspace.
    double largest_ball_m = 0;            ///< 0 if nothing is reachable.
    std::int32_t requirements_met = 0;
    std::uint8_t is_machine = 0;  ///< 0: no machine can be built of these numbers, and nothing is measured
    std::uint8_t cut_off =
        0;  ///< of the volume: a reachable point lies on the border of the grid, which may cut it off
    std::uint8_t largest_ball_gave_up = 0, requirements_gave_up = 0;  ///< the search: the figure may be too small

    bool operator==(const MachineFigures&) const = default;
};
static_assert(std::has_unique_object_representations_v<MachineFigures> || sizeof(MachineFigures) == 32);

/// All measures of one machine.
struct Measured : MachineFigures {
    /// The figures of those measures of the sweep that have their own, in order. Empty if it is no machine.
    std::vector<double> figures;
    /// One for each figure: 1 if its search gave up, so that it may be too small.
    std::vector<std::uint8_t> gave_up;

    bool operator==(const Measured&) const = default;
};

/// The value of a measure in results: volumes in m^3, lengths in m, or counts.
double value_of(const Measure& measure, const Measured& measured, const ScanRequest& scan);
/// Whether the search for it gave up, so that it may be too small.
bool gave_up(const Measure& measure, const Measured& measured);

}  // namespace hexscan

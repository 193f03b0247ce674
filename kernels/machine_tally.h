#pragma once

/// Counts of a machine in a sweep.
namespace hexscan {

/// The counts of one machine.
struct MachineTally {
    unsigned long long eighth_cells;  ///< of the reachable grid points (grid_cells.h)
    unsigned cut_off;                 ///< 1 if a reachable point lies on the border of the grid
};

}  // namespace hexscan

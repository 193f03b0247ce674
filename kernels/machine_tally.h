#pragma once

/// Counts of a machine in a sweep.
namespace hexscan {

/// The counts of one machine.
struct MachineTally {
    unsigned long long eighth_cells;  ///< volume of the reachable grid points' cells, in eighths of a cell
                                      ///< (grid_cells.h)
    unsigned cut_off;                 ///< 1 if a reachable point lies on the border of the grid
};

}  // namespace hexscan

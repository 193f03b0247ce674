#pragma once

/// What a sweep counts of one machine.
namespace hexscan {

/// The counts of one machine.
struct MachineTally {
    unsigned long long eighth_cells;  ///< of its reachable grid points (grid_cells.h)
    unsigned cut_off;                 ///< 1: one of them lies on the border of the grid
};

}  // namespace hexscan

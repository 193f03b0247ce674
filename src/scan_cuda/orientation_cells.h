#pragma once

#include <span>
#include <vector>

#include "kernels/shared/form_cells.h"
#include "src/machine/rotation.h"

namespace hexscan {

/// Orientations in a tree of cells, on the host.
struct OrientationCells {
    std::vector<OrientationCell> cells;
    std::vector<int> roots;  ///< the cells of the deepest level that has at most the wanted number of cells
};

/// Groups orientations into cells. Cell by cell, the orientations are halved three times at the median of the element
/// of their rotation matrices that varies most. Roots far from the middle of the set come first, because they usually
/// remove most positions.
OrientationCells cells_of(std::span<const Rotation> orientations, int most_roots);

/// Cells that have one orientation each.
OrientationCells single_cells(int count);

}  // namespace hexscan

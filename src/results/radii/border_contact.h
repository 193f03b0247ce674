#pragma once

#include <cstdint>
#include <string>

#include "src/machine/description/units.h"
#include "src/scan/grid.h"
#include "src/scan/rows/runs.h"

namespace hexscan {

/// The number of reachable points on each side of the grid. The grid may cut the workspace off there. An axis of a
/// single point is a section that the user chose, so it has no sides.
struct BorderContact {
    std::int64_t x_low = 0, x_high = 0;
    std::int64_t y_low = 0, y_high = 0;
    std::int64_t z_low = 0, z_high = 0;

    bool any() const { return *this != BorderContact{}; }
    BorderContact& operator+=(const BorderContact& other);
    bool operator==(const BorderContact&) const = default;
};

/// The contact of one slice. `slice` is its index in the grid. If the grid is a slab, its sides in z are those of the
/// whole grid.
BorderContact border_contact(const ScanGrid& grid, int slice, const WorkspaceSlice& runs);

/// The sides in words, such as "x = -0.9 m (312 points) and z = 1.9 m (5 points)", or "" if there is no contact.
std::string describe(const BorderContact& contact, const ScanGrid& grid, const Units& units);

/// A warning that the grid misses the workspace or cuts it off, or "".
std::string workspace_warning(std::int64_t reachable_points, const BorderContact& contact, const ScanGrid& grid,
                              const Units& units);

}  // namespace hexscan

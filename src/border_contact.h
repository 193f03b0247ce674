#pragma once

#include <span>
#include <string>

#include "src/row_extent.h"
#include "src/scan_plan.h"

namespace hexscan {

/// The sides of the grid on which reachable points lie: there the grid may cut the workspace off.
/// An axis of a single point is a chosen section and has no sides.
struct BorderContact {
    bool x_low = false, x_high = false;
    bool y_low = false, y_high = false;
    bool z_low = false, z_high = false;

    bool any() const { return x_low || x_high || y_low || y_high || z_low || z_high; }
    BorderContact& operator|=(const BorderContact& other);
    bool operator==(const BorderContact&) const = default;
};

/// The sides that slice `slice` of the plan (counted inside the plan) touches. Where the plan is a slab, the
/// sides in z are those of the whole grid.
BorderContact border_contact(const ScanPlan& plan, int slice, std::span<const RowExtent> extents);

/// The sides in words, such as "x = -0.9 m and z = 1.9 m"; empty if there is no contact.
std::string describe(const BorderContact& contact, const ScanPlan& plan);

}  // namespace hexscan

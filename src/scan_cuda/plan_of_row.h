#pragma once

#include "src/scan/plan.h"

namespace hexscan {

/// The same scan, restricted to a single row and without maps.
inline ScanPlan plan_of_row(const ScanPlan& plan, int slice, int row) {
    ScanPlan alone = plan.slab(slice, 1);
    alone.maps.clear();
    alone.y.begin += row;
    alone.y.count = 1;
    return alone;
}

/// The same scan without the limits that legs share.
inline ScanPlan of_legs_alone(const ScanPlan& plan) {
    ScanPlan legs = plan;
    legs.legs_limits_alone = true;
    return legs;
}

}  // namespace hexscan

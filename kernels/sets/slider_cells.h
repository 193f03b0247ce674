#pragma once

#include "kernels/host_device.h"
#include "kernels/slider_leg.h"
#include "rod_cells.h"

/// Places of a slider's carriage for its bounds over cells of orientations (kernels/sets/rod_cells.h).
namespace hexscan {

HEXSCAN_HD_INLINE bool has_cell_bounds(const SliderLeg& leg) {
    return !leg.carriage.is_limited() && !leg.platform.is_limited();
}
/// Nearer places say no less.
HEXSCAN_HD_INLINE bool asks_ends(const SliderLeg&) { return false; }

HEXSCAN_HD_INLINE RodFeet feet_at_ends(const SliderLeg& leg) {
    return {scaled(leg.rail, leg.from_m), scaled(leg.rail, leg.to_m)};
}

/// The lower end is as far from the platform's joint as can be; nearest to it is the carriage square below it.
HEXSCAN_HD_INLINE RodFeet best_feet(const SliderLeg& leg, Vec3<double> l_m) {
    const double along_m = dot(l_m, leg.rail);
    if (!(along_m < leg.to_m)) return feet_at_ends(leg);
    return {scaled(leg.rail, leg.from_m), scaled(leg.rail, along_m > leg.from_m ? along_m : leg.from_m)};
}

}  // namespace hexscan

#pragma once

#include <cmath>

#include "kernels/rod_shape.h"
#include "kernels/shared/jacobian_rows.h"
#include "kernels/shared/known.h"
#include "kernels/shared/leg_line.h"

namespace hexscan {

/// A signed distance by which the platform may move while |u . h| of a leg stays on the same side of `least_along`:
/// positive if it is at least that. The result is 0 if the leg's value does not move the platform.
HEXSCAN_HD_INLINE double clearance_of_rate_m(const TurnedLeg& leg, const LegLine& line, double least_along) {
    if (!line.moves()) return 0;
    const double left = std::fabs(line.along_motion) - least_along;
    const LineChange change = leg.change(line);
    const double moved_m = std::fabs(left) / change_along_motion(change, line, leg.crank_m());
    return std::copysign(moved_m < change.most_m ? moved_m : change.most_m, left);
}

/// The limit on the rate of one leg, in the form that kernels test. While the tool moves along the leg, the leg's value
/// changes by 1 / (u . h) of that motion (u and h: leg_line.h). The rate of an arm is divided by the arm's length.
struct RateForm {
    TurnedLeg leg;
    double least_along;  ///< the least allowed |u . h|
    double doubt_m;      ///< rounding bound, as in motion_in_box()

    HEXSCAN_HD_OUTLINE Known in_box(const Vec3<double>& middle_m, const Vec3<double>& half_m, double turned = 0) const {
        const LegLine line = leg.line(middle_m);
        if (!line.moves()) return Known::nothing;
        const LineChange change = leg.change(line);
        const double slack = std::fabs(line.along_motion) - least_along;
        const double moved_m = motion_in_box(half_m, turned, doubt_m).of_point_m(leg.lever_m);
        const double changed = moved_m * change_along_motion(change, line, leg.crank_m());
        if (!(moved_m < change.most_m && changed + 0x1p-44 < std::fabs(slack))) return Known::nothing;
        return slack > 0 ? Known::kept : Known::lost;
    }
};

}  // namespace hexscan

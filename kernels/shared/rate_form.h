#pragma once

#include <cmath>

#include "kernels/rod_shape.h"
#include "kernels/shared/known.h"
#include "kernels/shared/leg_line.h"
#include "kernels/shared/rod_matrix.h"

namespace hexscan {

/// A signed distance by which the platform may move while |u . h| of a leg stays on the same side of `least_along`:
/// positive if it is at least that. The result is 0 if the leg's value does not move the platform.
HEXSCAN_HD_INLINE double clearance_of_rate_m(const LegLine& line, const LineChange& change, double crank_m,
                                             double least_along) {
    if (!line.moves()) return 0;
    const double left = std::fabs(line.along_motion) - least_along;
    const double moved_m = std::fabs(left) / change_along_motion(change, line, crank_m);
    return std::copysign(moved_m < change.most_m ? moved_m : change.most_m, left);
}

/// The limit on the rate of one leg, in the form that kernels test. While the tool moves along the leg, the leg's value
/// changes by 1 / (u . h) of that motion (u and h: leg_line.h). The rate of an arm is divided by the arm's length.
struct RateForm {
    bool has_rod;  ///< false for a telescopic leg
    LegWithRod rod;
    Vec3<double> offset_m;  ///< the leg's vector minus the position
    double crank_m;         ///< length of the arm; infinite without an arm
    double least_along;     ///< the least allowed |u . h|
    double doubt_m;         ///< rounding bound, as in move_in_box_m()

    HEXSCAN_HD_INLINE LegLine line(const Vec3<double>& p) const {
        const Vec3<double> l = p + offset_m;
        return has_rod ? line_of_rod(l, rod.shape(l)) : line_along(l);
    }
    HEXSCAN_HD_INLINE LineChange change(const LegLine& line) const {
        return has_rod ? change_of_rod(line, crank_m) : change_of_leg(line.length_m);
    }

    HEXSCAN_HD_OUTLINE Known in_box(const Vec3<double>& middle_m, const Vec3<double>& half_m) const {
        const LegLine line = this->line(middle_m);
        if (!line.moves()) return Known::nothing;
        const LineChange change = this->change(line);
        const double slack = std::fabs(line.along_motion) - least_along;
        const double moved_m = move_in_box_m(half_m, doubt_m);
        const double changed = moved_m * change_along_motion(change, line, crank_m);
        if (!(moved_m < change.most_m && changed + 0x1p-44 < std::fabs(slack))) return Known::nothing;
        return slack > 0 ? Known::kept : Known::lost;
    }
};

}  // namespace hexscan

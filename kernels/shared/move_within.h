#pragma once

#include <cmath>

#include "kernels/host_device.h"

namespace hexscan {

/// How exactly a processor knows the changes that move_within_m() compares. The default is for the host, which defines
/// the result.
struct MoveDoubt {
    double error = 0;    ///< relative error of changes, and of the largest allowed change
    double least_m = 0;  ///< changes of shorter moves have a larger error
};

/// Finds a distance of at most `first_m` by which the platform may move while some quantity changes by at most `most`.
/// changed(move_m) is an upper bound on the change. Returns 0 if no such distance is found, and NaN if the doubt leaves
/// it open which distance the host finds.
template <class Changed>
HEXSCAN_HD_INLINE double move_within_m(double most, double first_m, Changed changed, const MoveDoubt& doubt = {}) {
    constexpr int most_tries = 40;
    double move_m = first_m;
    HEXSCAN_ROLLED
    for (int k = 0; k < most_tries && move_m > 0; ++k) {
        const double change = changed(move_m), factor = 0.95 * most / change;
        if (!(move_m > doubt.least_m) || std::fabs(change - most) < doubt.error * most) return NAN;
        if (change <= most) return move_m;
        move_m *= factor < 0.1 ? 0.1 : factor;
    }
    return 0;
}

}  // namespace hexscan

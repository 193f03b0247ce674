#pragma once

namespace hexscan {

/// Finds a distance of at most `first_m` by which the platform may move while some quantity changes by at most `most`.
/// changed(move_m) is an upper bound on the change. Returns 0 if no such distance is found.
template <class Changed>
double move_within_m(double most, double first_m, Changed changed) {
    constexpr int most_tries = 40;
    double move_m = first_m;
    for (int k = 0; k < most_tries && move_m > 0; ++k) {
        const double change = changed(move_m), factor = 0.95 * most / change;
        if (change <= most) return move_m;
        move_m *= factor < 0.1 ? 0.1 : factor;
    }
    return 0;
}

}  // namespace hexscan

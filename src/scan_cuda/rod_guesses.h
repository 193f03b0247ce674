#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "kernels/rod_guess.h"
#include "src/machine/rotation.h"

/// What kernels guess clearances of legs with rods by, and what these guesses are off by.
namespace hexscan {

/// Where a leg is on a grid.
struct LegOnMap {
    Vector at_middle_m;      ///< its vector at the middle of the grid
    double half_diagonal_m;  ///< of the grid
    double longest_m;        ///< what a vector is no longer than, nor the magnitudes that it is computed from
};

/// A leg to guess by. Guesses are off by `off_m` at most from the exact clearances as they are computed.
template <class Guessed>
struct LegWithGuess {
    Guessed leg;
    float off_m;
};

namespace rod_guesses {

inline ArmDirection<float> to_float(const ArmDirection<double>& arm) {
    return {static_cast<float>(arm.u), static_cast<float>(arm.w)};
}

inline GuessedAxes axes(const std::array<Vector, 3>& axes, const Vector& at_middle_m) {
    GuessedAxes guessed{};
    for (std::size_t i = 0; i < axes.size(); ++i) {
        guessed.axes[i] = {static_cast<float>(axes[i].x), static_cast<float>(axes[i].y), static_cast<float>(axes[i].z)};
        guessed.at_middle_m[i] = static_cast<float>(dot(axes[i], at_middle_m));
    }
    return guessed;
}

/// A unit vector square to another.
inline Vector square_to(const Vector& v) {
    const double x = std::abs(v.x), y = std::abs(v.y), z = std::abs(v.z);
    const Vector least = x <= y && x <= z ? Vector{1, 0, 0} : y <= z ? Vector{0, 1, 0} : Vector{0, 0, 1};
    const Vector across = cross(v, least);
    return scaled(across, 1 / length_of(across));
}

/// Twice what kernels/rod_guess.h has, for the roots of differences of the exact clearances, which lose half their
/// digits; and how the exact leg vector is rounded, wherever the machine stands. Lengths whose squares float does not
/// hold are not guessed.
inline float off_m(double sum_of_lengths_m, double longest_m) {
    constexpr double of_guess = 0x1p-17, of_vector = 0x1p-48, least_m = 0x1p-40, most_m = 0x1p40;
    if (!(sum_of_lengths_m >= least_m && sum_of_lengths_m <= most_m)) return std::numeric_limits<float>::infinity();
    return static_cast<float>(of_guess * sum_of_lengths_m + of_vector * longest_m);
}

}  // namespace rod_guesses

/// Ends of travel that lie far beyond the grid are never the nearest limits: reach is nearer.
inline LegWithGuess<GuessedSlider> guessed_leg(const SliderLeg& leg, bool ahead, const LegOnMap& on) {
    using namespace rod_guesses;
    const Vector across = square_to(leg.rail);
    const double ends_m = std::max({0.0, leg.from_m, -leg.to_m});
    return {{axes({leg.rail, across, cross(leg.rail, across)}, on.at_middle_m), static_cast<float>(leg.rod_m),
             static_cast<float>(leg.from_m), static_cast<float>(leg.to_m), ahead},
            off_m(on.half_diagonal_m + length_of(on.at_middle_m) + leg.rod_m + ends_m, on.longest_m)};
}

/// Where arm or rod is short, the direction of the exact arm loses more than other numbers do; so does it near the
/// motor's axis.
inline LegWithGuess<GuessedRotary> guessed_leg(const RotaryLeg& leg, bool ahead, const LegOnMap& on) {
    using namespace rod_guesses;
    const double sum_m = on.half_diagonal_m + length_of(on.at_middle_m) + leg.arm_m + leg.rod_m;
    const float off = off_m(sum_m * std::max(1.0, sum_m / (16 * std::min(leg.arm_m, leg.rod_m))), on.longest_m);
    return {
        {axes({leg.u, leg.w, leg.axis}, on.at_middle_m), static_cast<float>(leg.arm_m), static_cast<float>(leg.rod_m),
         to_float(leg.from), to_float(leg.to), to_float(leg.middle), leg.range, ahead, 16 * off},
        off};
}

}  // namespace hexscan

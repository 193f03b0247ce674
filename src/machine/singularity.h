#pragma once

#include <array>
#include <string>

#include "src/machine/machine.h"

/// How well the six legs hold the platform at a pose.
namespace hexscan {

/// The inverse Jacobian's singular values, largest first. Its row i is (u, (R c) x u / r), with u the leg's direction, c the
/// platform joint seen from the platform joints' centroid and r their root mean square distance from it, so that all its
/// entries are numbers without a unit (Gosselin and Angeles, IEEE Trans. Robotics and Automation 6, 1990; Merlet, Parallel
/// Robots, 2nd ed., ch. 5 and 6).
struct Conditioning {
    std::array<double, leg_count> singular_values{};
    int rank = 0;                           ///< singular values above 1e-9 of the largest
    double condition = 0;                   ///< largest over smallest; infinity where the rank is below 6
    std::array<double, leg_count> slack{};  ///< the motion that the legs hold least: velocity, then turning times r
};

/// Of the legs' lines at a pose, from the singular values of their 6 x 6 matrix.
Conditioning conditioning(const Machine& machine, const Pose& pose);

/// The determinant of the same matrix. Its sign changes at singularities only.
double determinant(const Machine& machine, const Pose& pose);

/// What makes a machine singular at a pose, in words: coincident legs, similar hexagons, parallel legs, legs through one
/// point or one line, or else the motion that no leg resists. Asks for a pose where the rank is below 6.
std::string singularity_text(const Machine& machine, const Pose& pose);

/// Whether the machine is singular at poses around this one too: by its architecture and not by the pose.
bool singular_everywhere(const Machine& machine, const Pose& pose);

}  // namespace hexscan

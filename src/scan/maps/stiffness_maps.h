#pragma once

#include <cstddef>
#include <string>

#include "src/machine/machine.h"

/// Functions that the maps of stiffness share.
namespace hexscan {

/// Explains that a figure needs the stiffness of the legs. Empty if the machine gives it.
inline std::string stiffness_missing(const Machine& machine) {
    return machine.stiffness ? ""
                             : "needs the stiffness of the legs; add legs: {stiffness: ...} to the machine, in "
                               "N/m, or for arms in N m/rad";
}

/// The stiffness of a leg or a rod along itself. For a motor, that of the arm's end in the direction of its motion.
inline double pushing_n_per_m(const Machine& machine, std::size_t leg) {
    const double arm = have_arms(machine.legs) ? arm_m(machine.legs, leg).value_or(1) : 1;
    return machine.stiffness.value().of_legs[leg] / (arm * arm);
}

}  // namespace hexscan

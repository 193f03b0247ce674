#pragma once

#include <optional>

#include "src/machine/description/base_side.h"

namespace hexscan {

/// What tells that a machine gets from one pose to another only by being taken apart.
enum class ApartBecause {
    singular,   ///< det J is 0 there or has the other sign: a singularity lies between
    other_side  ///< the platform is on the other side of the base
};

/// A pose in another assembly mode than the one that a machine is held against.
struct OtherAssembly {
    Pose pose;
    ApartBecause because = ApartBecause::singular;
    bool against_home = true;  ///< else, where home is singular or absent, against another pose of the requirement
};

/// The assembly mode of a machine's home, as far as single poses tell it: the sign of the inverse Jacobian's
/// determinant (Merlet, Parallel Robots, 2nd ed., ch. 6) and the side of the base.
class AssemblyMode {
public:
    /// `any` stands in for a home that is absent or singular. Of a machine that is singular everywhere determinants
    /// tell nothing.
    AssemblyMode(const Machine& machine, const Pose& any);

    /// The determinant as a multiple of the one that it is held against: positive in the same mode. 1 where it tells
    /// nothing.
    double sense(const Pose& pose) const;

    /// Nothing where the pose looks to be of the same mode.
    std::optional<OtherAssembly> apart(const Pose& pose) const;

private:
    Machine machine_;
    std::optional<BaseSide> side_;  ///< home's
    double determinant_ = 0;        ///< 0: tells nothing
    bool against_home_ = true;
};

}  // namespace hexscan

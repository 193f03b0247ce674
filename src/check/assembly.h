#pragma once

#include <optional>

#include "src/machine/description/base_side.h"

namespace hexscan {

/// The reason why a machine gets from one pose to another only by being taken apart.
enum class ApartBecause {
    singular,   ///< det J is 0 there or has the opposite sign, so a singularity lies between
    other_side  ///< the platform is on the other side of the base
};

/// A pose in another assembly mode than the machine's reference pose.
struct OtherAssembly {
    Pose pose;
    ApartBecause because = ApartBecause::singular;
    /// True: the reference is home. False: home is singular or absent, and the reference is a pose of the requirement.
    bool against_home = true;
};

/// The assembly mode of a machine's home, as far as single poses show it. It consists of the sign of the inverse
/// Jacobian's determinant (Merlet, Parallel Robots, 2nd ed., ch. 6) and the side of the base.
class AssemblyMode {
public:
    /// `any` replaces a home that is absent or singular. If the machine is singular everywhere, determinants have no
    /// meaning.
    AssemblyMode(const Machine& machine, const Pose& any);

    /// The determinant divided by that of the reference pose: positive in the same mode. 1 if determinants have no
    /// meaning.
    double sense(const Pose& pose) const;

    /// Nullopt if the pose looks to be in the same mode.
    std::optional<OtherAssembly> apart(const Pose& pose) const;

private:
    Machine machine_;
    std::optional<BaseSide> side_;  ///< Home's side of the base.
    double determinant_ = 0;        ///< At the reference pose. 0: determinants have no meaning.
    bool against_home_ = true;
};

}  // namespace hexscan

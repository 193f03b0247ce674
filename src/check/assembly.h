#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "src/check/shared_bounds.h"
#include "src/machine/description/base_side.h"

namespace hexscan {

/// The reason why a machine gets from one pose to another only by being taken apart.
enum class OtherAssemblyReason {
    singular,   ///< det J is 0 there or has the opposite sign, so a singularity lies between
    other_side  ///< the platform is on the other side of the base
};

/// The assembly mode of poses, if none was met in another mode.
enum class OneAssembly {
    unknown,  ///< nothing asked for it, or the machine is singular everywhere
    sampled,  ///< the poses that were met are in home's mode; the proof gave up
    proved    ///< all poses are in home's mode
};

/// A pose in another assembly mode than home's.
struct OtherAssembly {
    Pose pose;
    OtherAssemblyReason because = OtherAssemblyReason::singular;
    /// True: the reference is home. False: home is singular or absent, and the reference is a pose of the requirement.
    bool against_home = true;
};

/// The assembly mode of a machine's home: the sign of the inverse Jacobian's determinant (Merlet, Parallel Robots, 2nd
/// ed., ch. 6) and the side of the base. Two parts of the workspace may have the same sign and side, and a singularity
/// between them: poses of one mode need not be connected.
class AssemblyMode {
public:
    /// `any` replaces a home that is absent or singular. If the machine is singular everywhere, determinants have no
    /// meaning.
    AssemblyMode(const Machine& machine, const Pose& any);

    /// The determinant divided by that of the reference pose: positive in the same mode. 1 if determinants have no
    /// meaning.
    double sense(const Pose& pose) const;

    /// Nothing where the pose is of the same mode.
    std::optional<OtherAssembly> apart(const Pose& pose) const;

    /// False for a machine that is singular everywhere.
    bool is_known() const { return determinant_ != 0; }
    /// Conditions that poses of the same mode satisfy, without those that a limit of the machine asks for anyway. They
    /// refer to this mode, which must live longer.
    std::vector<std::unique_ptr<const PoseCondition>> conditions() const;

private:
    class OnSide;
    class OfSign;

    bool is_on_side(const Pose& pose) const;
    bool has_sign(const Pose& pose) const;
    void compare_with(const Pose& pose);

    Machine machine_;               ///< its home is the pose that others are compared with
    std::optional<BaseSide> side_;  ///< home's
    double determinant_ = 0;        ///< 0: tells nothing
    bool against_home_ = true;
    bool limit_asks_for_sign_ = false;
};

}  // namespace hexscan

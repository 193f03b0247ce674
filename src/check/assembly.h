#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "src/check/shared_bounds.h"
#include "src/machine/description/base_side.h"

namespace hexscan {

/// The reason why a machine must be taken apart to get from one pose to another.
enum class OtherAssemblyReason {
    singular,   ///< a singularity lies between the poses: det J is 0 at one of them, or its signs differ
    other_side  ///< the platform is on the other side of the base
};

/// How much is known about the assembly mode if a proof found no pose in another mode.
enum class OneAssembly {
    unknown,  ///< the proof did not examine it, or the machine is singular everywhere
    sampled,  ///< the evaluated poses are in home's mode; for the others it is undecided
    proved    ///< all poses are in home's mode
};

/// A pose whose assembly mode differs from home's.
struct OtherAssembly {
    Pose pose;
    OtherAssemblyReason because = OtherAssemblyReason::singular;
    /// True if the pose is compared with home. False if it is compared with a pose of the requirement, because home is
    /// singular or absent.
    bool against_home = true;
};

/// The assembly mode of a machine's home: the sign of the inverse Jacobian's determinant (Merlet, Parallel Robots, 2nd
/// ed., ch. 6) and the side of the base. A singularity can separate two parts of the workspace with the same sign and
/// side, so poses of one mode need not be connected.
class AssemblyMode {
public:
    /// `any` is the reference pose if home is absent or singular. If the machine is singular everywhere, determinants
    /// have no meaning.
    AssemblyMode(const Machine& machine, const Pose& any);

    /// The determinant at the pose divided by the determinant at the reference pose. It is positive in home's mode. It
    /// is 1 if determinants have no meaning.
    double sense(const Pose& pose) const;

    /// Describes a pose of another mode. Returns nullopt if the pose is in the same mode.
    std::optional<OtherAssembly> apart(const Pose& pose) const;

    /// False for a machine that is singular everywhere.
    bool is_known() const { return determinant_ != 0; }
    /// The conditions that every pose of the mode satisfies. Conditions that a limit of the machine already requires
    /// are left out. The conditions refer to this object, which must outlive them.
    std::vector<std::unique_ptr<const PoseCondition>> conditions() const;

private:
    class OnSide;
    class OfSign;

    bool is_on_side(const Pose& pose) const;
    bool has_sign(const Pose& pose) const;
    void compare_with(const Pose& pose);

    Machine machine_;               ///< its home is the reference pose
    std::optional<BaseSide> side_;  ///< the side of home
    double determinant_ = 0;        ///< determinant at the reference pose; 0: determinants have no meaning
    bool against_home_ = true;
    bool limit_asks_for_sign_ = false;
};

}  // namespace hexscan

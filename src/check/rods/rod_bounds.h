#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "src/check/pose_box.h"
#include "src/check/rods/pose_slopes.h"
#include "src/check/rotation_form.h"
#include "src/machine/interval_vector.h"
#include "src/machine/machine.h"

/// How little clearance legs with rods can have over a box of poses, bounded from below; rounding included.
///
/// The components of a leg vector w + R b along axes that are fixed in the base are of the form x . R b, so that each
/// is known to the second order of the box's size (rotation_form.h). Of them a slider's cylinder and half spheres and
/// an arm's circle and spheres are monotone functions, and so are what rods make with their joints' axes. Where that
/// leaves it open whether a travel or a joint keeps its limit, slopes say (pose_slopes.h): near a limit most rods tilt
/// farther in each coordinate throughout.
namespace hexscan {

/// A box of poses, prepared.
struct PreparedBox {
    PreparedBox(const PoseBox& box, OrientationOrder order);

    PoseBox box;
    IntervalVector position_m;
    PreparedAngles angles;
};

/// What is known of a leg's clearance over a box of poses.
struct RodBound {
    double at_least_m = 0;   ///< no pose has less
    Pose lowest;             ///< a pose of the box where it may be too little
    bool violated = false;   ///< a position no farther than what is asked from there does not keep a limit, for sure
    std::int64_t parts = 1;  ///< looked at for it
};

/// A rod from its foot to its platform joint, in the base's frame, and its part along its foot's motion, counted so
/// that it is above 0.
struct RodSlopes {
    SlopesVector rod_m;
    PoseSlopes along_m;
};

/// One leg.
class RodBounds {
public:
    virtual ~RodBounds() = default;

    /// Where a joint could be beyond its limit the bound is so low that nothing is known; that of a joint that keeps
    /// its limit is no more than `asked_m`.
    virtual RodBound bound(const PreparedBox& box, double asked_m) const = 0;
    /// Whether no pose of the box keeps the limits of both joints, for sure.
    virtual bool breaks_a_joint(const PreparedBox& box) const = 0;
    /// Requires poses that the rod reaches.
    virtual RodSlopes slopes(const PosesNear& poses) const = 0;
    virtual double rod_length_m() const = 0;
};

using AllRodBounds = std::array<std::unique_ptr<const RodBounds>, leg_count>;
AllRodBounds rod_bounds(const Machine& machine);

/// The clearance at a pose: the true one is not above the upper end, and with its sign not below the lower one.
Interval rod_clearance_at(const Machine& machine, const Pose& pose);

}  // namespace hexscan

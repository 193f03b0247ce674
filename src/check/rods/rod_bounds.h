#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "src/check/pose_box.h"
#include "src/check/rods/pose_slopes.h"
#include "src/check/rotation_form.h"
#include "src/machine/interval_vector.h"
#include "src/machine/machine.h"

/// Lower bounds of the clearance of legs with rods over a box of poses, rounding included.
///
/// The components of a leg vector w + R b along axes that are fixed in the base have the form x . R b. So each is known
/// to second order in the box's size (rotation_form.h). The distances from a slider's cylinder and half spheres, from
/// an arm's circle and spheres, and from the cones of joints are monotone functions of them. If this does not decide
/// whether a travel or a joint keeps its limit, slopes do (pose_slopes.h). Near a limit, the tilt of most rods is
/// monotone in each coordinate.
namespace hexscan {

/// A box of poses with its angles prepared.
struct PreparedBox {
    PreparedBox(const PoseBox& box, OrientationOrder order);

    PoseBox box;
    IntervalVector position_m;
    PreparedAngles angles;
};

/// The knowledge of a leg's clearance over a box of poses.
struct RodBound {
    double at_least_m = 0;   ///< Lower bound on the clearance at all poses.
    Pose lowest;             ///< A pose of the box where the clearance may be too small.
    bool violated = false;   ///< True: a position within the required clearance of `lowest` certainly violates a limit.
    std::int64_t parts = 1;  ///< Number of parts that were evaluated.
};

/// A rod from its foot to its platform joint, in the base's frame, and its component along its foot's motion, with the
/// sign that makes it positive.
struct RodSlopes {
    SlopesVector rod_m;
    PoseSlopes along_m;
};

/// The bounds of one leg.
class RodBounds {
public:
    virtual ~RodBounds() = default;

    /// If a joint may violate its limit, the bound is so low that it has no meaning. If a joint keeps its limit, the
    /// bound is at most `asked_m`.
    virtual RodBound bound(const PreparedBox& box, double asked_m) const = 0;
    /// True if certainly no pose of the box keeps the limits of both joints.
    virtual bool breaks_a_joint(const PreparedBox& box) const = 0;
    /// Requires poses that the rod reaches.
    virtual RodSlopes slopes(const PosesNear& poses) const = 0;
    virtual double rod_length_m() const = 0;
};

using AllRodBounds = std::array<std::unique_ptr<const RodBounds>, leg_count>;
AllRodBounds rod_bounds(const Machine& machine);

/// The clearance at a pose. The true one is at most the upper end. Its sign is at least that of the lower end.
Interval rod_clearance_at(const Machine& machine, const Pose& pose);

}  // namespace hexscan

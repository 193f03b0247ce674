#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "src/check/pose_box.h"
#include "src/check/rods/leg_curve.h"
#include "src/check/rods/pose_slopes.h"
#include "src/check/rotation_form.h"
#include "src/machine/interval_vector.h"
#include "src/machine/machine.h"

/// Lower bounds on the clearance of legs with rods over a box of poses, including rounding.
///
/// The components of a leg vector w + R b along axes that are fixed in the base are x . w + x . R b. So each is known
/// to second order in the box's size (rotation_form.h). The distances from a slider's cylinder and half spheres, from
/// an arm's circle and spheres, and from the cones of joints are monotone functions of these components. If this does
/// not decide whether a travel or a joint satisfies its limit, slopes do (pose_slopes.h). Near a limit, the tilt of
/// most rods is monotone in each coordinate.
namespace hexscan {

/// A box of poses whose angles are prepared for the bounds.
struct PreparedBox {
    PreparedBox(const PoseBox& box, OrientationOrder order);

    PoseBox box;
    IntervalVector position_m;
    PreparedAngles angles;
};

/// A bound on a leg's clearance over a box of poses.
struct RodClearanceBound {
    double at_least_m = 0;   ///< lower bound on the clearance at all poses
    Pose lowest;             ///< pose of the box at which the clearance may be too small
    bool violated = false;   ///< true: a position within the required clearance of `lowest` certainly violates a limit
    std::int64_t parts = 1;  ///< number of evaluated parts
};

/// A rod as the vector from its foot to its platform joint, in the base frame, and the component of the rod along the
/// direction in which its foot moves. The sign is chosen so that this component is positive.
struct RodSlopes {
    SlopesVector rod_m;
    PoseSlopes along_m;
};

/// The same rod as a function of the leg vector, both in the leg's frame.
struct RodCurves {
    CurveVector rod_m;
    LegCurve along_m;
};

/// Three mutually perpendicular axes.
struct Frame {
    IntervalVector first, second, third;
};

/// Bounds of one leg over boxes of poses.
class RodBounds {
public:
    virtual ~RodBounds() = default;

    /// The bound on the clearance over the box. If a joint may violate its limit, the bound is minus infinity. Joints
    /// that satisfy their limits count with a clearance of `asked_m`, or of 0 if `asked_m` is negative.
    virtual RodClearanceBound bound(const PreparedBox& box, double asked_m) const = 0;
    /// True if it is certain that every pose of the box violates a joint's limit.
    virtual bool breaks_a_joint(const PreparedBox& box) const = 0;
    /// The rod with its slopes, over poses that the rod reaches.
    virtual RodSlopes slopes(const PosesNear& poses) const = 0;
    /// The leg vector in the leg's frame, and the rod over leg vectors to which it reaches.
    virtual SlopesVector leg_in_frame(const PosesNear& poses) const = 0;
    virtual RodCurves curves(const LegVectors& vectors) const = 0;
    virtual const Frame& frame() const = 0;
    virtual double rod_length_m() const = 0;
};

using AllRodBounds = std::array<std::unique_ptr<const RodBounds>, leg_count>;
AllRodBounds rod_bounds(const Machine& machine);

/// An interval for the clearance at a pose. The true clearance is at most the upper end. If the lower end is positive,
/// so is the true clearance.
Interval rod_clearance_at(const Machine& machine, const Pose& pose);

}  // namespace hexscan

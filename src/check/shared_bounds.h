#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "src/check/pose_box.h"
#include "src/machine/limits.h"
#include "src/machine/machine.h"

/// Lower bounds of shared limits over boxes of poses, rounding included: gaps, obstacles, loads, rates and
/// singularities. Each sort of limit is a file, such as gap_bounds.cpp, and a line in shared_bounds.cpp.
namespace hexscan {

/// One limit of a machine.
class SharedBound {
public:
    virtual ~SharedBound() = default;

    /// If this is above 0, every pose of the box keeps the limit. The lower it is, the closer some pose may be to a
    /// violation.
    virtual double at_least(const PoseBox& box) const = 0;
    /// For a limit with a lower bound: the smallest value of LimitState::asked in the box is at least this. Minus
    /// infinity if nothing is known.
    virtual double asked_at_least(const PoseBox& box) const;
    /// How far a rotation of the platform by 1 rad moves the decisive points, in metres; approximate.
    virtual double lever_m() const = 0;
    /// The subject of its proof in words: "gaps".
    virtual std::string_view subject() const = 0;

    /// The verdict of the reference.
    bool keeps(const Pose& pose) const;
    double clearance_m(const Pose& pose) const;
    LimitState state(const Pose& pose) const;
    LimitId limit() const { return limit_; }

protected:
    SharedBound(const Machine& machine, LimitId limit);
    /// The machine with this shared limit alone.
    const Machine& machine() const { return alone_; }
    std::shared_ptr<const PosedSharedLimit> posed(const Rotation& turned) const;

private:
    Machine alone_;
    LimitId limit_;
    std::size_t number_;
};

using SharedBounds = std::vector<std::shared_ptr<const SharedBound>>;

/// The bounds of all enabled shared limits of a machine. A limit without a bound is known only at poses.
SharedBounds shared_bounds(const Machine& machine);

}  // namespace hexscan

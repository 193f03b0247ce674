#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "src/check/condition_search.h"
#include "src/machine/limits.h"
#include "src/machine/machine.h"

/// Lower bounds on the margins of shared limits over boxes of poses, including rounding: gaps, obstacles, loads, rates
/// and singularities. Each sort of limit is one file, such as gap_bounds.cpp, and one line in shared_bounds.cpp.
namespace hexscan {

/// Bounds the figure that one shared limit restricts, over a box of poses.
class SharedBound : public PoseCondition {
public:
    /// If the limit requires a minimum of some figure: a lower bound on that figure in the box. Minus infinity if
    /// nothing is known.
    virtual double asked_at_least(const PoseBox& box) const;
    /// Name of what a proof with this bound covers, such as "gaps".
    virtual std::string_view subject() const = 0;

    /// The verdict of the reference test at a pose.
    bool keeps(const Pose& pose) const override;
    double clearance_m(const Pose& pose) const;
    LimitState state(const Pose& pose) const;
    LimitId limit() const { return limit_; }

protected:
    SharedBound(const Machine& machine, LimitId limit);
    /// The machine with only this shared limit.
    const Machine& machine() const { return alone_; }
    std::shared_ptr<const PosedSharedLimit> posed(const Rotation& turned) const;

private:
    Machine alone_;
    LimitId limit_;
    std::size_t number_;
};

using SharedBounds = std::vector<std::shared_ptr<const SharedBound>>;

/// The bounds of all enabled shared limits of a machine. A limit without a bound can be decided only at single poses.
SharedBounds shared_bounds(const Machine& machine);

}  // namespace hexscan

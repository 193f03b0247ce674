#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "src/check/condition_search.h"
#include "src/machine/limits.h"
#include "src/machine/machine.h"

/// Lower bounds of shared limits over boxes of poses, rounding included: gaps, obstacles, loads, rates and
/// singularities. Each sort of limit is a file, such as gap_bounds.cpp, and a line in shared_bounds.cpp.
namespace hexscan {

/// One limit of a machine.
class SharedBound : public PoseCondition {
public:
    /// For a limit that requires a least value: a lower bound of that figure in the box. Minus infinity if nothing is
    /// known.
    virtual double asked_at_least(const PoseBox& box) const;
    /// What is proved with it, in words: "gaps".
    virtual std::string_view subject() const = 0;

    /// The reference's verdict.
    bool keeps(const Pose& pose) const override;
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
